import Foundation
import SpinTestSupport
import Testing

/// `--block-input`
@Suite struct InputBlockTests {
  private func hasEcho(_ session: TerminalSession) -> Bool {
    session.modes.c_lflag & tcflag_t(ECHO) != 0
  }

  @Test func whatIsTypedIsNeitherShownNorLeft() throws {
    let run = try TerminalSession.interactiveShell(columns: 90)
    try run.enter(
      "\"$SPIN\" --block-input -d 0 -- bash -c 'echo ready $$; trap exit USR1; while :; do sleep 0.05; done'"
    )
    try run.wait("ready") {
      $0.lines.contains { $0.hasPrefix("ready ") } && $0.lines.last?.hasSuffix(" bash") == true
    }
    let line = try #require(run.screen.lines.first { $0.hasPrefix("ready ") })
    #expect(!hasEcho(run))
    run.type("typed ahead\necho bad\n")
    try run.waitForText("⠹ bash")
    #expect(!run.screen.everything.contains { $0.contains("typed ahead") })
    kill(try #require(pid_t(line.dropFirst(6))), SIGUSR1)
    try run.waitForPrompt()
    try run.enter("echo end")
    try run.waitForLine("end")
    #expect(!run.screen.everything.contains { $0 == "bad" || $0.contains("typed ahead") })
    try run.enter("exit")
    try run.waitForEnd()
  }

  @Test func signalsCanBeTypedAndTheTerminalComesBack() throws {
    let session = try TerminalSession.interactiveShell(columns: 60)
    try session.enter("\"$SPIN\" --block-input -d 0 -- sh -c 'echo ready; exec sleep 60'")
    try session.waitForLine("ready")
    try session.waitForText("⠙ sh")
    session.type("x\u{1A}")
    try session.waitForText("Stopped")
    try session.waitForPrompt()
    try session.enter("stty -a | grep -o ' echo '")
    try session.enter("fg")
    try session.wait("indicator") { $0.lines.last?.hasSuffix(" sh") == true }
    #expect(!hasEcho(session))
    session.type("y\u{3}")
    try session.waitForPrompt()
    try session.enter("echo status $?")
    try session.waitForLine("status 130")
    #expect(hasEcho(session))
    try session.enter("exit")
    try session.waitForEnd()
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1])
  func theTerminalComesBackWhenSpinIsKilled(_ signal: Int32) throws {
    let session = try TerminalSession.spin(
      "--block-input", "-d", "0", "--", "sh", "-c", "echo ready; exec sleep 60")
    try session.waitForLine("ready")
    try session.waitForText("⠙ sh")
    #expect(!hasEcho(session))
    session.process.send(signal)
    #expect(try session.process.wait() == .killed(signal))
    #expect(hasEcho(session))
  }

