/// One line of text in inks, without control characters but colours.
package struct StyledLine: Equatable, Sendable {
  /// A part in one ink.
  package struct Span: Equatable, Sendable {
    package let text: String
    package let ink: Ink
  }

  package private(set) var spans: [Span] = []

  package init() {}

  /// A line that may have colours of its own, which end with it.
  package init(ready text: String, _ ink: Ink) {
    spans = [Span(text: text, ink: ink)]
  }

  package var columns: Int { text.columns }

  /// The text alone.
  package var text: String { spans.map(\.text).joined() }

  package mutating func append(_ text: String, _ ink: Ink) {
    spans.append(Span(text: text, ink: ink))
  }
}
