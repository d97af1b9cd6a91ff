import SpinCore
import Testing

@Suite struct HarmlessTextTests {
  @Test(arguments: [
    ("make all", "make all"), ("a\nb\tc\rd", "a b c d"), ("\u{1B}[31mred\u{1B}[m", "red"),
    ("\u{1B}]0;title\u{7}x\u{1B}]0;y\u{1B}\\z", "xz"), ("a\u{1B}[3", "a"), ("a\u{1B}]b", "a"),
    ("a\u{1B}", "a"), ("a\u{1B}(Bb\u{1B}7c\u{1B}\u{1B}[md", "abcd"), ("\u{1B}]0;a\u{1B}[31mb", "b"),
    ("a\u{8}b\u{7F}c\u{9B}d", "abcd"),
    ("a\u{202E}b\u{2066}c", "abc"), ("a\u{2028}b\u{85}c", "a b c"), ("👨‍👩‍👧 漢", "👨‍👩‍👧 漢"),
  ])
  func nothingMovesTheCursor(_ text: String, _ harmless: String) {
    #expect(text.harmless == harmless)
  }

  @Test func otherGraphemesBecomeQuestionMarks() {
    #expect("für 漢e\u{301}".inASCII == "f?r ??")
  }
}
