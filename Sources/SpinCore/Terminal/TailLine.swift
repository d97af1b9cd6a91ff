/// One line of output as a terminal without a right margin would show it, by columns.
struct TailLine: Sendable {
  private struct Cell {
    /// The scalar's value; `rightHalf` behind a wide character.
    var value: UInt32
    var rendition: Rendition

    static let rightHalf: UInt32 = 0
    static let blank = Cell(value: 0x20, rendition: Rendition())

    var isRightHalf: Bool { value == Self.rightHalf }
  }

  private var cells: [Cell] = []
  /// What is joined to the scalar of a cell: marks, and the rest of emoji sequences.
  private var joined: [Int: String.UnicodeScalarView] = [:]
  /// How many scalars `joined` holds.
  private var joinedCount = 0
  /// Where the next character goes, 0...`limit`; at `limit` it is dropped.
  private var column = 0
  /// Whether something was written, if only blanks.
  private(set) var isWritten = false

  /// The most columns that are kept, and the most scalars joined to their characters.
  private static let limit = 1024

  /// Makes this an empty line, which keeps its memory.
  mutating func clear() {
    cells.removeAll(keepingCapacity: true)
    if joinedCount > 0 {
      joined = [:]
      joinedCount = 0
    }
    column = 0
    isWritten = false
  }

  // MARK: Writing

  mutating func write(ascii bytes: Slice<UnsafeBufferPointer<UInt8>>, _ rendition: Rendition) {
    isWritten = true
    let bytes = bytes.prefix(Self.limit - column)
    guard column == cells.count else {
      for byte in bytes { put(UInt32(byte), width: 1, rendition) }
      return
    }
    for byte in bytes { cells.append(Cell(value: UInt32(byte), rendition: rendition)) }
    column += bytes.count
  }

  mutating func write(_ scalar: Unicode.Scalar, _ rendition: Rendition) {
    isWritten = true
    let width = scalar.columns
    if !join(scalar, width: width), width > 0 { put(scalar.value, width: width, rendition) }
  }

  private mutating func put(_ value: UInt32, width: Int, _ rendition: Rendition) {
    guard makeRoom(width) else { return }
    cells[column] = Cell(value: value, rendition: rendition)
    if width == 2 { cells[column + 1] = Cell(value: Cell.rightHalf, rendition: rendition) }
    column += width
  }

  /// Blanks so many cells at the cursor, and the other halves of wide characters there.
  ///
  /// - Returns: whether the line has so many.
  private mutating func makeRoom(_ width: Int) -> Bool {
    let end = column + width
    guard end <= Self.limit else {
      column = Self.limit
      return false
    }
    while cells.count < end { cells.append(.blank) }
    blank(column..<end)
    return true
  }

  private mutating func blank(_ range: Range<Int>) {
    var range = range.clamped(to: 0..<cells.count)
    guard !range.isEmpty else { return }
    if cells[range.lowerBound].isRightHalf { range = (range.lowerBound - 1)..<range.upperBound }
    if range.upperBound < cells.count, cells[range.upperBound].isRightHalf {
      range = range.lowerBound..<(range.upperBound + 1)
    }
    for column in range { cells[column] = .blank }
    removeJoined(in: range)
  }

  private mutating func removeJoined(in range: Range<Int>) {
    guard joinedCount > 0 else { return }
    for column in range {
      if let scalars = joined.removeValue(forKey: column) { joinedCount -= scalars.count }
    }
  }

  /// Joins a scalar to the character before the cursor if the two are one: a mark, or a part of an
  /// emoji sequence.
  private mutating func join(_ scalar: Unicode.Scalar, width: Int) -> Bool {
    guard column > 0, column <= cells.count, column < Self.limit else { return false }
    if joinedCount >= Self.limit { return width == 0 }
    let base = cells[column - 1].isRightHalf ? column - 2 : column - 1
    var scalars = joined[base] ?? String.UnicodeScalarView()
    guard width == 0 || scalar.isEmojiPart || scalars.last == "\u{200D}" else { return false }
    let whole = String(character(base, with: scalars)) + String(scalar)
    guard width == 0 || whole.count == 1 else { return false }

    if whole.columns == 2, base + 1 == column {
      guard makeRoom(1) else { return true }
      cells[column] = Cell(value: Cell.rightHalf, rendition: cells[base].rendition)
      column += 1
    }
    scalars.append(scalar)
    joined[base] = scalars
    joinedCount += 1
    return true
  }

  private func character(
    _ column: Int, with scalars: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var character = String.UnicodeScalarView()
    character.append(Unicode.Scalar(cells[column].value) ?? " ")
    character.append(contentsOf: scalars)
    return character
  }

  // MARK: Moving and erasing

  mutating func move(to newColumn: Int) {
    column = min(max(0, newColumn), Self.limit)
  }

  mutating func move(by columns: Int) {
    move(to: column + columns)
  }

  mutating func moveToNextTab() {
    move(to: (column / 8 + 1) * 8)
  }

  mutating func eraseToRight() {
    guard column < cells.count else { return }
    blank(column..<cells.count)
    cells.removeSubrange(column...)
  }

  /// Erases from the start of the line to the cursor, whose own column is one of those.
  mutating func eraseToLeft() {
    if column + 1 < cells.count { blank(0..<(column + 1)) } else { eraseAll() }
  }

  mutating func eraseAll() {
    blank(0..<cells.count)
    cells.removeAll(keepingCapacity: true)
  }

  // MARK: Showing

  /// As much of the line as so many columns hold.
  func text(columns limit: Int, keepsColors: Bool) -> String {
    var text = String.UnicodeScalarView()
    var last = Rendition()
    var isColored = false
    for (column, cell) in cells.enumerated() where !cell.isRightHalf {
      let isWide = column + 1 < cells.count && cells[column + 1].isRightHalf
      guard column + (isWide ? 2 : 1) <= limit else { break }
      if keepsColors, cell.rendition != last {
        last = cell.rendition
        isColored = true
        text.append(contentsOf: ControlSequence.colors(last.dimmed.parameters).unicodeScalars)
      }
      text.append(contentsOf: character(column, with: joined[column] ?? String.UnicodeScalarView()))
    }
    if isColored { text.append(contentsOf: ControlSequence.defaultColors.unicodeScalars) }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether this may be a part of the emoji sequence that begins before it: a regional indicator
  /// or a skin tone.
  fileprivate var isEmojiPart: Bool {
    switch value {
    case 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    default: false
    }
  }
}
