import Foundation

/// Carries what is typed to a program that reads it from the pseudo-terminal.
///
/// Programs read the keyboard from standard input or `/dev/tty`, which are the terminal's own. A few
/// read it where their output goes: less(1) opens that terminal by its name, more(1) and `vim -`
/// read from standard error. They set its modes there as well, and find nobody else reading.
final class KeyboardRelay {
  private let terminal: Terminal
  private let source: PseudoTerminal
  private let input: Descriptor

  /// Nil if the terminal cannot be opened for reading.
  init?(from terminal: Terminal, to source: PseudoTerminal) {
    guard let input = terminal.openForReading() else { return nil }
    self.input = input
    self.terminal = terminal
    self.source = source
  }

  /// The event of something typed.
  var readable: pollfd { pollfd(fd: input.number, events: Int16(POLLIN), revents: 0) }

  /// Whether what is typed is for the command; another job may have the terminal meanwhile.
  var isWanted: Bool { terminal.isForeground }

  /// Passes on what was typed.
  ///
  /// - Returns: false if nothing more can be typed.
  func update() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = retrying { read(input.number, &bytes, bytes.count) }
    if count > 0 { _ = retrying { write(source.number, bytes, count) } }
    return count > 0 || count == -1 && errno == EAGAIN
  }
}
