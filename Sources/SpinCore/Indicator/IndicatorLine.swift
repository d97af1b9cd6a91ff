/// The parts of the indicator's line, and how they give way where there is little room.
package struct IndicatorLine: Equatable, Sendable {
  let glyph: String
  let ink: Ink
  let label: String
  /// Nil while there is none to show.
  let time: String?

  /// A shortened label keeps this many columns as long as something else can go.
  private static let leastLabelColumns = 8

  /// The line in at most so many columns: the label is shortened first, then the time goes, then
  /// the label; without room for the glyph nothing is left.
  func laidOut(columns: Int, ellipsis: String) -> StyledLine? {
    guard glyph.columns <= columns else { return nil }
    var room = columns - glyph.columns
    var line = StyledLine()
    line.append(glyph, ink)

    let timeColumns = time.map { $0.columns + 1 } ?? 0
    let neededColumns = min(label.columns, Self.leastLabelColumns) + (label.isEmpty ? 0 : 1)
    let showsTime = timeColumns > 0 && neededColumns + timeColumns <= room
    if showsTime { room -= timeColumns }

    let shortened = room > 1 ? label.elided(toColumns: room - 1, mark: ellipsis) : ""
    if !shortened.isEmpty { line.append(" " + shortened, .plain) }
    if showsTime, let time { line.append(" " + time, .dim) }
    return line
  }
}
