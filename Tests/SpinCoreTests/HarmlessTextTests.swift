import SpinCore
import Testing

@Suite struct HarmlessTextTests {
  @Test(arguments: [
    ("make all", "make all"), ("a\nb\tc\rd", "a b c d"), ("\u{1B}[31mred\u{1B}[m", "[31mred[m"),
    ("\u{1B}]0;title\u{7}", "]0;title"), ("a\u{8}b\u{7F}c\u{9B}d", "abcd"),
    ("a\u{202E}b\u{2066}c", "abc"), ("a\u{2028}b\u{85}c", "a b c"), ("👨‍👩‍👧 漢", "👨‍👩‍👧 漢"),
  ])
  func nothingMovesTheCursor(_ text: String, _ harmless: String) {
    #expect(text.harmless == harmless)
  }

  @Test func otherGraphemesBecomeQuestionMarks() {
    #expect("für 漢e\u{301}".inASCII == "f?r ??")
  }
}
