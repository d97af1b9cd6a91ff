import Foundation
import SpinCore

/// Carries the command's output from the pseudo-terminal to whoever shows it, byte for byte, and
/// changes of the terminal's modes with it.
final class Relay {
  private let source: PseudoTerminal
  /// The terminal whose modes follow the source's; nil for none.
  private let terminal: Terminal?
  private var filter = LineFeedFilter()
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// The source's modes as they were last applied to the terminal.
  private var appliedModes: TerminalModes?
  /// Whether somebody may still write to the source.
  private(set) var isOpen = true
  /// Whether the last read has left nothing behind.
  private(set) var isExhausted = true

  /// The most bytes of one piece: less than a pseudo-terminal holds, so that the command writes the
  /// next one while this is shown.
  static let pieceSize = 4096

  /// The most bytes that Linux's terminals give at once, but for some that they keep back.
  private static let mostOfOneRead = 4000

  init(from source: PseudoTerminal, mirroring terminal: Terminal?) {
    self.source = source
    self.terminal = terminal
    appliedModes = source.modes
    // The first byte is the filter's.
    buffer = .allocate(capacity: 1 + Self.pieceSize)
  }

  deinit { buffer.deallocate() }

  /// The event of output's arrival.
  var readable: pollfd { pollfd(fd: source.number, events: Int16(POLLIN), revents: 0) }

  /// The next piece of the command's output, valid until the next call; empty if there is none now.
  func read() -> UnsafeBufferPointer<UInt8> {
    let addsCarriageReturn = applyModes()
    let count = fill()
    guard addsCarriageReturn || filter.holdsCarriageReturn else {
      return UnsafeBufferPointer(rebasing: buffer[1..<(1 + count)])
    }
    var range = filter.filter(UnsafeMutableBufferPointer(rebasing: buffer[..<(1 + count)]))
    // With nothing behind it, a carriage return is the command's own: one that was added comes
    // together with its line feed.
    if isExhausted, filter.flush() {
      buffer[range.upperBound] = UInt8(ascii: "\r")
      range = range.lowerBound..<(range.upperBound + 1)
    }
    return UnsafeBufferPointer(rebasing: buffer[range])
  }

  /// Fills the buffer as far as there is output.
  private func fill() -> Int {
    var count = 0
    isExhausted = false
    while count < Self.pieceSize {
      let length = retrying {
        Foundation.read(source.number, buffer.baseAddress! + 1 + count, Self.pieceSize - count)
      }
      guard length > 0 else {
        isExhausted = true
        // Linux reports EIO when nobody holds the far side, Darwin the end of the file.
        if length == 0 || errno != EAGAIN { isOpen = false }
        break
      }
      count += length
      // A terminal gives at most this much at once. Less is all there was; what is written
      // meanwhile may gather.
      if length < Self.mostOfOneRead, buffer[count] != UInt8(ascii: "\r") { break }
    }
    return count
  }

  /// Lets whoever writes to the source know that nobody reads it any more.
  func close() {
    source.close()
    isOpen = false
  }

  /// Whether modes are to be applied when another job no longer has the terminal.
  private(set) var isWaitingForTerminal = false

  /// Whether the command has left the source to be read by lines, as far as is known.
  var isLineMode: Bool { appliedModes?.isLineMode != false }

  /// Sets the terminal's modes as the command has set the source's, unless another job has the
  /// terminal: then as soon as it is back.
  ///
  /// - Returns: whether the source puts carriage returns before line feeds.
  @discardableResult
  func applyModes() -> Bool {
    guard let modes = source.modes, let applied = appliedModes else { return false }
    guard let terminal else { return modes.addsCarriageReturn }
    isWaitingForTerminal = modes != applied && !terminal.isForeground
    if modes != applied, !isWaitingForTerminal {
      terminal.modes?.changed(from: applied, to: modes).set(on: terminal.number)
      appliedModes = modes
    }
    return modes.addsCarriageReturn
  }

  /// Gives the source the window's size.
  ///
  /// - Returns: whether it has changed.
  func resize(to size: winsize) -> Bool { source.setSize(size) }
}
