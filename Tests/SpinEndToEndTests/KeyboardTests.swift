import Foundation
import SpinTestSupport
import Testing

/// Programs that read keys find them wherever they look for them.
@Suite struct KeyboardTests {
  /// Reads five keys from a descriptor, with the modes set on another, and shows them.
  private func script(reading: String, modes: String) -> String {
    """
    import os, termios, tty
    keys = \(reading)
    modes = \(modes)
    old = termios.tcgetattr(modes)
    tty.setcbreak(modes)
    os.write(1, b"ready\\r\\n")
    typed = b"".join(os.read(keys, 1) for _ in range(5))
    termios.tcsetattr(modes, termios.TCSADRAIN, old)
    os.write(1, b"<" + typed + b">\\n")
    """
  }

  @Test(arguments: [
    // As htop does.
    ("0", "1"),
    ("os.open('/dev/tty', os.O_RDONLY)", "2"),
    // As less does.
    ("os.open(os.ttyname(2), os.O_RDONLY)", "2"),
    ("os.open(os.ttyname(2), os.O_RDONLY)", "keys"),
    // As most do.
    ("0", "0"),
  ])
  func keysReachWhoReadsThem(_ reading: String, _ modes: String) throws {
    let session = try TerminalSession.spin(
      "-d", "0", "--", "python3", "-c", script(reading: reading, modes: modes))
    try session.waitForLine("ready")
    for key in ["a", "b", "c", "d", "e"] { session.type(key) }
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["ready", "<abcde>"])
    #expect(session.modes.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON))
  }

  @Test(arguments: [
    // As more and `vim -` do.
    ("2", "2"),
    // As who puts the terminal in the place of piped input does.
    ("os.dup2(os.open('/dev/tty', os.O_RDWR), 0)", "0"),
  ])
  func keysReachWhoReadsThemWhenInputIsPiped(_ reading: String, _ modes: String) throws {
    let session = try TerminalSession.shell(
      "echo input | \"$SPIN\" -d 0 -- python3 -c \"$SCRIPT\"",
      environment: ["SCRIPT": script(reading: reading, modes: modes)])
    try session.waitForLine("ready")
    session.type("abcde")
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["ready", "<abcde>"])
  }

  @Test func whatIsTypedAheadIsLeftForTheNext() throws {
    let session = try TerminalSession.shell(
      "\"$SPIN\" -d 0 -- sh -c 'echo ready; sleep 0.2'; read line; echo \"<$line>\"")
    try session.waitForLine("ready")
    session.type("typed ahead\n")
    try session.waitForEnd()
    #expect(session.screen.lines.last == "<typed ahead>")
  }

  /// A paste that comes faster than it is read arrives whole.
  @Test(arguments: ["", "--block-input"])
  func aLongPasteArrivesWhole(_ option: String) throws {
    let script = """
      import array, fcntl, os, termios, tty
      old = termios.tcgetattr(2)
      tty.setraw(2)
      os.write(1, b"ready\\r\\n")
      waiting = array.array("i", [0])
      while waiting[0] < 4000: fcntl.ioctl(2, termios.FIONREAD, waiting)
      read = b""
      while len(read) < 60000: read += os.read(2, 1000)
      termios.tcsetattr(2, termios.TCSADRAIN, old)
      os.write(1, b"%d %d\\n" % (len(read), read == b"0123456789" * 6000))
      """
    let session = try TerminalSession.shell(
      "echo input | \"$SPIN\" \(option) -d 0 -- python3 -c \"$SCRIPT\"",
      environment: ["SCRIPT": script])
    try session.waitForLine("ready")
    session.type(String(repeating: "0123456789", count: 6000))
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["ready", "60000 1"])
  }
}
