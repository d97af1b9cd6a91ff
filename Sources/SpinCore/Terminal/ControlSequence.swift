/// The control sequences that spin writes (ECMA-48, and DEC's for saving the cursor).
enum ControlSequence {
  /// Down one row, scrolling at the bottom, in the same column (IND).
  static let index = "\u{1B}D"
  /// DECSC: saves position, colours and modes.
  static let saveCursor = "\u{1B}7"
  /// DECRC.
  static let restoreCursor = "\u{1B}8"
  static let down = "\u{1B}[B"
  static let carriageReturn = "\r"
  /// EL: from the cursor to the end of the row.
  static let eraseToRight = "\u{1B}[K"
  /// ED: from the cursor to the end of the screen.
  static let eraseBelow = "\u{1B}[J"
  /// SGR without parameters.
  static let defaultColors = "\u{1B}[m"

  static func up(_ rows: Int) -> String { "\u{1B}[\(rows)A" }
  static func right(_ columns: Int) -> String { "\u{1B}[\(columns)C" }
  /// OSC 9;4.
  static func taskbar(_ parameters: String) -> String { "\u{1B}]9;4;\(parameters)\u{1B}\\" }
  static func colors(_ parameters: String) -> String { "\u{1B}[\(parameters)m" }
}
