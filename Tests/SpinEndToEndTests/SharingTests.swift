import Foundation
import SpinTestSupport
import Testing

/// The indicator beside other programs that use the terminal.
@Suite struct SharingTests {
  private func spinning(_ script: String) throws -> TerminalSession {
    try TerminalSession.spin("-d", "0", "--", "sh", "-c", script)
  }

  @Test func anotherTerminalOnStandardOutputIsLeftAlone() throws {
    let run = try TerminalSession.shell(
      "x=$(\"$SPIN\" -d 0 -- sh -c 'sleep 0.3; echo hi'); echo \"<$x>\"")
    try run.waitForEnd()
    #expect(run.screen.lines == ["<hi>"])
    #expect(String(decoding: run.bytes, as: UTF8.self).contains("⠋"))
  }

  @Test(arguments: [
    ("cat", false), ("sed s/a/a/ | cat", false), ("tee /dev/null", false), ("wc -l", true),
    ("cat >/dev/null", true), ("cat | wc -l", true),
  ])
  func whatAPipelineBringsBackToTheTerminalIsNotDisturbed(
    _ rest: String, _ isShown: Bool
  ) throws {
    let session = try TerminalSession.shell(
      "\"$SPIN\" -d 0.2 -- sh -c 'echo a; sleep 0.6; echo b' | \(rest)")
    try session.waitForEnd()
    #expect(String(decoding: session.bytes, as: UTF8.self).contains(" sh") == isShown)
  }

  @Test func theLineOfAPipelinesLastProgramStandsAlone() throws {
    for _ in 0..<5 {
      let session = try TerminalSession.shell(
        "echo before; \"$SPIN\" -d 0 -- sleep 0.1 | wc -l; echo after")
      try session.waitForEnd()
      #expect(session.screen.lines == ["before", "0", "after"])
    }
  }

  @Test func norDoesALineOfAnEarlierOneLeaveARest() throws {
    let session = try TerminalSession.shell(
      "{ printf 'meter' >&2; sleep 0.5; echo >&2; } | \"$SPIN\" -d 0 -- cat; echo after")
    try session.waitForEnd()
    #expect(session.screen.lines == ["meter", "after"])
  }

