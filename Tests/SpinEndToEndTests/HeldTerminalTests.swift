import Foundation
import SpinTestSupport
import Testing

/// A terminal, or another taker, that takes no output holds the command up, but neither a timeout nor a
/// request to end.
@Suite struct HeldTerminalTests {
  /// A shell command on a terminal that a typed Ctrl-S has stopped before it begins.
  private func held(_ options: [String], _ script: String) throws -> TerminalSession {
    let session = try TerminalSession(
      [Program.spin] + options + ["--", "sh", "-c", "echo ready; read line; \(script)"],
      columns: 80, rows: 24)
    try session.waitForLine("ready")
    session.type("\u{13}\n")
    return session
  }

  private func waitFor(_ what: String, _ condition: () -> Bool) throws {
    let deadline = Deadline.generous
    while !condition() {
      if deadline.hasPassed { throw TimedOut("no \(what)") }
      usleep(1000)
    }
  }

  @Test(arguments: [["-d", "0"], ["-d", "0", "--keep"], ["-m", "silent"]])
  func aTimeoutEndsWhatWritesToIt(_ options: [String]) throws {
    let session = try held(["-t", "1"] + options, "exec yes")
    #expect(try session.process.wait(until: .generous) == .exited(124))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func aRequestEndsWhatWritesToIt(_ signal: Int32) throws {
    let session = try held(["-d", "0"], "exec yes")
    try waitFor("writer") { session.process(named: "yes") != nil }
    session.process.send(signal)
    #expect(try session.process.wait(until: .generous) == .killed(signal))
  }

  @Test func aRequestAfterTheEndEndsTheWait() throws {
    let session = try held(["-d", "0"], "head -c 9000 /dev/zero")
    try waitFor("end of the command") { session.process(named: "sh") == nil }
    #expect(throws: TimedOut.self) { try session.process.wait(until: Deadline(in: 0.1)) }
    session.process.send(SIGTERM)
    #expect(try session.process.wait(until: .generous) == .killed(SIGTERM))
  }

  @Test func whatIsTakenInTimeIsNotLost() throws {
    let session = try held(["-d", "0"], "printf 'one\\ntwo\\n'")
    try waitFor("end of the command") { session.process(named: "sh") == nil }
    session.process.send(SIGTERM)
    session.type("\u{11}")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines.suffix(2) == ["one", "two"])
  }

  private static let output = "head -c 300000 /dev/zero"

  @Test(arguments: [
    (["--scan", "any"], output + "; sleep 60"), (["-o", "at-end"], output),
  ])
  func nobodyNeedReadAPipe(_ options: [String], _ script: String) throws {
    func start(_ options: [String], _ script: String) throws -> PipedSession {
      let command = [Program.spin] + options + ["--", "sh", "-c", script]
      return try PipedSession(
        command.map { Array($0.utf8) }, environment: Program.environment([:]))
    }
    let late = try start(options + ["-t", "1"], Self.output + "; sleep 60")
    #expect(try late.process.wait(until: .generous) == .exited(124))

    let asked = try start(options, script)
    try asked.wait("output") { !$0.output.isEmpty }
    asked.process.send(SIGTERM)
    #expect(try asked.process.wait(until: .generous) == .killed(SIGTERM))
  }

  /// Who asks again and again waits no longer than who asks once.
  @Test func furtherRequestsPutNothingOff() throws {
    let command = [Program.spin, "-d", "60", "-o", "at-end", "--", "sh", "-c", Self.output]
    let session = try PipedSession(
      command.map { Array($0.utf8) }, environment: Program.environment([:]))
    try session.wait("output") { !$0.output.isEmpty }
    let deadline = Deadline(in: 10)
    while session.process.status == nil, !deadline.hasPassed {
      session.process.send(SIGTERM)
      usleep(100_000)
    }
    #expect(session.process.status == .killed(SIGTERM))
  }
}
