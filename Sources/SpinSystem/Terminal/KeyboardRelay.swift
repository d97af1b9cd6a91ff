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
  /// What the pseudo-terminal has not taken yet. More is read when it has.
  private var unwritten: ArraySlice<UInt8> = []

  /// Nil if the terminal cannot be opened for reading.
  init?(from terminal: Terminal, to source: PseudoTerminal) {
    guard let input = terminal.openForReading() else { return nil }
    self.input = input
    self.terminal = terminal
    self.source = source
  }

  /// The event that lets `update` do something.
  var event: pollfd {
    unwritten.isEmpty
      ? pollfd(fd: input.number, events: Int16(POLLIN), revents: 0)
      : pollfd(fd: source.number, events: Int16(POLLOUT), revents: 0)
  }

  /// Whether what is typed is for the command; another job may have the terminal meanwhile.
  var isWanted: Bool { terminal.isForeground }

  /// Passes on what was typed.
  ///
  /// - Returns: false if nothing more can be typed.
  func update() -> Bool {
    if unwritten.isEmpty {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = retrying { read(input.number, &bytes, bytes.count) }
      guard count > 0 else { return count == -1 && errno == EAGAIN }
      unwritten = bytes[..<count]
    }
    let count = unwritten.withUnsafeBytes { bytes in
      retrying { write(source.number, bytes.baseAddress, bytes.count) }
    }
    guard count > 0 else { return count == 0 || errno == EAGAIN }
    unwritten = unwritten.dropFirst(count)
    return true
  }
}
