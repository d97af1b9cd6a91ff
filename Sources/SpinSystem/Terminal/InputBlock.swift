import Foundation

/// Keeps what is typed while the command runs from being shown and from being left to the shell.
///
/// Signals can be typed all the same, and a command that reads the terminal gets its input. It is not
/// shown either: who reads may ask for a password, for which echo is to be off.
final class InputBlock {
  private let terminal: Terminal
  /// Whether what was typed was shown before.
  private var hadEcho = false

  init(of terminal: Terminal) {
    self.terminal = terminal
    apply()
  }

  /// Blocks, also again after the terminal was left to others.
  func apply() {
    guard terminal.isForeground, let modes = terminal.modes, modes.isLineMode else { return }
    hadEcho = true
    terminal.blockedModes = modes.withoutEcho
    modes.withoutEcho.set(on: terminal.number)
  }

  /// Shows again what is typed. Everything else is left as others have set it.
  func release() {
    terminal.blockedModes = nil
    guard hadEcho, terminal.isForeground else { return }
    hadEcho = false
    terminal.modes?.withEcho.set(on: terminal.number)
  }

  /// Throws away what was typed and nobody has read, and leaves the terminal.
  func finish() {
    if hadEcho, terminal.isForeground { tcflush(terminal.number, TCIFLUSH) }
    release()
  }
}
