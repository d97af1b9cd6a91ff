import Foundation
import SpinTestSupport
import Testing

@Suite struct StreamTests {
  @Test func aMillionLinesPassUnharmed() throws {
    let session = try TerminalSession.spin("-d", "1h", "--", "seq", "1000000")
    session.showsScreen = false
    #expect(try session.waitForEnd(until: Deadline(in: 120)) == .exited(0))
    var expected: [UInt8] = []
    for number in 1...1_000_000 { expected += "\(number)\r\n".utf8 }
    let isSame = session.bytes == expected
    #expect(isSame)
  }

  @Test func noByteIsChanged() throws {
    // All bytes in all kinds of places around line ends, in pieces of all sizes.
    let script = """
      import os, random
      random.seed(7)
      data = bytes(random.choice(b"\\r\\n\\r\\nab\\t\\x80\\xff\\x1b") for _ in range(100000))
      data += bytes(range(256)) + b"\\r\\r\\n\\n\\r"
      place = 0
      while place < len(data):
          place += os.write(1, data[place:place + random.randrange(1, 300)])
      """
    let bare = try TerminalSession(["python3", "-c", script], columns: 40, rows: 10)
    try bare.waitForEnd()
    let spun = try TerminalSession.spin("-d", "1h", "--", "python3", "-c", script)
    #expect(try spun.waitForEnd() == .exited(0))
    let isSame = spun.bytes == bare.bytes
    #expect(isSame)
    #expect(bare.bytes.count > 100_000)
  }

  @Test func theTerminalsOwnModesStayInForce() throws {
    // A program that puts carriage returns before line feeds itself, as its terminal does not.
    let script = """
      stty -onlcr
      $PREFIX sh -c 'printf "one\\ntwo\\r\\nthree\\n"'
      stty onlcr
      """
    let bare = try TerminalSession.shell(script, environment: ["PREFIX": ""])
    try bare.waitForEnd()
    let spun = try TerminalSession.shell(script, environment: ["PREFIX": "\(Program.spin) --"])
    try spun.waitForEnd()
    #expect(spun.bytes == bare.bytes)
    #expect(bare.screen.lines == ["one", "   two", "three"])
  }

  @Test func aPartialLineShowsAtOnceWithTheCursorBehindIt() throws {
    let session = try TerminalSession.spin(
      "-d", "0", "--", "sh", "-c", "printf 'Continue? [y/N] '; read answer; echo \"<$answer>\"")
    try session.wait("prompt") { $0.line(0) == "Continue? [y/N]" && $0.column == 16 }
    try session.wait("indicator") { $0.line(1).hasSuffix(" sh") && $0.column == 16 && $0.row == 0 }
    session.type("y\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["Continue? [y/N] y", "<y>"])
  }

  @Test func bothStreamsComeInOrder() throws {
    let session = try TerminalSession.spin(
      "--", "sh", "-c", "for i in 1 2 3; do echo out $i; echo err $i >&2; done")
    try session.waitForEnd()
    #expect(session.screen.lines == ["out 1", "err 1", "out 2", "err 2", "out 3", "err 3"])
  }

  @Test func theCommandSeesATerminalOfTheSameSizeAndModes() throws {
    let script = "for n in 0 1 2; do test -t $n && echo $n; done; stty size; stty size <&2"
    let session = try TerminalSession.spin("--", "sh", "-c", script, columns: 33, rows: 11)
    try session.waitForEnd()
    #expect(session.screen.lines == ["0", "1", "2", "11 33", "11 33"])
  }

  @Test func theSizeFollowsTheWindow() throws {
    // The signal may come before the size has changed here: then another follows.
    let script = """
      import os, signal, sys
      def show(number, frame):
          os.write(1, b"%d %d\\n" % os.get_terminal_size(1))
      signal.signal(signal.SIGWINCH, show)
      os.write(1, b"ready\\n")
      sys.stdin.readline()
      """
    let session = try TerminalSession.spin("--", "python3", "-c", script)
    try session.waitForLine("ready")
    session.resize(columns: 55, rows: 9)
    try session.waitForLine("55 9")
    session.type("\n")
    try session.waitForEnd()
  }

  @Test func modesThatAreSetThroughTheOutputReachTheTerminal() throws {
    let session = try TerminalSession.spin(
      "--", "sh", "-c", "stty -echo -icanon <&1; echo ready; read x; stty echo icanon <&1; echo end"
    )
    try session.waitForLine("ready")
    #expect(session.modes.c_lflag & tcflag_t(ECHO | ICANON) == 0)
    session.type("\n")
    try session.waitForLine("end")
    #expect(session.modes.c_lflag & tcflag_t(ECHO) != 0)
    #expect(session.modes.c_lflag & tcflag_t(ICANON) != 0)
    #expect(try session.waitForEnd() == .exited(0))
  }

  @Test func echoThatIsTurnedOffAfterThePromptIsOff() throws {
    // As who asks for a password through standard error does. Nothing tells of it, and nothing is written
    // after it: spin looks for a while after each output.
    let session = try TerminalSession.spin(
      "-d", "60", "--", "python3", "-c",
      """
      import os, termios, time
      os.write(2, b"Password: ")
      time.sleep(0.1)
      modes = termios.tcgetattr(2)
      modes[3] &= ~termios.ECHO
      termios.tcsetattr(2, termios.TCSADRAIN, modes)
      text = os.read(0, 100)
      modes[3] |= termios.ECHO
      termios.tcsetattr(2, termios.TCSADRAIN, modes)
      os.write(1, text)
      """)
    try session.wait("prompt") { $0.line(0) == "Password:" }
    try session.wait("no echo") { _ in session.modes.c_lflag & tcflag_t(ECHO) == 0 }
    session.type("secret\n")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["Password: secret"])
    #expect(session.modes.c_lflag & tcflag_t(ECHO) != 0)
  }

