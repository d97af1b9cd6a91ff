/// Takes back what a terminal's output processing adds: the carriage return before each line feed
/// (`ONLCR` of termios(3)).
///
/// A carriage return that ends a piece is held until it is known whether a line feed follows: at
/// once with the next piece, or by `flush` when there is none.
package struct LineFeedFilter {
  /// Whether the last piece ended in a carriage return that is not passed on yet.
  package private(set) var holdsCarriageReturn = false

  package init() {}

  /// Filters the bytes in place. The first element is room for a held carriage return and holds
  /// nothing; the piece begins at the second.
  ///
  /// - Returns: the range of the filtered bytes within `bytes`.
  package mutating func filter(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Range<Int> {
    let end = bytes.count
    guard end > 1 else { return 1..<1 }
    var start = 1
    if holdsCarriageReturn, bytes[1] != UInt8(ascii: "\n") {
      start = 0
      bytes[0] = UInt8(ascii: "\r")
    }
    holdsCarriageReturn = bytes[end - 1] == UInt8(ascii: "\r")

    var target = 1
    for source in 1..<(end - 1) {
      let byte = bytes[source]
      bytes[target] = byte
      let isAdded = byte == UInt8(ascii: "\r") && bytes[source + 1] == UInt8(ascii: "\n")
      target += isAdded ? 0 : 1
    }
    if !holdsCarriageReturn {
      bytes[target] = bytes[end - 1]
      target += 1
    }
    return start..<target
  }

  /// Gives up what is held: the carriage return was the command's.
  ///
  /// - Returns: whether there was one.
  package mutating func flush() -> Bool {
    defer { holdsCarriageReturn = false }
    return holdsCarriageReturn
  }
}
