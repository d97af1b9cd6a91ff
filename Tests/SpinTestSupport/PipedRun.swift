import Foundation

/// A run of a program whose standard descriptors are pipes, from its start to its end.
package struct PipedRun {
  package let status: ProcessStatus
  package let output: [UInt8]
  package let errors: [UInt8]

  package var outputText: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs spin with these arguments.
  package static func spin(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws -> PipedRun {
    try PipedRun(
      ([Program.spin] + arguments).map { Array($0.utf8) }, input: input,
      environment: Program.environment(environment))
  }

  /// Runs a shell script, in which `$SPIN` is spin.
  package static func shell(
    _ script: String, input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws -> PipedRun {
    try PipedRun(
      ["bash", "-c", script].map { Array($0.utf8) }, input: input,
      environment: Program.environment(environment))
  }

  /// Runs a program and waits until it has ended and nobody holds its output.
  package init(
    _ arguments: [[UInt8]], input: [UInt8] = [], environment: [[UInt8]],
    deadline: Deadline = .generous
  ) throws {
    let session = try PipedSession(arguments, environment: environment)
    try session.write(input, until: deadline)
    session.closeInput()
    status = try session.waitForEnd(until: deadline)
    output = session.output
    errors = session.errors
  }
}