  @Test func modesThatAreOnlySetOnTheWayAreTakenBack() throws {
    // As less does: it turns output processing on for itself, and restores what it found.
    let session = try TerminalSession.shell(
      """
      stty -a >/tmp/$$.before
      "$SPIN" -- sh -c 'exec 3<&1; old=$(stty -g <&3); stty onlcr tab3 -echo <&3; echo a
        stty "$old" <&3; echo b'
      stty -a >/tmp/$$.after
      cmp /tmp/$$.before /tmp/$$.after && echo same
      rm /tmp/$$.before /tmp/$$.after
      """)
    try session.waitForEnd()
    #expect(session.screen.lines == ["a", "b", "same"])
  }

  @Test func aTerminalThatIsNotTheIndicatorsIsNotRelayed() throws {
    let session = try TerminalSession.shell(
      "\"$SPIN\" -d 0 -- tty <&1 2>/dev/null; \"$SPIN\" -- sh -c 'tty <&1' >/dev/tty")
    try session.waitForEnd()
    #expect(session.screen.lines.first == session.name)
    #expect(session.screen.lines.last != session.name)
  }

  @Test func aCommandWorksWithoutAControllingTerminal() throws {
    let session = try TerminalSession.shell(
      "setsid -w \"$SPIN\" -d 0 -- sh -c 'echo hi; exit 3'; echo $?")
    try session.waitForEnd()
    #expect(session.screen.lines == ["hi", "3"])
  }

  @Test func standardInputIsTheTerminalItself() throws {
    let session = try TerminalSession.spin(
      "--", "sh", "-c", "tty; read line </dev/tty; echo \"<$line>\"")
    try session.waitForLine(session.name)
    session.type("typed\n")
    try session.waitForLine("<typed>")
    try session.waitForEnd()
  }

  /// A command that has its terminal add carriage returns has each of them once, wherever a piece ends.
  @Test func everyLineFeedHasOneCarriageReturn() throws {
    let script = """
      import os, sys, termios
      modes = termios.tcgetattr(1)
      modes[1] |= termios.OPOST | termios.ONLCR
      termios.tcsetattr(1, termios.TCSANOW, modes)
      text = b"".join(b"x" * (n % 3) + b"\\n" for n in range(40000))
      while text: text = text[os.write(1, text[:30000]):]
      """
    func bytes(_ prefix: [String]) throws -> [UInt8] {
      let session = try TerminalSession(
        prefix + ["python3", "-c", script], columns: 200, rows: 10)
      session.showsScreen = false
      #expect(try session.waitForEnd() == .exited(0))
      return session.bytes
    }
    #expect(try bytes([Program.spin, "-d", "60", "--"]) == bytes([]))
  }

  @Test func keysThatHaveAMeaningAreThoseOfTheCommand() throws {
    let session = try TerminalSession.spin(
      "-d", "0", "--", "sh", "-c", "stty intr ^X erase ^Y <&1; echo ready; read line; echo no")
    try session.waitForLine("ready")
    session.type("\u{18}")
    #expect(try session.waitForEnd() == .killed(SIGINT))
  }
}
