import Foundation
import SpinTestSupport
import Testing

/// Output that is held until the command ends.
@Suite struct HeldOutputTests {
  private static let chatter = "echo out 1; echo err 1 >&2; echo out 2; printf 'err 2' >&2"

  @Test(arguments: [
    ("-q", "exit 0", false), ("-q", "exit 3", true), ("-q", "kill -KILL $$", true),
    ("-oat-end", "exit 0", true), ("-oat-end", "exit 3", true), ("-onone", "exit 3", false),
    ("-otail:2", "exit 0", false), ("-otail:2", "exit 3", true),
  ])
  func itIsPrintedWhereItGoes(_ option: String, _ end: String, _ isPrinted: Bool) throws {
    let bare = try PipedRun.shell(
      "sh -c \"$SCRIPT\"", environment: ["SCRIPT": "\(Self.chatter); \(end)"])
    let run = try PipedRun.spin(option, "-d", "60", "--", "sh", "-c", "\(Self.chatter); \(end)")
    #expect(run.outputText == (isPrinted ? "out 1\nout 2\n" : ""))
    #expect(run.errorText == (isPrinted ? "err 1\nerr 2" : ""))
    #expect(run.status == bare.status || bare.status == .exited(137) && run.status == .killed(9))
  }

  @Test func whatGoesToOneFileStaysInOrder() throws {
    let run = try PipedRun.shell(
      "\"$SPIN\" -q -- sh -c \"$SCRIPT; exit 1\" 2>&1", environment: ["SCRIPT": Self.chatter])
    #expect(run.outputText == "out 1\nerr 1\nout 2\nerr 2")
  }

