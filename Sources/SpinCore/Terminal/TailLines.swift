/// The last lines of a command's output as a terminal would show them, for drawing them elsewhere.
///
/// Bytes of both streams are fed as they come; a carriage return and what else moves the cursor
/// within its line changes that line in place. A line that is not ended yet counts as one as soon
/// as something is written in it, and so does an empty one that is. Of each line 1024 columns are
/// kept. The result does not depend on the pieces in which the bytes come.
package struct TailLines: Sendable {
  private let count: Int
  private var parser = OutputParser()
  /// What the next character is drawn with.
  private var rendition = Rendition()
  /// The last lines that were ended, at most `count`; the oldest is at `oldest` once they are.
  private var ended: [TailLine] = []
  private var oldest = 0
  /// The line that the next character goes into.
  private var current = TailLine()

  /// - Parameter count: how many lines to keep, at least 1.
  package init(count: Int) {
    self.count = max(1, count)
  }

  /// The lines, oldest first, each as much of it as so many columns hold, with its colours if
  /// `keepsColors` and else without any control character.
  ///
  /// They are to be drawn dim: a line begins in the rendition that the caller has set, which should
  /// be dim, and each colour in it is made dim as well. A line with colours ends in the default
  /// rendition, and no line leaves its own to the next one.
  package func lines(columns: Int, keepsColors: Bool) -> [String] {
    let lines = ended[oldest...] + ended[..<oldest] + (current.isWritten ? [current] : [])
    return lines.suffix(count).map { $0.text(columns: columns, keepsColors: keepsColors) }
  }

  /// Follows the next bytes of output.
  package mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = skip(bytes)
    while let action = parser.next(in: bytes, at: &index) {
      switch action {
      case .ascii(let range): current.write(ascii: bytes[range], rendition)
      case .scalar(let scalar):
        if let scalar = scalar.harmlessForm { current.write(scalar, rendition) }
      case .execute(let byte): execute(byte)
      case .escape(let final): Self.escape(final, &rendition)
      case .control(let final): control(final)
      }
    }
  }

  // MARK: Skipping

  /// Leaves out the lines of a piece that others of it displace, but for their colours.
  ///
  /// - Returns: where the rest begins.
  private mutating func skip(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = lastLinesStart(in: bytes) else { return 0 }
    var atStart = (parser: parser, rendition: rendition)
    guard Self.skim(bytes, 0..<start, &atStart.parser, &atStart.rendition) else { return 0 }
    var atEnd = atStart
    guard Self.skim(bytes, start..<bytes.count, &atEnd.parser, &atEnd.rendition) else { return 0 }
    (parser, rendition) = atStart
    current.clear()
    return start
  }

  /// Where the last lines begin, with as many line feeds behind as lines are kept; nil if the piece
  /// has no more than those.
  private func lastLinesStart(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var missing = count
    for index in bytes.indices.reversed() where bytes[index] == UInt8(ascii: "\n") {
      if missing == 0 { return index + 1 }
      missing -= 1
    }
    return nil
  }

  /// Follows nothing but escape sequences, and of those the colours.
  ///
  /// - Returns: false if a line feed in the range ends no line, since it is within a string.
  private static func skim(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ parser: inout OutputParser,
    _ rendition: inout Rendition
  ) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if parser.isInText {
        parser.skipText()
        guard let escape = bytes.firstIndex(of: 0x1B, in: index..<range.upperBound) else { break }
        index = escape
      }
      if parser.isInString, bytes[index] == UInt8(ascii: "\n") { return false }
      switch parser.step(bytes[index], at: &index) {
      case .escape(let final): escape(final, &rendition)
      case .control(UInt8(ascii: "m")) where parser.controlParameters != nil:
        rendition.apply(parser.parameters)
      default: break
      }
    }
    return true
  }

  // MARK: Performing

  private mutating func execute(_ byte: UInt8) {
    switch byte {
    case 0x08: current.move(by: -1)
    case 0x09: current.moveToNextTab()
    case 0x0A: endLine()
    case 0x0D: current.move(to: 0)
    default: break
    }
  }

  private mutating func endLine() {
    if ended.count < count {
      ended.append(current)
      current.clear()
      return
    }
    swap(&ended[oldest], &current)
    current.clear()
    oldest = (oldest + 1) % count
  }
  /// What an escape sequence does to colours: RIS resets them.
  private static func escape(_ final: UInt8, _ rendition: inout Rendition) {
    if final == UInt8(ascii: "c") { rendition = Rendition() }
  }

  private mutating func control(_ final: UInt8) {
    guard let parameters = parser.controlParameters else { return }
    let count = max(1, parameters.first)
    switch final {
    case UInt8(ascii: "m"): rendition.apply(parser.parameters)
    case UInt8(ascii: "C"), UInt8(ascii: "a"): current.move(by: count)
    case UInt8(ascii: "D"): current.move(by: -count)
    case UInt8(ascii: "G"), UInt8(ascii: "`"): current.move(to: count - 1)
    // What would erase rows above or below as well does so in this one.
    case UInt8(ascii: "K"), UInt8(ascii: "J"):
      switch parameters.first {
      case 0: current.eraseToRight()
      case 1: current.eraseToLeft()
      case 2: current.eraseAll()
      default: break
      }
    default: break
    }
  }
}
