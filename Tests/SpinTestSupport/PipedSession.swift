import Foundation

/// A program whose standard descriptors are pipes.
package final class PipedSession {
  package let process: SpawnedProcess
  private let input: TestPipe
  private let outputPipe: TestPipe
  private let errorPipe: TestPipe

  /// What came on standard output so far.
  package var output: [UInt8] { outputPipe.bytes }
  /// What came on standard error so far.
  package var errors: [UInt8] { errorPipe.bytes }
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Starts spin with these arguments.
  package static func spin(
    _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> PipedSession {
    try PipedSession(
      ([Program.spin] + arguments).map { Array($0.utf8) },
      environment: Program.environment(environment))
  }

  package init(_ arguments: [[UInt8]], environment: [[UInt8]]) throws {
    (input, outputPipe, errorPipe) = (try TestPipe(), try TestPipe(), try TestPipe())
    process = try SpawnedProcess(
      arguments, environment: environment,
      descriptors: [input.readEnd, outputPipe.writeEnd, errorPipe.writeEnd])
    input.closeReadEnd()
    outputPipe.closeWriteEnd()
    errorPipe.closeWriteEnd()
    input.setNonBlockingWrites()
  }

  package func closeInput() { input.closeWriteEnd() }

  /// Writes all of it and closes the input, and reads what comes meanwhile.
  package func write(_ bytes: [UInt8], until deadline: Deadline = .generous) throws {
    var unwritten = bytes[...]
    while !unwritten.isEmpty {
      try step(unwritten: &unwritten, until: deadline)
    }
  }

  /// Waits until standard output is as described.
  package func wait(
    _ description: String, until deadline: Deadline = .generous,
    _ condition: (PipedSession) -> Bool
  ) throws {
    var nothing: ArraySlice<UInt8> = []
    while !condition(self) {
      guard outputPipe.readEnd != -1 || errorPipe.readEnd != -1 else {
        throw TimedOut("no \(description); it ended with:\n\(outputText)\n\(errorText)")
      }
      try step(unwritten: &nothing, until: deadline)
    }
  }

  /// Waits until standard output ends with this text.
  package func waitForOutput(_ text: String, until deadline: Deadline = .generous) throws {
    try wait("output '\(text)'", until: deadline) { $0.outputText.hasSuffix(text) }
  }

  /// Waits until nobody holds the outputs any more, then for the process's end.
  @discardableResult
  package func waitForEnd(until deadline: Deadline = .generous) throws -> ProcessStatus {
    var nothing: ArraySlice<UInt8> = []
    while outputPipe.readEnd != -1 || errorPipe.readEnd != -1 {
      try step(unwritten: &nothing, until: deadline)
    }
    return try process.wait(until: deadline)
  }

  private func step(unwritten: inout ArraySlice<UInt8>, until deadline: Deadline) throws {
    var events = [
      pollfd(fd: unwritten.isEmpty ? -1 : input.writeEnd, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: outputPipe.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorPipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    poll(&events, 3, deadline.milliseconds)
    if deadline.hasPassed { throw TimedOut("it still runs, with:\n\(outputText)\n\(errorText)") }
    if events[0].revents != 0 { input.write(&unwritten) }
    if events[1].revents != 0 { outputPipe.read() }
    if events[2].revents != 0 { errorPipe.read() }
  }
}