  @Test func itComesBeforeTheLastLine() throws {
    let run = try PipedRun.shell("\"$SPIN\" -q -d 0 -- sh -c 'sleep 0.05; echo out; exit 2' 2>&1")
    let lines = run.outputText.split(separator: "\n").map {
      $0.replacing(/\d+\.\d+s/, with: "TIME")
    }
    #expect(
      lines == ["spin: sh: running", "out", "spin: sh: failed with exit status 2 after TIME"])
  }

  @Test func aTerminalStillLooksLikeOne() throws {
    let gate = try Gate()
    let session = try TerminalSession.spin(
      "-q", "-d", "0", "--keep", "--", "sh", "-c",
      """
      test -t 1 && test -t 2 && stty size <&1; printf '\\033[31mred\\033[m\\n'; echo err >&2
      read go <\(gate.path); printf end; exit 4
      """, columns: 40, rows: 10)
    try session.waitForText("⠋ sh")
    try gate.open()
    #expect(try session.waitForEnd() == .exited(4))
    #expect(session.screen.lines.dropLast() == ["10 40", "red", "err", "end"])
    #expect(session.screen.lines.last?.hasPrefix("✘ sh exit 4, ") == true)
    let text = String(decoding: session.bytes, as: UTF8.self)
    #expect(text.contains("\u{1B}[31mred\u{1B}[m\r\nerr\r\nend"))
  }

  @Test func nothingIsLeftOfASuccess() throws {
    let session = try TerminalSession.spin(
      "-q", "-d", "0", "--", "sh", "-c", "seq 100; sleep 0.2; seq 100")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.everything == [])
  }

  @Test func muchIsHeldToTheByte() throws {
    // More than memory is used for.
    let run = try PipedRun.shell(
      "\"$SPIN\" -q -- sh -c 'seq 2000000; exit 1' | cksum; seq 2000000 | cksum")
    let sums = run.outputText.split(separator: "\n")
    #expect(sums.count == 2)
    #expect(sums.first == sums.last)
  }

  @Test func aDiskThatTakesNothingIsSaidAndNothingIsLost() throws {
    let run = try PipedRun.shell(
      "TMPDIR=/no/such \"$SPIN\" -q -d 1h -- sh -c 'seq 2000000; exit 0' | cksum; seq 2000000 | cksum"
    )
    let sums = run.outputText.split(separator: "\n")
    #expect(sums.first == sums.last)
    #expect(
      run.errorText
        == "spin: --output: temporary file: no such file or directory; passing the output on\n")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aKilledSpinPrintsIt(_ signal: Int32) throws {
    let run = try PipedRun.shell(
      """
      "$SPIN" -q -- sh -c 'echo held; echo $PPID >&3; exec sleep 60' 3> >(read pid; kill -\(signal) $pid)
      echo $?
      """)
    #expect(run.outputText == "held\n\(128 + signal)\n")
  }

  @Test func aTimeoutPrintsIt() throws {
    let run = try PipedRun.spin("-q", "-t", "0.2", "--", "sh", "-c", "echo held; exec sleep 60")
    #expect(run.status == .exited(124))
    #expect(run.outputText == "held\n")
  }

  @Test(arguments: [
    ("-q", "exit 0", ""), ("-q", "exit 1", "now\nlater\n"), ("-oat-end", "exit 0", "now\nlater\n"),
  ])
  func whatADescendantWritesLaterTakesTheSameWay(
    _ option: String, _ end: String, _ output: String
  ) throws {
    let run = try PipedRun.shell(
      """
      mkfifo "$FIFO"
      "$SPIN" \(option) -- sh -c '(read go <"$FIFO"; echo later) & echo now; \(end)'
      echo go >"$FIFO"; rm "$FIFO"
      """, environment: ["FIFO": "/tmp/\(UUID().uuidString)"])
    #expect(run.outputText == output)
  }

  @Test func whoeverReadsSeesTheEndInTime() throws {
    // One descendant holds standard error alone, after the command's end.
    let run = try PipedRun.shell(
      """
      "$SPIN" -q -- sh -c 'sleep 100 >/dev/null & echo $!; exit 1' 2>/dev/null | { read pid; read more; kill $pid; echo end; }
      "$SPIN" --scan any -- sh -c 'echo $$; exec >&-; exec sleep 100' | { read pid; read more; kill $pid; echo end; }
      """)
    #expect(run.outputText == "end\nend\n")
  }

  @Test func outputThatDoesNotGetThereIsSaid() throws {
    let run = try PipedRun.shell(
      """
      exec 3>&1
      "$SPIN" -d 60 -o at-end -- echo hi >/dev/full; echo $?
      "$SPIN" -q -- sh -c 'echo hi; echo kept >&2; echo hi; exit 3' 2>&3 >/dev/full; echo $?
      "$SPIN" -d 60 -o at-end -- seq 1000000 | head -n 1; echo ${PIPESTATUS[0]}
      """)
    let message = "spin: output: no space left on device\n"
    // A stream that fails keeps nothing from the other.
    #expect(run.outputText == "125\nkept\n\(message)3\n1\n0\n")
    #expect(run.errorText == message)
  }

  @Test func aSpinThatIsAskedToEndWhileItPrintsEndsSo() throws {
    let session = try PipedSession.spin("-m", "silent", "-o", "at-end", "--", "seq", "1000000")
    let deadline = Deadline.generous
    // It is seen to wait for its reader.
    while !isWaitingToWrite(session.process.pid), !deadline.hasPassed { usleep(1000) }
    session.process.send(SIGTERM)
    #expect(try session.process.wait() == .killed(SIGTERM))
  }

  /// Whether the process waits for an event, and has no child any more.
  private func isWaitingToWrite(_ pid: pid_t) -> Bool {
    func text(_ name: String) -> String? {
      try? String(contentsOfFile: "/proc/\(pid)/\(name)", encoding: .utf8)
    }
    // In this order: it does not wait for events before it has a child.
    return text("wchan")?.contains("poll") == true && text("task/\(pid)/children") == ""
  }

  @Test func aSlowReaderHoldsNoSignalBack() throws {
    // Nothing can be held in a file, and nobody reads.
    let session = try PipedSession(
      [
        Program.spin, "-m", "silent", "-q", "--", "sh", "-c",
        "echo ready >&2; seq 3000000; exec sleep 60",
      ].map { Array($0.utf8) },
      environment: Program.environment(["TMPDIR": "/no/such"]))
    try session.wait("message") { $0.errorText.contains("passing the output on") }
    session.process.send(SIGTERM)
    #expect(try session.waitForEnd() == .killed(SIGTERM))
  }

  @Test func namesOfOneTerminalShareItsOrder() throws {
    let session = try TerminalSession.shell(
      "\"$SPIN\" -d 1h -o at-end -- sh -c 'for i in 1 2 3 4; do echo o$i; echo e$i >&2; done' 2>/dev/tty"
    )
    try session.waitForEnd()
    #expect(session.screen.lines == ["o1", "e1", "o2", "e2", "o3", "e3", "o4", "e4"])
  }

  @Test func theTailShowsAboveTheIndicator() throws {
    let session = try TerminalSession.spin(
      "-o", "tail:3", "-d", "0", "--", "sh", "-c",
      "seq 7; printf '10%%\\r20%%\\n'; printf '\\033[31mred\\033[5Ax'; read go; exit 0",
      columns: 30, rows: 8)
    try session.wait("tail") { screen in
      Array(screen.lines.prefix(4)) == ["", "7", "20%", "redx"]
        && screen.lines.last?.hasSuffix(" sh") == true
    }
    try session.waitForText("⠹ sh")
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == [])
  }

  @Test func theGlyphMovesBelowATailThatGrows() throws {
    let session = try TerminalSession.spin(
      "-o", "tail:4", "-d", "0", "--", "sh", "-c",
      "for i in 1 2 3 4 5 6; do echo line $i; read go; done; exit 0", columns: 30, rows: 9)
    for number in 1...6 {
      for glyph in ["⠙", "⠸"] {
        try session.wait("line \(number)") { screen in
          screen.lines.last?.hasPrefix("\(glyph) sh") == true
            && screen.lines.dropLast().last == "line \(number)"
        }
      }
      #expect(
        session.screen.lines.filter { $0.contains("ine ") }
          == (max(1, number - 3)...number).map { "line \($0)" })
      session.type("\n")
    }
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == [])
  }

  @Test func theTailFitsTheWindow() throws {
    let session = try TerminalSession.spin(
      "-o", "tail:9", "-d", "0", "--", "sh", "-c", "seq 20; echo 漢字漢字漢字漢字; read go; exit 2",
      columns: 12,
      rows: 5)
    try session.wait("tail") { screen in
      screen.lines.count == 5 && screen.lines.last?.hasSuffix(" sh") == true
        && screen.line(3) == "漢字漢字漢"
    }
    for (columns, rows) in [(30, 4), (8, 6), (20, 3), (40, 10)] {
      session.resize(columns: columns, rows: rows)
      try session.wait("tail at \(columns)x\(rows)") { screen in
        screen.lines.last?.hasSuffix(" sh") == true
          && screen.lines.filter { $0.hasSuffix(" sh") }.count == 1
          && screen.lines.contains { $0.hasPrefix("漢") }
      }
    }
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(2))
    #expect(!session.screen.lines.contains { $0.hasSuffix(" sh") })
  }
}
