import SpinTestSupport
import Testing

/// Progress that is read from the command's output.
@Suite struct ScanTests {
  private func session(_ lines: [String], options: [String] = []) throws -> TerminalSession {
    let script = lines.map { "printf '\($0)'; read go" }.joined(separator: "; ")
    return try TerminalSession(
      [Program.spin, "-d", "0"] + options + ["--", "sh", "-c", script], columns: 40, rows: 20)
  }

  private func expect(
    _ lines: [String], options: [String] = [], _ percentages: [Int?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let session = try session(lines, options: options)
    for percentage in percentages {
      try session.wait("\(percentage.map { "\($0)%" } ?? "spinner")") { screen in
        let line = screen.line(screen.row + 1)
        return percentage.map { line.hasSuffix(" \($0)%") || line.contains(" \($0)% ") }
          ?? line.hasSuffix(" sh")
      }
      session.type("\n")
    }
    #expect(try session.waitForEnd() == .exited(0), sourceLocation: sourceLocation)
  }

  @Test func twoConsistentRecordsBecomeABar() throws {
    try expect(["[1/4] a\\n", "[2/4] b\\n", "[3/4] c\\n"], [nil, 50, 75])
    try expect(["[ 42%%] Building\\n", "[ 57%%] Linking\\n"], [nil, 57])
    // Also without an end, once it is quiet.
    try expect(["\\r[1/4] a", "\\r[2/4] b"], [nil, 50])
  }

  @Test func otherPercentagesDoNot() throws {
    try expect(["CPU 95%% busy\\n", "CPU 96%% busy\\n", "disk 91%% full\\n"], [nil, nil, nil])
    try expect(["[1/4] a\\n", "[2/4] b\\n"], options: ["--scan", "off"], [nil, nil])
    try expect(["[1/4] a\\n", "[2/4] b\\n"], options: ["--scan", "git"], [nil, nil])
    try expect(["x 41%%\\n", "x 42%%\\n"], options: ["--scan", "any"], [nil, 42])
  }

  @Test func thePipeOutranksTheOutput() throws {
    try expect(
      ["[1/4] a\\n", "[2/4] b\\n\"; echo 7 >\"$SPIN_PROGRESS\"; printf \"", "[3/4] c\\n"].map {
        $0.replacing("\"", with: "'").replacing("'$SPIN_PROGRESS'", with: "\"$SPIN_PROGRESS\"")
      }, [nil, 7, 7])
  }

  @Test func outputThatGoesElsewhereIsReadWhereThatIsAskedFor() throws {
    let session = try PipedSession.spin(
      "-d", "0", "--scan", "ninja", "--", "sh", "-c",
      "echo '[1/4] a'; echo err >&2; echo '[2/4] b'; read go")
    try session.wait("progress") { $0.errorText.contains("sh: 50%") }
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(1))
    #expect(session.outputText == "[1/4] a\n[2/4] b\n")
    #expect(session.errorText.contains("err\n"))
  }

  @Test func whatIsReadIsPassedOnToTheByte() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let run = try PipedRun(
      [Program.spin, "--scan", "any", "--", "cat"].map { Array($0.utf8) }, input: bytes,
      environment: Program.environment())
    #expect(run.output == bytes)
    let head = try PipedRun.shell("\"$SPIN\" --scan any -- yes | head -n 1; echo ${PIPESTATUS[0]}")
    #expect(head.outputText == "y\n141\n")
  }
}