  @Test func theIndicatorGoesAlsoWhileOthersWrite() throws {
    // A terminal refuses who does not wait while it takes something else, here what shows nothing.
    let session = try TerminalSession.shell(
      """
      dd if=/dev/zero of=/dev/tty bs=1 2>/dev/null &
      for i in {1..30}; do "$SPIN" -d 0 -- sleep 0.02; done
      kill -PIPE $!; wait $!; echo end
      """)
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["end"])
  }

  @Test func aTerminalThatIsHeldDelaysNoEnd() throws {
    let session = try TerminalSession.spin(
      "-d", "0", "--", "bash", "-c", "trap 'exit 5' USR1; echo ready; while :; do sleep 0.05; done")
    try session.waitForText("⠙ bash")
    session.type("\u{13}")
    // Some frames that cannot be written.
    let shown = session.bytes.count
    #expect(throws: TimedOut.self) {
      try session.wait("more", until: Deadline(in: 0.5)) { _ in session.bytes.count > shown + 1000 }
    }
    session.process.send(SIGUSR1)
    #expect(try session.process.wait(until: Deadline(in: 5)) == .exited(5))
  }

  @Test func oneSpinAtATimeDraws() throws {
    let gates = ["one": try Gate(), "two": try Gate()]
    let commands = gates.map { label, gate in
      "\"$SPIN\" -d 0 -l \(label) -- sh -c 'read go <\(gate.path)' & "
    }
    let session = try TerminalSession.shell(commands.joined() + "wait")
    var first: String?
    var frames: Set<String> = []
    try session.wait("some frames of one") { screen in
      for line in screen.lines where !line.isEmpty {
        let words = line.split(separator: " ").map(String.init)
        // The label in front of the time, where one shows.
        guard words.count > 1 else { continue }
        first = first ?? words[1]
        #expect(words[1] == first)
        frames.insert(words[0])
      }
      #expect(screen.lines.filter { !$0.isEmpty }.count < 2)
      return frames.count >= 8
    }
    let label = try #require(first)
    let other = label == "one" ? "two" : "one"
    try gates[label]?.open()
    try session.wait("the other") { $0.lines.last?.contains(" \(other)") == true }
    try gates[other]?.open()
    try session.waitForEnd()
    #expect(session.screen.lines == [])
  }

  @Test func aFullScreenProgramIsLeftAlone() throws {
    let session = try spinning(
      "printf '\\033[?1049h\\033[H'; echo full; sleep 0.4; printf '\\033[?1049l'; read line"
    )
    try session.wait("full screen") { $0.isAlternate && $0.lines == ["full"] }
    try session.wait("indicator after it") { !$0.isAlternate && $0.line(1).hasSuffix(" sh") }
    session.type("\n")
    try session.waitForEnd()
    #expect(session.screen.lines == [])
  }

  @Test func whatAnotherProgramHasDrawnIsNotErased() throws {
    // As who asks for a passphrase in a box does, without a word through the command's output.
    let session = try spinning(
      """
      sleep 1.2; exec 3>/dev/tty
      stty -icanon -echo </dev/tty; printf '\\033[2J\\033[5;1Hbox\\r\\nedge\\033[5;4H' >&3
      dd bs=1 count=1 </dev/tty >/dev/null 2>&1
      printf '\\033[2J\\033[H' >&3; stty icanon echo </dev/tty; read go
      """)
    try session.wait("box") { $0.line(4) == "box" && $0.line(5) == "edge" }
    let place = session.bytes.count
    session.type("x")
    try session.wait("indicator") { $0.lines.count == 2 && $0.line(1).contains(" sh") }
    // Nothing was written before the box went.
    #expect(String(decoding: session.bytes[place...], as: UTF8.self).hasPrefix("\u{1B}[2J"))
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == [])
  }

  @Test func aTerminalWithoutEchoIsLeftAlone() throws {
    let session = try spinning(
      """
      stty -echo </dev/tty; printf 'Password: ' >/dev/tty; read password </dev/tty
      stty echo </dev/tty; echo >/dev/tty; read line
      """)
    try session.wait("prompt") { $0.line(0) == "Password:" && $0.lines.count == 1 }
    session.type("secret\n")
    try session.wait("indicator after it") { $0.row == 1 && $0.line(2).hasSuffix(" sh") }
    session.type("\n")
    try session.waitForEnd()
    #expect(session.screen.lines == ["Password:"])
  }

  /// What a sequence has begun, a character or a string is not broken by a frame, however long its rest
  /// takes.
  @Test(arguments: [
    ("a\\033", "[31mb", "ab"), ("a\\033[", "31mb", "ab"), ("a\\033[38;5", ";1mb", "ab"),
    ("a\\033]0;title", " b\\007c", "ac"), ("a\\303", "\\244", "aä"), ("a\\033(", "Bb", "ab"),
  ])
  func nothingIsDrawnWithinASequence(_ start: String, _ rest: String, _ text: String) throws {
    let gate = try Gate()
    let session = try spinning(
      "printf x; printf '\\r\(start)'; read go <\(gate.path); printf '\(rest)\\n'")
    // Frames would come meanwhile.
    let end = Deadline(in: 0.5)
    #expect(throws: TimedOut.self) { try session.wait("no end", until: end) { _ in false } }
    try gate.open()
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == [text])
    let sequence = try PipedRun.shell("printf '\(start)\(rest)'").output
    #expect(session.bytes.firstRange(of: sequence) != nil)
  }

  /// A terminal that refuses a write for a moment, as it does while it takes something else, is asked again:
  /// above all at the end.
  @Test(.enabled(if: Program.canInject, "needs strace"), arguments: 1...6)
  func whatIsRefusedOnceIsWrittenAgain(_ first: Int) throws {
    let session = try TerminalSession(
      [
        "strace", "-D", "-qq", "-o", "/dev/null", "-e", "trace=write", "-e",
        "inject=write:error=EAGAIN:when=\(first)+2", Program.spin, "-d", "0", "--", "sh", "-c",
        "read line; echo out",
      ], columns: 40, rows: 10)
    try session.waitForText("⠙ sh")
    session.type("\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["", "out"])
  }
}
