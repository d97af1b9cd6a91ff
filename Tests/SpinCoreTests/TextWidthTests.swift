import SpinCore
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("make", 4), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｶﾅ", 2), ("カナ", 4), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("1️⃣", 2),
    ("\u{200B}", 0), ("नि", 2), ("Ａ", 2), ("⠹", 1), ("━", 1), ("✔", 1), ("\u{20000}", 2), ("—", 1),
  ])
  func columnsAreCountedByGrapheme(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    (0x00, 0), (0x1B, 0), (0x20, 1), (0x7F, 0), (0x85, 0), (0xA0, 1), (0x300, 0), (0x10FF, 1),
    (0x1100, 2), (0x115F, 2), (0x1160, 0), (0x303F, 1), (0x3041, 2), (0xFE0F, 0), (0x1F600, 2),
    (0x10FFFF, 1),
  ])
  func scalarsMoveTheCursor(_ scalar: UInt32, _ columns: Int) throws {
    #expect(try #require(Unicode.Scalar(scalar)).columns == columns)
  }
}
