import Foundation

/// A terminal's modes, as termios(3) describes them.
struct TerminalModes: Equatable {
  private var value = termios()

  /// The modes of a terminal, or of a pseudo-terminal's far side by its near one; nil if there is
  /// no such terminal.
  init?(of descriptor: Int32) {
    guard tcgetattr(descriptor, &value) == 0 else { return nil }
  }

  /// Whether input is read by lines and shown: no program drives the terminal.
  var isLineMode: Bool {
    let flags = tcflag_t(ICANON) | tcflag_t(ECHO)
    return value.c_lflag & flags == flags
  }

  /// Whether input is read by lines.
  var isCanonical: Bool { value.c_lflag & tcflag_t(ICANON) != 0 }

  /// These modes with nothing shown of what is typed.
  var withoutEcho: TerminalModes {
    var modes = self
    modes.value.c_lflag &= ~tcflag_t(ECHO)
    return modes
  }

  var withEcho: TerminalModes {
    var modes = self
    modes.value.c_lflag |= tcflag_t(ECHO)
    return modes
  }

  /// Whether who writes in the background is stopped.
  var stopsBackgroundOutput: Bool { value.c_lflag & tcflag_t(TOSTOP) != 0 }

  /// Whether a carriage return is put before each line feed.
  var addsCarriageReturn: Bool {
    let flags = tcflag_t(OPOST) | tcflag_t(ONLCR)
    return value.c_oflag & flags == flags
  }

  /// What changes output on its way without a program's doing: the expansion of tabs, which nobody
  /// could undo, and the carriage return before each line feed.
  private static let outputChanges = Platform.tabExpansion | tcflag_t(ONLCR)

  /// These modes without changes of output: the terminal that it goes to makes them.
  var passingOutput: TerminalModes {
    var modes = self
    modes.value.c_oflag &= ~Self.outputChanges
    return modes
  }

  func set(on descriptor: Int32) {
    var value = value
    _ = retrying { tcsetattr(descriptor, TCSANOW, &value) }
  }

  /// These modes with what was changed from `old` to `new`; what was not, and what `passingOutput`
  /// leaves out, stays as it is here.
  func changed(from old: TerminalModes, to new: TerminalModes) -> TerminalModes {
    var modes = self
    Self.change(&modes.value.c_iflag, from: old.value.c_iflag, to: new.value.c_iflag)
    Self.change(
      &modes.value.c_oflag, from: old.value.c_oflag & ~Self.outputChanges,
      to: new.value.c_oflag & ~Self.outputChanges)
    Self.change(&modes.value.c_cflag, from: old.value.c_cflag, to: new.value.c_cflag)
    Self.change(&modes.value.c_lflag, from: old.value.c_lflag, to: new.value.c_lflag)
    withUnsafeMutableBytes(of: &modes.value.c_cc) { characters in
      withUnsafeBytes(of: old.value.c_cc) { old in
        withUnsafeBytes(of: new.value.c_cc) { new in
          for index in characters.indices where old[index] != new[index] {
            characters[index] = new[index]
          }
        }
      }
    }
    return modes
  }

  private static func change(_ flags: inout tcflag_t, from old: tcflag_t, to new: tcflag_t) {
    let changed = old ^ new
    flags = flags & ~changed | new & changed
  }

  static func == (one: TerminalModes, other: TerminalModes) -> Bool {
    withUnsafeBytes(of: one.value) { one in
      withUnsafeBytes(of: other.value) { other in one.elementsEqual(other) }
    }
  }
}
