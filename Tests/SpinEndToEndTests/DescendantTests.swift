import Foundation
import SpinTestSupport
import Testing

@Suite struct DescendantTests {
  @Test func oneThatLivesOnDelaysNothing() throws {
    let session = try TerminalSession.shell(
      "\"$SPIN\" -- sh -c 'sleep 100 & echo $!'; echo end")
    try session.waitForLine("end", until: Deadline(in: 20))
    let pid = try #require(pid_t(session.screen.line(0)))
    #expect(kill(pid, SIGTERM) == 0)
    #expect(try session.waitForEnd() == .exited(0))
  }

  @Test func norDoesItWithRedirectedOutput() throws {
    let run = try PipedRun.shell(
      """
      "$SPIN" -- sh -c 'sleep 100 >/dev/null 2>&1 & echo $!' > >(read pid; kill $pid; echo killed)
      wait $!
      """)
    #expect(run.outputText == "killed\n")
  }

  @Test func itsLaterOutputIsShown() throws {
    let session = try TerminalSession.shell(
      """
      mkfifo "$FIFO"
      "$SPIN" -- sh -c '(read go <"$FIFO"; echo LATER; printf "\\377") & echo NOW'
      echo END
      echo go >"$FIFO"
      rm "$FIFO"
      read line
      """, environment: ["FIFO": "/tmp/\(UUID().uuidString)"])
    try session.wait("later output") { _ in session.bytes.last == 0xFF }
    #expect(session.screen.lines.prefix(3) == ["NOW", "END", "LATER"])
    session.type("\n")
    try session.waitForEnd()
  }

  @Test func endlessOutputOfOneDoesNotHoldTheEndBack() throws {
    let session = try TerminalSession.spin("--", "sh", "-c", "yes & exit 5")
    #expect(try session.waitForProcess() == .exited(5))
    session.hangUp()
    try session.waitForSessionEnd()
  }

  @Test func theTerminalsEndEndsWhatCarriesItsOutput() throws {
    let session = try TerminalSession.spin(
      "--", "sh", "-c", "trap '' HUP; sleep 100 3>&- & echo $!")
    #expect(try session.waitForProcess() == .exited(0))
    try session.wait("number") { pid_t($0.line(0)) != nil && $0.row > 0 }
    let pid = try #require(pid_t(session.screen.line(0)))
    session.hangUp()
    let deadline = Deadline.generous
    while session.processesInSession != [pid], !deadline.hasPassed { usleep(1000) }
    #expect(session.processesInSession == [pid])
    kill(pid, SIGKILL)
    try session.waitForSessionEnd()
  }

  @Test func whoWritesToATerminalThatHasGoneIsTold() throws {
    let session = try TerminalSession.spin(
      "--", "sh", "-c", "trap '' HUP; echo ready; read line; while echo x; do :; done")
    try session.waitForLine("ready")
    session.hangUp()
    _ = try session.process.wait()
    try session.waitForSessionEnd()
  }

  @Test func nobodyStaysBehindAfterwards() throws {
    let session = try TerminalSession.shell(
      "\"$SPIN\" -- sh -c '(exec sleep 0.2) & echo end'")
    try session.waitForEnd()
    #expect(session.screen.lines == ["end"])
    try session.waitForSessionEnd()
  }

  /// Orphans are adopted by the first process of a container, or by whoever has asked for them, as here:
  /// spin does not ask for that before a timeout, but keeps what its caller has set.
  @Test func orphansAreBuried() throws {
    let adopting =
      "import ctypes, os, sys; ctypes.CDLL(None).prctl(36, 1); os.execv(sys.argv[1], sys.argv[1:])"
    let session = try PipedSession(
      [
        "python3", "-c", adopting, Program.spin, "--", "bash", "-c",
        "for i in {1..20}; do (sh -c 'read -t 0.01 x' & ); done; echo ready; read line",
      ].map { Array($0.utf8) }, environment: Program.environment())
    try session.waitForOutput("ready\n")
    let parent = session.process.pid
    let deadline = Deadline.generous
    while true {
      let children = try PipedRun.shell("ps -o stat=,comm= --ppid \(parent)").outputText
      if children.split(separator: "\n").count == 1 { break }
      if deadline.hasPassed { throw TimedOut("there are left:\n\(children)") }
    }
    session.closeInput()
    try session.waitForEnd()
  }
}
