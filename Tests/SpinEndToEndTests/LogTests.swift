import Foundation
import SpinTestSupport
import Testing

@Suite struct LogTests {
  /// The lines with their times left out.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      String(line).replacing(/\d+\.\d+s/, with: "TIME")
    }
  }

  @Test func aLongCommandHasALineAtItsStartAndItsEnd() throws {
    let run = try PipedRun.spin("-d", "0.01", "--", "sh", "-c", "sleep 0.1; echo out; exit 2")
    #expect(run.outputText == "out\n")
    #expect(
      lines(run.errorText) == [
        "spin: sh: running", "spin: sh: failed with exit status 2 after TIME",
      ])
  }

  @Test func aQuickOneHasNothing() throws {
    let run = try PipedRun.spin("-d", "60", "--", "sh", "-c", "exit 2")
    #expect(run.errorText == "")
  }

  @Test func anEmptyLabelIsNoSubject() throws {
    let run = try PipedRun.spin("-d", "0", "-l", "", "--", "sleep", "0.05")
    #expect(lines(run.errorText) == ["spin: sleep: running", "spin: sleep: done in TIME"])
  }

  @Test(arguments: [
    ("exit 0", "done in TIME"), ("kill -TERM $$", "killed by SIGTERM after TIME"),
    ("kill -40 $$", "killed by SIGRTMIN+6 after TIME"),
  ])
  func theLastLineSaysHowItEnded(_ end: String, _ text: String) throws {
    let run = try PipedRun.spin(
      "-d", "0", "-l", "Building", "--", "sh", "-c", "sleep 0.05; \(end)")
    #expect(lines(run.errorText) == ["spin: Building: running", "spin: Building: \(text)"])
  }

  @Test func aHeartbeatKeepsTheLogAlive() throws {
    let session = try PipedSession.spin(
      "-d", "0", "--heartbeat", "20ms", "--", "sh", "-c", "read line")
    try session.wait("third line") { self.lines($0.errorText).count >= 3 }
    session.closeInput()
    _ = try session.waitForEnd()
    let lines = lines(session.errorText)
    #expect(lines.first == "spin: sh: running")
    #expect(lines[1...].dropLast().allSatisfy { $0 == "spin: sh: still running, TIME" })
    #expect(lines.last == "spin: sh: failed with exit status 1 after TIME")
  }

  @Test func anAccessibleRunSaysEachThingOnce() throws {
    let run = try PipedRun.spin(
      "-d", "0", "-m", "accessible", "--heartbeat", "10ms", "--", "sleep", "0.1")
    #expect(lines(run.errorText) == ["spin: sleep: running", "spin: sleep: done in TIME"])
  }

  @Test func aSilentRunSaysNothing() throws {
    let run = try PipedRun.spin("-d", "0", "-m", "silent", "--", "sleep", "0.05")
    #expect(run.errorText == "")
  }

  @Test(arguments: [
    ["CI": "true"], ["TERM": "dumb"], ["TERM": nil], ["ACCESSIBLE": "1"],
  ])
  func aTerminalThatIsReadAsALogGetsLines(_ environment: [String: String?]) throws {
    let session = try TerminalSession.spin(
      "-d", "0", "--", "sh", "-c", "sleep 0.05; tty >&2; exit 2", columns: 80,
      environment: environment)
    #expect(try session.waitForEnd() == .exited(2))
    #expect(!session.bytes.contains(0x1B))
    let lines = lines(session.screen.lines.joined(separator: "\n"))
    #expect(lines.first == "spin: sh: running")
    #expect(lines.last == "spin: sh: failed with exit status 2 after TIME")
    // Nothing stands between the command and its terminal.
    #expect(session.screen.lines[1] == session.name)
  }

  @Test func aReaderThatStoppedReadingDelaysNothing() throws {
    let errors = try TestPipe()
    let process = try SpawnedProcess(
      [Program.spin, "-d", "0", "--heartbeat", "1ms", "--", "sleep", "0.2"].map { Array($0.utf8) },
      environment: Program.environment(), descriptors: [nil, nil, errors.writeEnd])
    errors.fill()
    #expect(try process.wait() == .exited(0))
  }

  @Test func aClosedLogDelaysNothing() throws {
    let run = try PipedRun.shell(
      "\"$SPIN\" -d 0 -- sh -c 'sleep 0.05; exit 4' 2>&1 | true; echo ${PIPESTATUS[0]}")
    #expect(run.outputText == "4\n")
  }
}
