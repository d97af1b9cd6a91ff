/// The frames of a moving glyph, and its own tint.
package struct Style: Equatable, Sendable {
  package let name: String
  /// Shown one after another; all of the same width.
  package let frames: [String]
  package let tint: Tint

  /// How long each frame stands.
  package static let frameTime = Duration.milliseconds(100)

  package static let dots = Style(
    name: "dots",
    frames: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    tint: Tint(name: "cyan", parameters: "36"))

  /// The one for terminals that show nothing but ASCII.
  package static let line = Style(name: "line", frames: ["|", "/", "-", "\\"], tint: .none)

  package static let all = [dots, line]

  package var isASCII: Bool {
    frames.allSatisfy { $0.allSatisfy(\.isASCII) }
  }
}
