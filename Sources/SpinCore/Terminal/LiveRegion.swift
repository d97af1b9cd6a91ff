/// The rows below the cursor that the indicator stands on, and the sequences that draw and erase it.
///
/// The cursor and its row belong to others: every sequence here leaves the cursor where it was and
/// first makes room below it, which scrolls the screen at the bottom and changes nothing elsewhere.
/// So an erased or drawn row is never one that holds something of the command's.
package struct LiveRegion {
  /// What stands below the cursor, topmost first; empty if nothing does.
  package private(set) var lines: [StyledLine] = []
  /// How many rows the cursor has gone down since, into the region or past it, because somebody
  /// typed that many lines.
  private var typedLines = 0
  /// How many of them the last drawing has allowed for, until the next frame.
  private var recentLines = 0
  /// How many columns of such a line are likely to hold what was typed.
  private var typedColumns = 0
  private let look: Look

  package init(look: Look) {
    self.look = look
  }

  package var isDrawn: Bool { !lines.isEmpty }

  /// Whether the region stands just below the cursor.
  package var isInPlace: Bool { isDrawn && typedLines == 0 }

  /// Notes that lines were typed, each of which has moved the cursor to the start of the next row.
  ///
  /// - Parameter columns: how many columns of each hold what was typed, as far as that is known.
  package mutating func moveCursorDown(lines count: Int, columns: Int) {
    guard isDrawn else { return }
    // The terminal may have shown them before the last drawing already, which then stands below them
    // and has left what was drawn before above.
    typedLines += count + recentLines
    recentLines = 0
    typedColumns = columns
  }

  /// A frame has passed: no line is noticed any more that was typed before the last drawing.
  package mutating func settle() { recentLines = 0 }

  /// What puts `newLines` below the cursor.
  ///
  /// - Parameters:
  ///   - erasesToRight: whether nothing of the command's is to the right of the cursor. What is
  ///     there then is the indicator's, where a line was typed unnoticed.
  ///   - rows: the rows of the window.
  package mutating func drawing(
    _ newLines: [StyledLine], erasesToRight: Bool, rows: Int
  ) -> String {
    let room = max(newLines.count, lines.count - typedLines)
    let text =
      erasureAbove(rows: rows)
      + besideCursor(rows: room, erasesToRight: erasesToRight) { row in
        (row < newLines.count ? colored(newLines[row]) : "") + ControlSequence.eraseToRight
      }
    lines = newLines
    recentLines = typedLines
    typedLines = 0
    return text
  }

  /// What puts a glyph in place of the one that the region's last line begins with.
  package func glyphChange(to glyph: StyledLine, erasesToRight: Bool) -> String {
    besideCursor(rows: lines.count, erasesToRight: erasesToRight) { row in
      row == lines.count - 1 ? colored(glyph) : ""
    }
  }

  /// What removes the region; empty if nothing is drawn.
  ///
  /// - Parameter erasesAllBelow: whether its lines may have been wrapped into more rows.
  package mutating func erasure(
    erasesToRight: Bool, erasesAllBelow: Bool = false, rows: Int
  ) -> String {
    guard isDrawn else { return "" }
    defer { lines = [] }
    // In a window of one row there is no room, and what was below is gone.
    if rows < 2 { return "" }
    let erase = erasesAllBelow ? ControlSequence.eraseBelow : ControlSequence.eraseToRight
    let room = max(erasesAllBelow ? 1 : 0, lines.count - typedLines)
    let text =
      erasureAbove(rows: rows)
      + besideCursor(rows: room, erasesToRight: erasesToRight) { _ in erase }
    typedLines = 0
    return text
  }

  /// What removes those rows of the region that the cursor has gone past, and what a frame between two
  /// lines has left in the rows below; empty if there are none.
  private func erasureAbove(rows: Int) -> String {
    let highest = typedLines - 1
    // Rows as far up as the window is high have scrolled out of it.
    guard isDrawn, highest > 0, highest < rows else { return "" }
    let erase =
      ControlSequence.carriageReturn
      + (typedColumns > 0 ? ControlSequence.right(typedColumns) : "") + ControlSequence.eraseToRight
    return ControlSequence.saveCursor + ControlSequence.defaultColors
      + ControlSequence.up(highest)
      + Array(repeating: erase, count: highest).joined(separator: ControlSequence.down)
      + ControlSequence.restoreCursor
  }

  /// - Parameter rows: how many rows below the cursor there must be.
  private func besideCursor(
    rows: Int, erasesToRight: Bool, _ content: (_ row: Int) -> String
  ) -> String {
    var text = ""
    if rows > 0 {
      text += String(repeating: ControlSequence.index, count: rows) + ControlSequence.up(rows)
    }
    text += ControlSequence.saveCursor + ControlSequence.defaultColors
    if erasesToRight || typedLines > 0 { text += ControlSequence.eraseToRight }
    for row in 0..<max(0, rows) {
      text += ControlSequence.down + ControlSequence.carriageReturn + content(row)
    }
    // Lines that are noticed only now may have been shown before the region was drawn, which is then
    // still below the cursor. At the bottom of the window this stays in the cursor's row.
    for _ in max(0, rows)..<max(0, rows, lines.count) {
      text += ControlSequence.down + ControlSequence.eraseToRight
    }
    return text + ControlSequence.restoreCursor
  }

  /// A line in the cursor's own row, and what moves the cursor behind it.
  package func lastLine(_ line: StyledLine) -> String {
    ControlSequence.defaultColors + colored(line) + ControlSequence.eraseToRight + "\r\n"
  }

  private func colored(_ line: StyledLine) -> String {
    var text = ""
    for span in line.spans {
      if let parameters = look.parameters(for: span.ink) {
        text += ControlSequence.colors(parameters) + span.text + ControlSequence.defaultColors
      } else {
        text += span.text
      }
    }
    return text
  }
}
