/// How a bar looks.
package struct BarStyle: Equatable, Sendable {
  package let name: String
  package let filled: String
  /// What stands for a cell that is partly done, from the least to the most; empty if nothing does.
  package let parts: [String]
  /// What is not done yet.
  package let track: String
  /// What stands before and behind the bar; nil for nothing.
  package let ends: Ends?

  package struct Ends: Equatable, Sendable {
    package let opening: String
    package let closing: String
  }

  package static let line = BarStyle(name: "line", filled: "━", parts: [], track: "─", ends: nil)
  package static let block = BarStyle(
    name: "block", filled: "█", parts: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], track: "░", ends: nil)
  package static let dots = BarStyle(
    name: "dots", filled: "⣿", parts: ["⡀", "⡄", "⡆", "⡇", "⣇", "⣧", "⣷"], track: "⣀", ends: nil)
  /// The one for terminals that show nothing but ASCII.
  package static let ascii = BarStyle(
    name: "ascii", filled: "#", parts: [], track: ".", ends: Ends(opening: "[", closing: "]"))

  package static let all = [line, block, dots, ascii]

  package var isASCII: Bool { (filled + track).allSatisfy(\.isASCII) }

  /// The columns that `ends` takes.
  var endColumns: Int { ends == nil ? 0 : 2 }

  /// A bar of so many columns, of which at least one is between the ends. Nothing is rounded up: only the
  /// whole fills it.
  func bar(_ fraction: Fraction, columns: Int, hidesTrack: Bool) -> (filled: String, track: String)
  {
    let cells = max(1, columns - endColumns)
    let steps = parts.count + 1
    let doneSteps = min(cells * steps, Int(fraction.value * Double(cells * steps)))
    let (whole, part) = (doneSteps / steps, doneSteps % steps)
    let filled = String(repeating: self.filled, count: whole) + (part > 0 ? parts[part - 1] : "")
    let rest = cells - whole - (part > 0 ? 1 : 0)
    return (filled, String(repeating: hidesTrack ? " " : track, count: rest))
  }
}
