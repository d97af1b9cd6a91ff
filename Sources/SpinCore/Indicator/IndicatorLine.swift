/// The parts of the indicator's line, and how they give way where there is little room.
package struct IndicatorLine: Equatable, Sendable {
  let glyph: String
  let ink: Ink
  let label: String
  /// How much is done; nil where that is unknown.
  var fraction: Fraction?
  /// From the most important on, the last of which go first.
  let times: [String]
  /// What the command has reported beside its label.
  var detail = ""
  let look: Look

  /// A shortened label keeps this many columns as long as something else can go.
  private static let leastLabelColumns = 8
  private static let leastBarColumns = 6
  private static let leastDetailColumns = 8
  private static let mostBarColumns = 24

  /// The line in at most so many columns: the detail goes first, then the label is shortened, then the
  /// bar, then the times go, then the bar, then the label and the percentage; without room for the
  /// glyph nothing is left.
  func laidOut(columns: Int) -> StyledLine? {
    guard glyph.columns <= columns else { return nil }
    var percentage = fraction.map { "\($0.percent)%" }
    if let text = percentage, glyph.columns + 1 + text.columns > columns { percentage = nil }
    let fixedColumns = glyph.columns + (percentage.map { $0.columns + 1 } ?? 0)
    let labelColumns = min(label.columns, Self.leastLabelColumns) + (label.isEmpty ? 0 : 1)
    let barColumns = fraction == nil ? 0 : Self.leastBarColumns + 1

    var time = times.joined(separator: ", ")
    var leastColumns: Int { fixedColumns + labelColumns + barColumns + timeColumns(time) }
    for count in times.indices.reversed() where leastColumns > columns {
      time = times.prefix(count).joined(separator: ", ")
    }
    let room = columns - fixedColumns - timeColumns(time)
    let showsBar = fraction != nil && labelColumns + barColumns <= room
    let barRoom = showsBar ? self.barColumns(room: room) + 1 : 0

    var line = StyledLine()
    line.append(glyph, ink)
    let shortened =
      room - barRoom > 1 ? label.elided(toColumns: room - barRoom - 1, mark: look.ellipsis) : ""
    if !shortened.isEmpty { line.append(" " + shortened, .plain) }
    if showsBar, let fraction { appendBar(fraction, columns: barRoom - 1, to: &line) }
    if let percentage { line.append(" " + percentage, .plain) }
    if !time.isEmpty { line.append(" " + time, .dim) }
    appendDetail(columns: columns - line.columns, to: &line)
    return line
  }

  /// The detail in what is left of the columns, where that is enough to say something.
  private func appendDetail(columns: Int, to line: inout StyledLine) {
    let room = columns - 2
    guard !detail.isEmpty, room >= min(detail.columns, Self.leastDetailColumns) else { return }
    line.append("  " + detail.elided(toColumns: room, mark: look.ellipsis), .dim)
  }

  private func timeColumns(_ time: String) -> Int { time.isEmpty ? 0 : time.columns + 1 }

  /// How wide the bar is beside the label, which is shortened before it.
  private func barColumns(room: Int) -> Int {
    let wholeLabel = min(label.columns, Self.leastLabelColumns) + (label.isEmpty ? 0 : 1)
    return min(Self.mostBarColumns, room - wholeLabel - 1)
  }

  private func appendBar(_ fraction: Fraction, columns: Int, to line: inout StyledLine) {
    let bar = look.bar.bar(fraction, columns: columns, hidesTrack: look.hidesTrack)
    line.append(" " + (look.bar.ends?.opening ?? ""), .plain)
    line.append(bar.filled, .tinted)
    line.append(bar.track, .dim)
    if let end = look.bar.ends?.closing { line.append(end, .plain) }
  }
}
