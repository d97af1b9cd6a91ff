/// Follows the command's output as far as drawing beside it needs: where in its row the cursor is,
/// and whether a sequence may be inserted.
///
/// It reads bytes as a terminal with UTF-8 and automatic margins does, and looks only at escape
/// sequences in all but the last line of a piece.
package struct OutputTracker {
  private enum State: Equatable {
    case ground
    /// Within a UTF-8 sequence: how many bytes are missing, and the value so far.
    case character(missing: Int, value: UInt32)
    case escape
    /// After ESC and an intermediate byte: one more follows.
    case designation
    /// Within a control sequence.
    case control(ControlParameters)
    /// Within an operating system command or another string, which ST ends, or BEL.
    case string
    case stringEscape
  }

  private var state = State.ground
  /// Where in its row the cursor is, 0...columns; at `columns` the terminal is about to wrap.
  package private(set) var column = 0
  /// The columns of the cursor's row that may hold something of the command's, or, at first, of
  /// whoever wrote before.
  private var rowExtent = Int.max
  /// The character in the row's last column, if it was printed last and is of ASCII.
  private var lastCharacter: UInt8?
  /// How many rows below the cursor may hold something of the command's.
  private var rowsBelow = 0
  /// The position that the command has saved, if it has, by its rows below.
  private var savedRowsBelow: Int?
  /// Where the cursor was before the command went to the alternate screen, if it has.
  private var mainScreen: MainScreen?
  /// Whether the command has moved or saved the cursor itself, or set margins: it has a display of
  /// its own.
  package private(set) var hasOwnDisplay = false

  /// What the terminal restores with the main screen.
  private struct MainScreen {
    let column: Int
    let rowExtent: Int
    let rowsBelow: Int
    let savedRowsBelow: Int?
  }

  package init() {}

  /// Whether the command is on the alternate screen.
  package var isOnAlternateScreen: Bool { mainScreen != nil }

  /// Whether the last byte completed a character or sequence, so that another may follow.
  package var isBetweenSequences: Bool { state == .ground }

  /// What is to be printed once the cursor was moved and is back, so that a terminal of so many columns
  /// is again about to wrap; empty if it was not, nil if that cannot be brought about.
  package func wrapping(columns: Int) -> String? {
    if column < columns { return "" }
    return lastCharacter.map { String(UnicodeScalar($0)) }
  }

  /// Whether nothing of the command's stands to the right of the cursor.
  package var isBlankToRight: Bool { column >= rowExtent }

  /// Regards the command as one that writes lines, from here on, if it is back below all that it
  /// has written and may not go back by itself.
  package mutating func forgetOwnDisplay() {
    if rowsBelow == 0, savedRowsBelow == nil { hasOwnDisplay = false }
  }

  /// Notes that a line was typed, which has moved the cursor to the start of an empty row.
  package mutating func startRow() {
    column = 0
    rowExtent = 0
  }

  /// Follows the next bytes of output to a terminal of this size.
  package mutating func consume(
    _ bytes: UnsafeBufferPointer<UInt8>, columns: Int, rows: Int
  ) {
    let lastLineStart = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    if column > columns {
      // A narrower window has wrapped the row.
      column %= columns
      rowExtent = column
    }
    var index = 0
    while index < bytes.count {
      // Only escape sequences matter in lines that nobody returns to.
      if state == .ground, index < lastLineStart, rowsBelow == 0, savedRowsBelow == nil {
        guard let escape = bytes.firstIndex(of: 0x1B, in: index..<lastLineStart) else {
          index = lastLineStart
          endLine()
          continue
        }
        index = escape
      }
      step(bytes[index], columns: columns, rows: rows)
      index += 1
    }
  }

  private mutating func step(_ byte: UInt8, columns: Int, rows: Int) {
    switch state {
    case .ground:
      ground(byte, columns: columns)
    case .character(let missing, let value):
      character(byte, missing: missing, value: value, columns: columns)
    case .escape:
      escape(byte, rows: rows)
    case .designation:
      if byte >= 0x30 { state = .ground }
    case .control(let parameters):
      control(byte, parameters, columns: columns, rows: rows)
    case .string:
      switch byte {
      case 0x07, 0x18, 0x1A: state = .ground
      case 0x1B: state = .stringEscape
      default: break
      }
    case .stringEscape:
      state = .escape
      if byte == UInt8(ascii: "\\") { state = .ground } else { escape(byte, rows: rows) }
    }
  }

  private mutating func ground(_ byte: UInt8, columns: Int) {
    lastCharacter = (0x20..<0x7F).contains(byte) ? byte : nil
    switch byte {
    case 0x20..<0x7F: advance(by: 1, columns: columns)
    case 0xC2..<0xE0: state = .character(missing: 1, value: UInt32(byte & 0x1F))
    case 0xE0..<0xF0: state = .character(missing: 2, value: UInt32(byte & 0x0F))
    case 0xF0..<0xF5: state = .character(missing: 3, value: UInt32(byte & 0x07))
    case 0x80...: advance(by: 1, columns: columns)  // No UTF-8: shown as a replacement.
    default: execute(byte, columns: columns)
    }
  }

  private mutating func character(_ byte: UInt8, missing: Int, value: UInt32, columns: Int) {
    guard byte & 0xC0 == 0x80 else {
      advance(by: 1, columns: columns)
      state = .ground
      return ground(byte, columns: columns)
    }
    let value = value << 6 | UInt32(byte & 0x3F)
    if missing > 1 {
      state = .character(missing: missing - 1, value: value)
      return
    }
    state = .ground
    advance(by: Unicode.Scalar(value)?.columns ?? 1, columns: columns)
  }

  private mutating func advance(by width: Int, columns: Int) {
    if width > 0, column + width > columns {
      column = min(width, columns)
      rowExtent = column
    } else {
      column += width
      rowExtent = max(rowExtent, column)
    }
  }

  /// A control character, which also within a control sequence does what it does elsewhere.
  private mutating func execute(_ byte: UInt8, columns: Int) {
    switch byte {
    case 0x08: column = max(0, min(column, columns - 1) - 1)
    case 0x09: column = max(column, min((column / 8 + 1) * 8, columns - 1))
    case 0x0A...0x0C: endLine()
    case 0x0D: column = 0
    case 0x1B: state = .escape
    default: break
    }
  }

  private mutating func endLine() {
    startRow()
    moveDown(1)
  }

  /// Moves the cursor down, which adds rows below the last one.
  private mutating func moveDown(_ count: Int) {
    if let saved = savedRowsBelow { savedRowsBelow = saved + max(0, count - rowsBelow) }
    rowsBelow = max(0, rowsBelow - count)
  }

  private mutating func escape(_ byte: UInt8, rows: Int) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x20..<0x30: state = .designation
    case UInt8(ascii: "["): state = .control(ControlParameters())
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    case UInt8(ascii: "D"), UInt8(ascii: "E"): endLine()
    case UInt8(ascii: "7"): savePosition()
    case UInt8(ascii: "8"): restorePosition()
    case UInt8(ascii: "M"): takeDisplay(rowsBelow: min(rowsBelow + 1, rows))
    case UInt8(ascii: "c"): self = OutputTracker()
    default: break
    }
  }

  private mutating func control(
    _ byte: UInt8, _ parameters: ControlParameters, columns: Int, rows: Int
  ) {
    switch byte {
    case 0x18, 0x1A: state = .ground
    case 0x00..<0x20: execute(byte, columns: columns)
    case 0x20..<0x40: state = .control(parameters.appending(byte))
    default:
      state = .ground
      perform(byte, parameters, columns: columns, rows: rows)
    }
  }

  /// What the final byte of a control sequence does (ECMA-48, 8.3; `ctlseqs` of xterm).
  private mutating func perform(
    _ final: UInt8, _ parameters: ControlParameters, columns: Int, rows: Int
  ) {
    guard !parameters.isPrivate else {
      guard parameters.selectsAlternateScreen else { return }
      if final == UInt8(ascii: "h") { leaveMainScreen() }
      if final == UInt8(ascii: "l") { returnToMainScreen() }
      return
    }
    let count = parameters.first
    switch final {
    case UInt8(ascii: "C"), UInt8(ascii: "a"): column = min(column + max(1, count), columns - 1)
    case UInt8(ascii: "D"): column = max(0, min(column, columns - 1) - max(1, count))
    case UInt8(ascii: "G"), UInt8(ascii: "`"): column = min(max(1, count), columns) - 1
    case UInt8(ascii: "K") where count == 0: rowExtent = column
    case UInt8(ascii: "K") where count == 2: rowExtent = 0
    case UInt8(ascii: "@"): rowExtent = columns
    case UInt8(ascii: "J") where count != 1: rowsBelow = 0
    case UInt8(ascii: "A"), UInt8(ascii: "F"):
      takeDisplay(rowsBelow: min(rowsBelow + max(1, count), rows))
    case UInt8(ascii: "B"), UInt8(ascii: "E"), UInt8(ascii: "e"):
      moveDown(max(1, count))
      takeDisplay(rowsBelow: rowsBelow)
    case UInt8(ascii: "s"): savePosition()
    case UInt8(ascii: "u"): restorePosition()
    case UInt8(ascii: "H"), UInt8(ascii: "f"), UInt8(ascii: "d"), UInt8(ascii: "L"),
      UInt8(ascii: "M"), UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "r"):
      takeDisplay(rowsBelow: rows)
    default: break
    }
    column = max(0, column)
  }

  private mutating func leaveMainScreen() {
    guard mainScreen == nil else { return }
    mainScreen = MainScreen(
      column: column, rowExtent: rowExtent, rowsBelow: rowsBelow, savedRowsBelow: savedRowsBelow)
  }

  private mutating func returnToMainScreen() {
    guard let screen = mainScreen else { return }
    mainScreen = nil
    column = screen.column
    rowExtent = screen.rowExtent
    rowsBelow = screen.rowsBelow
    savedRowsBelow = screen.savedRowsBelow
  }

  private mutating func takeDisplay(rowsBelow count: Int) {
    hasOwnDisplay = true
    rowsBelow = count
    rowExtent = Int.max
  }

  private mutating func savePosition() {
    hasOwnDisplay = true
    savedRowsBelow = rowsBelow
  }

  private mutating func restorePosition() {
    takeDisplay(rowsBelow: savedRowsBelow ?? rowsBelow)
    savedRowsBelow = nil
  }
}
