import CSpin
import Foundation

/// A terminal of spin's own that the command writes to instead of the real one.
///
/// It carries output only and is nobody's controlling terminal. Its modes and size begin as the
/// real one's, but for what would change output on its way.
final class PseudoTerminal {
  private var nearSide: Descriptor?
  private var farSide: Descriptor?

  init(like terminal: Terminal) throws(SystemError) {
    var far: Int32 = -1
    let near = try check("pseudo-terminal") { cspin_open_pseudoterminal(&far) }
    let nearSide = Descriptor(owning: near)
    guard far >= 0 else { throw SystemError("pseudo-terminal") }
    farSide = Descriptor(owning: far)
    farName = Terminal.name(of: far)
    try nearSide.setNonBlocking()
    self.nearSide = nearSide
    terminal.modes?.passingOutput.set(on: far)
    setSize(terminal.size)
  }

  /// Where spin reads what the command writes, which does not block; -1 after `close`.
  var number: Int32 { nearSide?.number ?? -1 }

  /// Makes the far side a terminal that has gone, for whoever holds it.
  func close() { nearSide = nil }

  /// What the command writes to, until `closeFarSide`.
  var farNumber: Int32? { farSide?.number }

  /// Closes this process's own hold on the far side, so that reading ends with the last other one.
  func closeFarSide() { farSide = nil }

  /// The far side's name, or nil if it has none here.
  let farName: String?

  /// The modes as the command has set them.
  var modes: TerminalModes? { TerminalModes(of: number) }

  /// - Returns: whether this is another size than before.
  @discardableResult
  func setSize(_ size: winsize) -> Bool {
    var (old, new) = (winsize(), size)
    let isKnown = ioctl(number, UInt(TIOCGWINSZ), &old) == 0
    if isKnown, old.ws_row == new.ws_row, old.ws_col == new.ws_col { return false }
    return ioctl(number, UInt(TIOCSWINSZ), &new) == 0
  }
}
