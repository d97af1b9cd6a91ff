import Foundation
import SpinTestSupport
import Testing

@Suite struct IndicatorTests {
  /// A command that waits for its input's end and then ends with this status.
  private func waiting(
    _ options: String..., script: String = "read line; exit 0", columns: Int = 40, rows: Int = 10,
    environment: [String: String?] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      [Program.spin] + options + ["--", "sh", "-c", script], columns: columns, rows: rows,
      environment: environment)
  }

  private func expectNoOffence(
    _ session: TerminalSession, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(session.screen.offences == [], sourceLocation: sourceLocation)
    #expect(session.screen.isCursorVisible, sourceLocation: sourceLocation)
  }

  @Test func aQuickCommandWritesNotOneByte() throws {
    let session = try TerminalSession.spin("--", "sleep", "0.5")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.bytes == [])
  }

  @Test func theIndicatorMovesAndCountsAndGoes() throws {
    let session = try waiting("-d", "0", "--label", "Building")
    try session.waitForLine("⠙ Building")
    try session.waitForLine("⠹ Building")
    try session.wait("elapsed time") { $0.line(1).hasSuffix(" Building 2s") }
    #expect((session.screen.row, session.screen.column) == (0, 0))
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == [])
    #expect(session.screen.row == 1)
    expectNoOffence(session)
  }

  @Test func outputScrollsAboveIt() throws {
    let session = try waiting(
      "-d", "0", script: "for i in $(seq 30); do echo line $i; read go; done", rows: 6)
    for number in 1...30 {
      try session.wait("line \(number) above the indicator") { screen in
        screen.lines.suffix(3).first == "line \(number)"
          && screen.lines.last?.hasSuffix(" sh") == true
      }
      session.type("\n")
    }
    try session.waitForEnd()
    #expect(!session.screen.everything.contains { $0.hasSuffix(" sh") })
    #expect(session.screen.everything.filter { !$0.isEmpty } == (1...30).map { "line \($0)" })
    expectNoOffence(session)
  }

  /// Where no signal of such a line can queue, each must have been seen before the next is typed.
  @Test(arguments: [0, 3, 9], [true, false])
  func typedLinesLeaveEmptyLinesAndNoCopy(_ linesBefore: Int, _ signalsQueue: Bool) throws {
    // The command does not read what is typed.
    let session = try TerminalSession.shell(
      """
      \(signalsQueue ? "" : "ulimit -i 0")
      exec "$SPIN" -d 0 -- bash -c "
        trap exit USR1; echo ready; seq \(linesBefore); while :; do sleep 0.05; done"
      """, columns: 40, rows: 12)
    let before = ["ready"] + (0..<linesBefore).map { String($0 + 1) }
    try session.wait("indicator") { screen in
      screen.everything.contains(before.last ?? "") && screen.lines.last?.hasSuffix(" bash") == true
    }
    for count in signalsQueue ? [5] : [1, 2, 3, 4, 5] {
      session.type(String(repeating: "\n", count: signalsQueue ? 5 : 1))
      try session.wait("\(count) lines") { screen in
        screen.history.count + screen.row >= before.count + count
          && screen.line(screen.row + 1).hasSuffix(" bash")
          // A copy may stand for as long as a line that was typed is not noticed.
          && screen.everything.filter { $0.hasSuffix(" bash") }.count == 1
      }
    }
    session.process.send(SIGUSR1)
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.everything.filter { !$0.isEmpty } == before)
  }

  @Test func theScreenIsWhatTheCommandAloneLeaves() throws {
    for script in [
      "echo one; sleep 0.3; printf two", "printf 'a\\tb\\r\\n'; sleep 0.3; seq 20; sleep 0.2",
      "printf '\\033[31mred\\033[m'; sleep 0.3; printf '\\rRED\\n'; sleep 0.2",
      "printf 'progress 10%%\\r'; sleep 0.3; printf 'progress 20%%\\r'; sleep 0.3",
      // Displays of their own.
      """
      printf 'task\\n1\\n2\\n3\\n'; sleep 0.3; for i in a b c; do
        sleep 0.15; printf "\\033[3A\\033[K$i 1\\n\\033[K$i 2\\n\\033[K$i 3\\n"
      done; sleep 0.3; echo end
      """,
      "printf 'x\\n\\0337y\\nz\\n'; sleep 0.3; printf '\\0338Y\\n'; sleep 0.3; printf '\\nend\\n'",
    ] {
      let bare = try TerminalSession.shell(script, rows: 8)
      try bare.waitForEnd()
      let spun = try waiting("-d", "0", script: script, rows: 8)
      #expect(try spun.waitForEnd() == .exited(0))
      #expect(spun.screen.everything == bare.screen.everything)
      #expect(spun.screen.column == bare.screen.column)
      // At the bottom of the window it may have scrolled by one row.
      #expect(bare.screen.row - spun.screen.row <= 1)
      #expect(spun.bytes.count > bare.bytes.count)
    }
  }

  @Test func whatStandsToTheRightOfTheCursorIsKept() throws {
    let session = try waiting("-d", "0", script: "printf 'progress 42%%\\r'; read line")
    try session.wait("indicator") { $0.line(1).hasPrefix("⠹ sh") }
    #expect(session.screen.line(0) == "progress 42%")
    #expect(session.screen.column == 0)
    session.type("\n")
    try session.waitForEnd()
    #expect(session.screen.lines == ["progress 42%"])
  }

  @Test func aRowThatIsExactlyFullIsNotDisturbed() throws {
    // Dots come one by one over the end of the row, while frames are due.
    let session = try waiting(
      "-d", "0", script: "for i in $(seq 25); do printf .; sleep 0.05; done; read line", columns: 10
    )
    try session.wait("indicator below") { $0.line(2) == "....." && $0.line(3).hasSuffix(" sh") }
    #expect(session.screen.lines.prefix(3) == ["..........", "..........", "....."])
    session.type("\n")
    try session.waitForEnd()
  }

  @Test func aRowThatIsFilledAgainAndAgainHasItsIndicator() throws {
    // As curl's bar does.
    let row = String(repeating: "#", count: 39)
    let session = try waiting(
      "-d", "0", script: "printf '\\r\(row)1'; read go; printf '\\r\(row)2'; read go; printf 3",
      columns: 40)
    try session.wait("indicator below") { $0.line(0) == row + "1" && $0.line(1).hasSuffix(" sh") }
    session.type("\n")
    try session.wait("second") {
      $0.lines.contains(row + "2") && $0.lines.last?.hasSuffix(" sh") == true
    }
    session.type("\n")
    try session.waitForEnd()
    #expect(session.screen.everything == [row + "1", row + "2", "3"])
  }

  @Test func aWideLabelStaysInOneLine() throws {
    let label = String(repeating: "漢字", count: 15)
    let session = try waiting("-d", "0", "-l", label, columns: 20)
    try session.wait("elapsed time") { $0.line(1).hasSuffix(" 2s") }
    #expect(
      session.screen.line(1).hasPrefix("⠋ 漢字漢…漢字漢 2s") || session.screen.line(1).contains("漢…"))
    #expect(session.screen.lines.count == 2)
    session.type("\n")
    try session.waitForEnd()
    #expect(session.screen.lines == [])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func tinyWindowsAreSurvived(_ columns: Int) throws {
    for rows in [0, 1, 2, 3] {
      let session = try waiting(
        "-d", "0", script: "echo abc; sleep 0.15; printf xyz; sleep 0.15; exit 6", columns: columns,
        rows: rows)
      #expect(try session.waitForEnd() == .exited(6))
      expectNoOffence(session)
    }
  }

  @Test func aWindowOfOneRowShowsNothing() throws {
    let session = try waiting("-d", "0", script: "sleep 0.3", rows: 1)
    try session.waitForEnd()
    #expect(session.bytes == [])
  }

  @Test func resizingLeavesNoCopy() throws {
    let session = try waiting("-d", "0", "-l", "a label of some length", columns: 60, rows: 10)
    for (columns, rows) in [(30, 10), (12, 4), (5, 2), (80, 20), (25, 6), (60, 10)] {
      session.resize(columns: columns, rows: rows)
      try session.wait("one indicator at \(columns)x\(rows)") { screen in
        let glyphs = screen.lines.joined().filter { "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains($0) }
        return glyphs.count == 1
          && screen.line(screen.row + 1).first.map { "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains($0) } == true
      }
    }
    session.type("\n")
    try session.waitForEnd()
    #expect(session.screen.lines == [])
  }

  @Test func aLastLineStaysWithKeep() throws {
    let good = try waiting("-d", "0", "--keep", "-l", "Build", script: "printf out; sleep 0.2")
    try good.waitForEnd()
    #expect(good.screen.lines.first == "out")
    #expect(good.screen.lines.last?.hasPrefix("✔ Build 0.") == true)
    #expect((good.screen.row, good.screen.column) == (2, 0))

    let bad = try waiting("-d", "0", "--keep", "-l", "Build", script: "echo out; sleep 0.2; exit 2")
    #expect(try bad.waitForEnd() == .exited(2))
    #expect(bad.screen.lines.first == "out")
    #expect(bad.screen.lines.last?.hasPrefix("✘ Build exit 2, 0.") == true)

    let none = try TerminalSession.spin("-d", "0", "--keep", "--", "no-such")
    #expect(try none.waitForEnd() == .exited(127))
    #expect(none.screen.lines == ["spin: 'no-such': command not found"])

    let quick = try waiting("--keep", script: "exit 2")
    try quick.waitForEnd()
    #expect(quick.bytes == [])
  }

  @Test func thereIsNoUnicodeOutsideItsLocale() throws {
    let session = try waiting("-d", "0", "-l", "Größe", environment: ["LC_ALL": "C"])
    try session.waitForLine("/ Gr??e")
    #expect(session.bytes.allSatisfy { $0 < 0x80 })
    session.type("\n")
    try session.waitForEnd()
  }

  @Test func noColorMeansNone() throws {
    let sequence = "\u{1B}[36m"
    let colored = try waiting("-d", "0")
    try colored.waitForLine("⠙ sh")
    #expect(String(decoding: colored.bytes, as: UTF8.self).contains(sequence))
    colored.type("\n")
    try colored.waitForEnd()
    for (options, environment) in [([], ["NO_COLOR": "1"]), (["--color", "none"], [:])] {
      let session = try TerminalSession(
        [Program.spin, "-d", "0"] + options + ["--", "sh", "-c", "read line"], columns: 40,
        rows: 10,
        environment: environment)
      try session.waitForLine("⠙ sh")
      let text = String(decoding: session.bytes, as: UTF8.self)
      #expect(!text.contains(/\u{1B}\[\d+(;\d+)*m/))
      session.type("\n")
      try session.waitForEnd()
    }
  }
}
