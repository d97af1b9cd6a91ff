import Foundation

/// Keeps what is typed while the command runs from being shown and from being left to the shell.
///
/// Signals can be typed all the same, and a command that reads the terminal gets its input. It is not
/// shown either: who reads may ask for a password, for which echo is to be off.
///
/// Where several of a pipeline do so the last one shows it again.
final class InputBlock {
  private let terminal: Terminal
  private let hold: SharedHold
  /// Whether what was typed was shown before.
  private var hadEcho = false

  init(of terminal: Terminal) {
    self.terminal = terminal
    hold = SharedHold(of: terminal)
    apply()
  }

  /// Blocks, also again after the terminal was left to others.
  func apply() {
    guard terminal.isForeground, let modes = terminal.modes, modes.isCanonical else { return }
    hold.take()
    guard modes.isLineMode || hold.isShared else {
      // The command, or whoever was here before, wants none shown.
      if !hadEcho { _ = hold.giveUp() }
      return
    }
    hadEcho = true
    terminal.blockedModes = modes.withoutEcho
    if modes.isLineMode { modes.withoutEcho.set(on: terminal.number) }
  }

  /// Shows again what is typed. Everything else is left as others have set it.
  func release() { release(andFlush: false) }

  /// Throws away what was typed and nobody has read, and leaves the terminal.
  func finish() { release(andFlush: true) }

  private func release(andFlush isFlushed: Bool) {
    let blockedModes = terminal.blockedModes
    terminal.blockedModes = nil
    guard hadEcho else { return }
    hadEcho = false
    guard hold.giveUp() else { return }
    // In the background it is somebody else's, but for what nobody has changed since.
    guard terminal.isForeground || terminal.modes == blockedModes else { return }
    if isFlushed, terminal.isForeground { tcflush(terminal.number, TCIFLUSH) }
    terminal.modes?.withEcho.set(on: terminal.number)
  }
}
