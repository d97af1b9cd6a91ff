import SpinCore
import Testing

@Suite struct IndicatorLineTests {
  private let look = Look(style: .dots, tint: .none, isColored: false, isUnicode: true)

  private func text(_ label: String, _ seconds: Int, _ columns: Int) -> String? {
    var indicator = Indicator(label: label, delay: .zero, look: look)
    indicator.advance(to: .zero)
    return indicator.line(at: .seconds(seconds), columns: columns)?.text
  }

  @Test(arguments: [
    (79, "⠋ Compiling everything 42s"), (26, "⠋ Compiling everything 42s"),
    (25, "⠋ Compiling…verything 42s"), (20, "⠋ Compili…ything 42s"), (14, "⠋ Comp…ing 42s"),
    (13, "⠋ Compi…thing"), (10, "⠋ Comp…ing"), (5, "⠋ C…g"), (3, "⠋ C"), (2, "⠋"), (1, "⠋"),
  ])
  func partsGiveWayInOrder(_ columns: Int, _ text: String) {
    #expect(self.text("Compiling everything", 42, columns) == text)
  }

  @Test(arguments: [
    (79, "⠋ make ━━━━━━━━━━━━──────────── 50% 42s  Linking all things"),
    (60, "⠋ make ━━━━━━━━━━━━──────────── 50% 42s  Linking all things"),
    (52, "⠋ make ━━━━━━━━━━━━──────────── 50% 42s  Linki…hings"),
    (49, "⠋ make ━━━━━━━━━━━━──────────── 50% 42s  Link…ngs"),
    (48, "⠋ make ━━━━━━━━━━━━──────────── 50% 42s"), (13, "⠋ make 50%"),
  ])
  func theDetailGoesFirst(_ columns: Int, _ text: String) {
    var indicator = Indicator(label: "make", delay: .zero, look: look)
    indicator.advance(to: .zero)
    indicator.report(
      ProgressUpdate(
        Fraction(50, of: 100).map { .known($0) }, detail: Array("Linking all things".utf8)),
      at: .zero)
    #expect(indicator.line(at: .seconds(42), columns: columns)?.text == text)
  }

  @Test func nothingIsLeftWithoutRoomForTheGlyph() {
    #expect(text("x", 42, 0) == nil)
    #expect(text("x", 42, -1) == nil)
  }

  @Test func aLineNeverWraps() {
    for label in ["", "a", String(repeating: "漢", count: 30), String(repeating: "x", count: 300)] {
      for columns in 1...40 {
        #expect((text(label, 4000, columns)?.columns ?? 99) <= columns)
      }
    }
  }

  @Test func anEmptyLabelLeavesGlyphAndTime() {
    #expect(text("", 42, 40) == "⠋ 42s")
  }
}
