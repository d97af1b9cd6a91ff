import Foundation
import SpinTestSupport
import Testing

@Suite struct ProgressTests {
  /// A command that reports lines and waits for its input after each.
  private func reporting(
    _ lines: [String], options: [String] = [], columns: Int = 50
  ) throws -> TerminalSession {
    let script = lines.map { "printf -- '\($0)' >\"$SPIN_PROGRESS\"; read go" }.joined(
      separator: "; ")
    return try TerminalSession(
      [Program.spin, "-d", "0"] + options + ["--", "bash", "-c", script], columns: columns, rows: 30
    )
  }

  @Test func percentagesBecomeABarAndBack() throws {
    let session = try reporting([
      "42 Linking\\n", "3/4\\n", "# Signing\\n", "101\\nCPU 95%% busy\\n", "-\\n", "99.6\\n",
      "#\\n",
    ])
    for text in [
      "bash ━━━━━━━━━━────────────── 42%  Linking", "bash ━━━━━━━━━━━━━━━━━━────── 75%  Linking",
      "bash ━━━━━━━━━━━━━━━━━━────── 75%  Signing", "bash ━━━━━━━━━━━━━━━━━━────── 75%  Signing",
      "bash  Signing", "bash ━━━━━━━━━━━━━━━━━━━━━━━─ 99%  Signing",
      "bash ━━━━━━━━━━━━━━━━━━━━━━━─ 99%",
    ] {
      try session.wait("'\(text)'") { screen in
        let line = screen.line(screen.row + 1)
        return line.dropFirst(2) == text || line.hasPrefix("⠋ \(text) ")
          || line.contains(" \(text) ")
      }
      session.type("\n")
    }
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == [])
  }

  @Test func theGlyphMovesBesideTheBar() throws {
    let session = try reporting(["42\\n"])
    for glyph in ["⠙", "⠹", "⠸"] { try session.waitForText("\(glyph) bash ━━━━━━━━━━──") }
    session.type("\n")
    try session.waitForEnd()
  }

  @Test func theSubjectStays() throws {
    let session = try reporting(
      ["99 Configuring foo\\n"], options: ["--keep", "-l", "Install packages"], columns: 80)
    try session.waitForText(" Install packages ━")
    try session.waitForText("━─ 99%  Configuring foo")
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines.count == 2)
    #expect(session.screen.line(1).hasPrefix("✔ Install packages "))
    #expect(!session.screen.line(1).contains("foo"))
  }

  @Test func detailsCannotHarmTheTerminal() throws {
    let session = try reporting(["42 a\\033[2J\\033]0;x\\007b\\303\\n"])
    try session.waitForText(" 42%  ab�")
    session.type("\n")
    try session.waitForEnd()
    #expect(session.screen.lines == [])
  }

  @Test func itStandsWhileAnotherWriterMayFollow() throws {
    let session = try TerminalSession.spin(
      "-d", "0", "--", "bash", "-c",
      "exec 3>&-; echo 42 >$SPIN_PROGRESS; read go; echo 43 >$SPIN_PROGRESS; read go", columns: 50)
    try session.waitForText("42%")
    session.type("\n")
    try session.waitForText("43%")
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
  }

  @Test func aSilentRunHasNone() throws {
    let run = try PipedRun.spin(
      "-m", "silent", "--", "sh", "-c", "echo \"${SPIN_PROGRESS:-none}\"")
    #expect(run.outputText == "none\n")
  }

  @Test func aMillionReportsHoldNobodyUp() throws {
    // The last line is the only one that is read from the screen.
    let session = try TerminalSession.spin(
      "-d", "0", "--", "sh", "-c",
      "{ yes 7 | head -n 1000000; echo 93; } >\"$SPIN_PROGRESS\"; read go", columns: 50)
    try session.waitForText("93%")
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
  }

  @Test func hostileLinesAreSurvived() throws {
    let run = try PipedRun.spin(
      "-d", "0", "--", "sh", "-c",
      """
      head -c 3000000 /dev/urandom >"$SPIN_PROGRESS"; head -c 3000000 /dev/zero >"$SPIN_PROGRESS"
      exit 6
      """)
    #expect(run.status == .exited(6))
  }

  @Test func aLogHasALineForEachTenth() throws {
    let session = try PipedSession.spin(
      "-d", "0", "--", "bash", "-c", "echo '45 Linking' >\"$SPIN_PROGRESS\"; read go")
    try session.wait("progress line") {
      $0.errorText.contains(", Linking\n")
    }
    session.closeInput()
    _ = try session.waitForEnd()
    let lines = session.errorText.split(separator: "\n").map {
      $0.replacing(/\d+\.\d+s/, with: "TIME")
    }
    #expect(
      lines == [
        "spin: bash: running", "spin: bash: 45%, TIME, Linking",
        "spin: bash: failed with exit status 1 after TIME",
      ])
  }

  @Test func progressMayComeFromElsewhere() throws {
    let run = try TerminalSession.shell(
      """
      fifo=/tmp/$$.fifo; mkfifo $fifo
      "$SPIN" -d 0 --progress-from $fifo -- sh -c '
        echo "<$SPIN_PROGRESS>"; echo 12 >'$fifo'; read go; echo 34 >'$fifo'; read go'
      rm $fifo
      "$SPIN" -d 0 --progress-from /dev/fd/5 -- sh -c 'read go' 5< <(echo 56; read x </dev/tty)
      """, columns: 50)
    try run.waitForText("12%")
    #expect(run.screen.line(0) == "<>")
    run.type("\n")
    try run.waitForText("34%")
    run.type("\n")
    try run.waitForText("56%")
    run.type("\n\n")
    try run.waitForEnd()
  }

  /// What is read is treated by what it is, whatever it is called.
  @Test(arguments: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "link", "/dev/../dev/stdin"])
  func standardInputByAnyNameEndsWithItsWriter(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let run = try TerminalSession.shell(
      """
      mkdir \(folder); cd \(folder); ln -s /dev/stdin link; mkfifo go
      (echo 42; read go <go) | "$SPIN" -d 0 --progress-from \(name) -- sh -c 'read go </dev/tty'
      cd /; rm -r \(folder)
      """, columns: 50)
    try run.waitForText("─ 42%")
    _ = try PipedRun.shell("echo >\(folder)/go")
    try run.wait("spinner") { $0.lines.last?.hasSuffix(" sh") == true }
    run.type("\n")
    #expect(try run.waitForEnd() == .exited(0))
  }

  @Test func aSourceThatCannotBeReadIsSaid() throws {
    for (path, reason) in [
      ("/no/such", "no such file or directory"), ("/dev/fd/77", "bad file descriptor"),
      ("/dev/fd/4", "bad file descriptor"), ("/dev/fd/1", "bad file descriptor"),
      ("/etc/passwd", "is no FIFO, and no descriptor as /dev/fd/5"),
    ] {
      let run = try PipedRun.spin("--progress-from", path, "--", "echo", "hi")
      #expect(run.status == .exited(125))
      #expect(run.outputText == "")
      #expect(run.errorText == "spin: --progress-from: '\(path)': \(reason)\n")
    }
  }

  @Test func aSpinUnderASpinReportsToIt() throws {
    let session = try TerminalSession.shell(
      """
      "$SPIN" -d 0 -l outer -- sh -c '
        "$SPIN" -d 0 -l inner -- sh -c "echo 42 >\\$SPIN_PROGRESS; read go; exit 3"; echo $?; read go'
      """, columns: 50)
    try session.waitForText("outer ━━━━━━━━━━────────────── 42%  inner")
    #expect(session.screen.lines.count == 2)
    session.type("\n")
    try session.wait("outer's own label") { screen in
      screen.line(1) == "3" && screen.line(screen.row + 1).hasSuffix(" outer")
    }
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["", "3"])
  }

  @Test func theTaskbarIsToldAndCleared() throws {
    for (options, environment, isTold) in [
      ([], ["TERM_PROGRAM": "WezTerm"], true), ([], [:], false),
      (["--taskbar", "always"], [:], true),
      (["--taskbar", "never"], ["TERM_PROGRAM": "WezTerm"], false),
    ] {
      let session = try TerminalSession(
        [Program.spin, "-d", "0"] + options + [
          "--", "bash", "-c",
          "printf 'a\\033]9;4;1;99\\007b'; read go; echo 42 >$SPIN_PROGRESS; read go; kill -9 $$",
        ], columns: 50, rows: 8, environment: environment)
      try session.waitForText("⠙ bash")
      session.type("\n")
      try session.waitForText("42%")
      session.type("\n")
      #expect(try session.waitForEnd() == .killed(SIGKILL))
      let text = String(decoding: session.bytes, as: UTF8.self)
      let told = text.matches(of: /\u{1B}\]9;4;([0-9;]*)(\u{1B}\\|\u{7})/).map {
        String($0.output.1)
      }
      // What the command tells is shown too, in spin's own words.
      #expect(told.filter { $0 != "3" } == (isTold ? ["1;99", "1;42", "0"] : ["1;99"]))
    }
  }

  @Test func theTaskbarIsClearedWhileStopped() throws {
    let session = try TerminalSession.interactiveShell(
      columns: 60, environment: ["TERM_PROGRAM": "WezTerm"])
    try session.enter("\"$SPIN\" -d 0 -- sh -c 'echo ready; exec sleep 60'")
    try session.waitForText("⠙ sh")
    session.type("\u{1A}")
    try session.waitForText("Stopped")
    /// The states that it was told, one after another; each is told again from time to time. That the
    /// command is halted, which may be seen before spin is told to stop with it, is none of these.
    func states() -> [Substring] {
      let text = String(decoding: session.bytes, as: UTF8.self)
      let told = text.matches(of: /\u{1B}\]9;4;([0-3])/).map(\.output.1)
      return told.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    #expect(states() == ["3", "0"])
    try session.enter("fg")
    try session.wait("indicator") { $0.lines.last?.hasSuffix(" sh") == true }
    session.type("\u{3}")
    try session.waitForPrompt()
    #expect(states() == ["3", "0", "3", "0"])
    try session.enter("exit")
    try session.waitForEnd()
  }

  /// However much an inner one reports before it is shown, its last word counts.
  @Test func whatAnInnerSpinReportsLastIsShown() throws {
    let gate = try Gate()
    let session = try TerminalSession.shell(
      """
      "$SPIN" -d 0 -l outer -- "$SPIN" -d 1 -l inner -- bash -c '
        for i in {1..41}; do echo "$i Step $i" >"$SPIN_PROGRESS"; sleep 0.01; done
        echo "42 Last" >"$SPIN_PROGRESS"; read go <\(gate.path)'
      """, columns: 60)
    try session.waitForText("─ 42%  inner: Last")
    try gate.open()
    try session.waitForEnd()
    #expect(session.screen.lines == [])
  }
}
