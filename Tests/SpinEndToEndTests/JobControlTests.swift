import Foundation
import SpinTestSupport
import Testing

@Suite struct JobControlTests {
  @Test func aTypedStopGivesThePromptBackAndTheIndicatorGoes() throws {
    let session = try TerminalSession.interactiveShell(columns: 60)
    try session.enter("\"$SPIN\" -d 0 -- sh -c 'echo ready; exec sleep 60'")
    try session.waitForLine("ready")
    try session.waitForText("⠙ sh")
    session.type("\u{1A}")
    try session.waitForText("Stopped")
    try session.waitForPrompt()
    #expect(!session.screen.everything.contains { $0.contains(" sh") && !$0.contains("SPIN") })

    try session.enter("fg")
    try session.wait("indicator") { $0.lines.last?.hasSuffix(" sh") == true }
    session.type("\u{3}")
    try session.waitForPrompt()
    try session.enter("echo status $?")
    try session.waitForLine("status 130")
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test func aStoppedJobGoesOnInTheBackgroundWithoutDrawing() throws {
    let session = try TerminalSession.interactiveShell(columns: 60, rows: 20)
    try session.enter("\"$SPIN\" -d 0 -- sh -c 'echo ready; exec sleep 60'")
    try session.waitForLine("ready")
    session.type("\u{1A}")
    try session.waitForText("Stopped")
    try session.enter("bg; jobs; echo done")
    try session.waitForLine("done")
    #expect(session.screen.everything.contains { $0.contains("Running") })
    try session.enter("kill %1; wait %1; echo status $?")
    try session.waitForLine("status 143")
    #expect(!session.screen.everything.contains { $0.contains("⠋ sh") })
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test func nothingIsDrawnInTheBackground() throws {
    let session = try TerminalSession.interactiveShell(columns: 60)
    try session.enter("\"$SPIN\" -d 0 -- sleep 0.5 & wait; echo end")
    try session.waitForLine("end")
    #expect(!session.screen.everything.contains { $0.contains(" sleep") && !$0.contains("SPIN") })
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test func aBackgroundJobThatReadsIsStoppedAsItWouldBe() throws {
    let session = try TerminalSession.interactiveShell(columns: 60)
    try session.enter("\"$SPIN\" -- cat &")
    try session.enter("while ! jobs | grep Stopped; do :; done; echo end")
    try session.waitForLine("end")
    try session.enter("fg")
    // What is typed while the shell still reads keys is none of the command's.
    try session.wait("line mode") { _ in session.modes.c_lflag & tcflag_t(ICANON) != 0 }
    session.type("hello\n\u{4}")
    try session.wait("echo of the command") { screen in
      screen.lines.filter { $0 == "hello" }.count == 2
    }
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test func aBackgroundJobThatMayNotWriteIsStoppedAsItWouldBe() throws {
    let session = try TerminalSession.interactiveShell(columns: 60)
    try session.enter("stty tostop")
    try session.enter("\"$SPIN\" -d 0 -- echo hello &")
    try session.enter("while ! jobs | grep Stopped; do :; done; echo end")
    try session.waitForLine("end")
    #expect(!session.screen.lines.contains("hello"))
    try session.enter("fg")
    try session.waitForLine("hello")
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test(arguments: ["STOP", "TSTP"])
  func aCommandThatStopsItselfGivesThePromptBack(_ signal: String) throws {
    let session = try TerminalSession.interactiveShell(columns: 60)
    try session.enter("\"$SPIN\" -d 0 -- sh -c 'kill -\(signal) $$; echo gone on'")
    try session.waitForText("Stopped")
    try session.enter("fg")
    try session.waitForLine("gone on")
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test func aCommandThatIgnoresTheStopIsNotStopped() throws {
    let session = try TerminalSession.interactiveShell(columns: 60)
    try session.enter(
      "\"$SPIN\" -- bash -c 'trap \"\" TSTP; echo ready; read line; echo \"<$line>\"'")
    try session.waitForLine("ready")
    session.type("\u{1A}")
    session.type("go\n")
    try session.waitForText("<go>")
    try session.enter("jobs; echo end")
    try session.waitForLine("end")
    #expect(!session.screen.everything.contains { $0.contains("Stopped") })
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test func aCommandIsToldOnceThatItGoesOn() throws {
    let session = try TerminalSession.interactiveShell(
      columns: 80, rows: 60, environment: ["COUNTER": SignalTests.counter("[12, 18]")])
    func count(_ line: String) -> Int { session.screen.everything.filter { $0 == line }.count }
    try session.enter("\"$SPIN\" -- python3 -c \"$COUNTER\"")
    try session.waitForLine("ready")
    for number in 1...5 {
      session.type("\u{1A}")
      try session.enter("fg")
      try session.wait("notice \(number)") { _ in count("got SIGCONT") >= number }
      // Whatever was sent before this has come before it.
      kill(try #require(session.process(named: "spin")), SIGUSR2)
      try session.wait("other signal \(number)") { _ in count("got SIGUSR2") == number }
    }
    session.type("\u{4}")
    try session.waitForPrompt()
    #expect(count("got SIGCONT") == 5)
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test func aStopThatAProcessSendsStopsBoth() throws {
    let session = try PipedSession.spin("--", "sh", "-c", "echo ready; read line; exit 4")
    try session.waitForOutput("ready\n")
    session.process.send(SIGTSTP)
    try session.process.waitForStop(by: SIGTSTP)
    session.process.send(SIGCONT)
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(4))
  }

  @Test func aStopOfTheCommandAloneIsMarked() throws {
    let session = try TerminalSession.spin("-d", "0", "--", "sh", "-c", "echo $$; read line")
    try session.wait("number") { Int($0.line(0)) != nil }
    let child = try #require(pid_t(session.screen.line(0)))
    kill(child, SIGSTOP)
    try session.waitForText("■ sh halted")
    kill(child, SIGCONT)
    try session.wait("moving glyph") { !$0.line(2).contains("halted") && $0.line(2) != "" }
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
  }

  /// Who is stopped while he prints what was held stops, and prints the rest when he goes on.
  @Test func aStopIsFollowedWhileItPrints() throws {
    let session = try PipedSession.spin(
      "-d", "60", "-o", "at-end", "--", "head", "-c", "300000", "/dev/zero")
    try session.wait("output") { !$0.output.isEmpty }
    session.process.send(SIGTSTP)
    try session.process.waitForStop(by: SIGTSTP)
    session.process.send(SIGCONT)
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.output.count == 300_000)
  }

  /// A stop that comes when the command has just ended was for the command, and is not kept until spin
  /// waits for somebody who reads its output.
  @Test(.enabled(if: Program.canInject, "needs strace"))
  func aStopThatComesTooLateIsNotKept() throws {
    let gate = try Gate()
    // Spin is held up when it learns of the end. The tracer is nobody's parent.
    let session = try PipedSession(
      [
        "strace", "-D", "-qq", "-o", "/dev/null", "-e", "trace=wait4", "-e",
        "inject=wait4:delay_exit=300000", Program.spin, "-d", "60", "--scan", "any", "--", "sh",
        "-c",
        "echo $$ >&2; read go <\(gate.path); head -c 100000 /dev/zero",
      ].map { Array($0.utf8) }, environment: Program.environment())
    try session.wait("number") { $0.errorText.hasSuffix("\n") }
    let child = try #require(pid_t(session.errorText.dropLast()))
    try gate.open()
    let deadline = Deadline.generous
    while kill(child, 0) == 0, !deadline.hasPassed { usleep(500) }
    session.process.send(SIGTSTP)
    #expect(throws: TimedOut.self) {
      try session.process.waitForStop(by: SIGTSTP, until: Deadline(in: 1))
    }
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.output.count == 100_000)
  }
}
