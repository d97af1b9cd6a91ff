import Foundation

/// A small terminal emulator: what a person would see after these bytes.
///
/// It knows what programs here write, with automatic margins and a wrap that waits for the next
/// character, as xterm does it.
package struct Screen {
  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var row = 0
  package private(set) var column = 0
  /// What has scrolled out at the top, oldest first.
  package private(set) var history: [String] = []
  /// Sequences that spin must never write, as they came.
  package private(set) var offences: [String] = []
  package private(set) var isCursorVisible = true
  /// Whether the alternate screen shows.
  package var isAlternate: Bool { main != nil }

  /// Nil where nothing was written, empty behind a wide character.
  private var cells: [[String?]]
  private var waitsToWrap = false
  private var saved = (row: 0, column: 0, waitsToWrap: false)
  private var main: [[String?]]?
  private var parser = SequenceParser()

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: nil, count: columns), count: rows)
  }

  /// The text of a row without blanks at its end; empty below the last.
  package func line(_ row: Int) -> String {
    row < rows ? Self.text(cells[row]) : ""
  }

  /// Every row's text, without empty rows at the end.
  package var lines: [String] {
    var lines = cells.map(Self.text)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// All rows, those that scrolled out among them.
  package var everything: [String] { history + lines }

  private static func text(_ cells: [String?]) -> String {
    var text = cells.map { $0 ?? " " }.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The C library's wcwidth(3), which its headers keep from Swift.
  private static let characterWidth: @convention(c) (wchar_t) -> Int32 = {
    precondition(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    return unsafeBitCast(
      dlsym(dlopen(nil, RTLD_NOW), "wcwidth"), to: (@convention(c) (wchar_t) -> Int32).self)
  }()

  /// The columns of a character as others have them, and not the program that is tested.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    max(0, Int(characterWidth(wchar_t(scalar.value))))
  }

  /// Changes the size as a terminal without reflow does: rows are cut or added at the right and
  /// below, but for rows above the cursor where it would be lost.
  package mutating func resize(columns newColumns: Int, rows newRows: Int) {
    while row >= newRows {
      scrollUp()
      row -= 1
    }
    for index in cells.indices {
      cells[index] = Array(cells[index].prefix(newColumns))
      cells[index] += Array(repeating: nil, count: newColumns - cells[index].count)
    }
    cells = Array(cells.prefix(newRows))
    while cells.count < newRows { cells.append(Array(repeating: nil, count: newColumns)) }
    (columns, rows) = (newColumns, newRows)
    column = min(column, columns - 1)
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let action = parser.parse(byte) { perform(action) }
    }
  }

  private mutating func perform(_ action: SequenceParser.Action) {
    switch action {
    case .print(let scalar): print(scalar)
    case .execute(let byte): execute(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .control(let prefix, let parameters, let final): control(prefix, parameters, final)
    case .string(let text): if text.hasSuffix("?") { offences.append(text) }
    }
  }

  // MARK: Text

  private mutating func print(_ scalar: Unicode.Scalar) {
    let width = Self.width(scalar)
    if width == 0 {
      let place = max(0, waitsToWrap ? column : column - 1)
      let base = cells[row][place] == "" ? place - 1 : place
      if base >= 0, let text = cells[row][base] { cells[row][base] = text + String(scalar) }
      return
    }
    if waitsToWrap || column + width > columns {
      column = 0
      lineFeed()
      waitsToWrap = false
    }
    guard column + width <= columns else { return }
    clearHalves(column..<(column + width))
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = "" }
    if column + width == columns {
      column = columns - 1
      waitsToWrap = true
    } else {
      column += width
    }
  }

  /// Blanks the other half of each wide character that is written over.
  private mutating func clearHalves(_ range: Range<Int>) {
    if cells[row][range.lowerBound] == "", range.lowerBound > 0 {
      cells[row][range.lowerBound - 1] = nil
    }
    if range.upperBound < columns, cells[row][range.upperBound] == "" {
      cells[row][range.upperBound] = nil
    }
  }

  private mutating func execute(_ byte: UInt8) {
    switch byte {
    case 0x08:
      column = max(0, column - 1)
      waitsToWrap = false
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0x0A...0x0C: lineFeed()
    case 0x0D:
      column = 0
      waitsToWrap = false
    default: break
    }
  }

  private mutating func lineFeed() {
    waitsToWrap = false
    if row == rows - 1 { scrollUp() } else { row += 1 }
  }

  private mutating func scrollUp() {
    if main == nil { history.append(Self.text(cells[0])) }
    cells.removeFirst()
    cells.append(Array(repeating: nil, count: columns))
  }

  // MARK: Sequences

  private mutating func escape(_ intermediates: String, _ final: Character) {
    guard intermediates.isEmpty else { return }
    switch final {
    case "7": saved = (row, column, waitsToWrap)
    case "8":
      (row, column, waitsToWrap) = saved
      row = min(row, rows - 1)
      column = min(column, columns - 1)
    case "D": lineFeed()
    case "M": if row > 0 { row -= 1 }
    default: break
    }
  }

  private mutating func control(_ prefix: String, _ parameters: [Int], _ final: Character) {
    let first = parameters.first ?? 0
    let count = max(1, first)
    if prefix == "?" { return setMode(first, final) }
    guard prefix.isEmpty else { return }
    if "ABCDEFGHdf".contains(final) { waitsToWrap = false }
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "H", "f":
      row = min(rows, count) - 1
      column = min(columns, max(1, parameters.count > 1 ? parameters[1] : 1)) - 1
    case "d": row = min(rows, count) - 1
    case "J": eraseDisplay(first)
    case "K": erase(row, first == 1 ? 0...column : (first == 2 ? 0 : column)...(columns - 1))
    case "c", "n": offences.append("CSI \(final)")
    case "r": offences.append("CSI r")
    default: break
    }
  }

  private mutating func setMode(_ mode: Int, _ final: Character) {
    switch (mode, final) {
    case (25, "l"): isCursorVisible = false
    case (25, "h"): isCursorVisible = true
    case (1049, "h"), (1047, "h"), (47, "h"):
      main = main ?? cells
      cells = Array(repeating: Array(repeating: nil, count: columns), count: rows)
      saved = (row, column, waitsToWrap)
    case (1049, "l"), (1047, "l"), (47, "l"):
      guard let main else { return }
      cells = main
      self.main = nil
      (row, column, waitsToWrap) = saved
    default: break
    }
  }

  private mutating func eraseDisplay(_ mode: Int) {
    switch mode {
    case 0:
      erase(row, column...(columns - 1))
      for below in row..<rows where below > row { erase(below, 0...(columns - 1)) }
    case 1:
      for above in 0..<row { erase(above, 0...(columns - 1)) }
      erase(row, 0...column)
    default:
      for each in 0..<rows { erase(each, 0...(columns - 1)) }
    }
  }

  private mutating func erase(_ row: Int, _ range: ClosedRange<Int>) {
    for column in range { cells[row][column] = nil }
  }
}