  @Test func aCommandThatReadsGetsItsInput() throws {
    let session = try TerminalSession.spin(
      "--block-input", "-d", "0", "--", "sh", "-c", "printf 'Name: '; read name; echo \"<$name>\"")
    try session.wait("prompt") { $0.line(0) == "Name:" }
    session.type("somebody\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["Name: <somebody>"])
    #expect(hasEcho(session))
  }

  /// Who asks for a password finds echo off, and sets it so, and may leave it so.
  @Test(arguments: [
    "stty -echo </dev/tty; printf 'PW: '; read x </dev/tty; echo; echo got",
    "printf 'PW: '; stty -ixon </dev/tty; read x; echo; echo got",
    "stty -echo <&1; printf 'PW: '; read x; stty -echo <&1; echo; echo got",
  ])
  func aPasswordIsNotShown(_ script: String) throws {
    let session = try TerminalSession.spin("--block-input", "-d", "0", "--", "sh", "-c", script)
    try session.wait("prompt") { $0.line(0) == "PW:" }
    session.type("secret\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["PW:", "got"])
    #expect(hasEcho(session))
  }

  /// Several of one pipeline block together, whichever starts and ends first.
  @Test(arguments: [["one", "two"], ["two", "one"]])
  func theLastOfAPipelineGivesTheEchoBack(_ order: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let session = try TerminalSession.shell(
      """
      mkdir "$FOLDER"; cd "$FOLDER"; mkfifo one two
      "$SPIN" --block-input -d 0 -l 1 -- sh -c 'echo ready >&2; read go <one; exec >&-' |
        "$SPIN" --block-input -d 0 -l 2 -- sh -c 'echo ready; read go <two'
      stty -a | grep -o ' echo '; cd /; rm -r "$FOLDER"
      """, environment: ["FOLDER": folder])
    try session.wait("both") { $0.lines.filter { $0 == "ready" }.count == 2 }
    #expect(!hasEcho(session))
    func end(_ name: String) throws {
      _ = try PipedRun.shell("echo go >\(folder)/\(name)")
    }
    let spins = session.processes(named: "spin").count
    try end(order[0])
    try session.wait("end of one") { _ in session.processes(named: "spin").count < spins }
    #expect(!hasEcho(session))
    session.type("unseen\n")
    try end(order[1])
    try session.waitForEnd()
    #expect(hasEcho(session))
    #expect(session.screen.lines == ["ready", "ready", " echo"])
  }

  /// Whoever started spin finds the terminal as it was when spin is stopped, and need not see to that.
  @Test func theEchoIsBackWhileSpinIsStopped() throws {
    let script = """
      import os, signal, termios
      def has_echo(): return termios.tcgetattr(0)[3] & termios.ECHO != 0
      def give(group): os.tcsetpgrp(0, group)
      signal.signal(signal.SIGTTOU, signal.SIG_IGN)
      pid = os.fork()
      if pid == 0:
          os.setpgid(0, 0)
          give(os.getpgrp())
          signal.signal(signal.SIGTTOU, signal.SIG_DFL)
          os.execv(os.environ["SPIN"], ["spin", "--block-input", "-d", "0", "--", "sh", "-c",
              "echo ready; read line; echo $line"])
      _, status = os.waitpid(pid, os.WUNTRACED)
      give(os.getpgrp())
      os.write(1, b"stopped %d, echo %d\\n" % (os.WIFSTOPPED(status), has_echo()))
      give(pid)
      os.kill(-pid, signal.SIGCONT)
      _, status = os.waitpid(pid, 0)
      give(os.getpgrp())
      os.write(1, b"ended %d, echo %d\\n" % (status, has_echo()))
      """
    let session = try TerminalSession(["python3", "-c", script], columns: 40, rows: 10)
    try session.waitForLine("ready")
    try session.waitForText("⠙ sh")
    session.type("\u{1A}")
    try session.waitForLine("stopped 1, echo 1")
    try session.wait("block") { _ in !hasEcho(session) }
    session.type("unseen\n")
    try session.waitForEnd()
    #expect(session.screen.lines == ["ready", "stopped 1, echo 1", "unseen", "ended 0, echo 1"])
  }

  /// The last one gives it back also from the background, where nobody has changed it since.
  @Test func theEchoComesBackFromTheBackground() throws {
    let (one, two) = (try Gate(), try Gate())
    let session = try TerminalSession.interactiveShell(columns: 100)
    try session.enter(
      "sh -c '\"$SPIN\" --block-input -d 60 -- sh -c \"read go <\(one.path)\" & \"$SPIN\" --block-input -d 60 -- sh -c \"echo ready; read go <\(two.path)\"'"
    )
    try session.waitForLine("ready")
    try session.wait("two") { _ in session.processes(named: "spin").count >= 2 }
    try session.wait("block") { _ in !hasEcho(session) }
    try two.open()
    try session.wait("end of two") { _ in session.processes(named: "spin").count == 1 }
    try one.open()
    try session.wait("end of one") { _ in session.processes(named: "spin").isEmpty }
    try session.waitForPrompt()
    try session.enter("stty -a | grep -o ' echo '")
    try session.waitForLine(" echo")
    try session.enter("exit")
    try session.waitForEnd()
  }
}
