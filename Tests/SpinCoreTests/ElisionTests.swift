import SpinCore
import Testing

@Suite struct ElisionTests {
  @Test(arguments: [
    ("Compiling", 9, "Compiling"), ("Compiling", 8, "Comp…ing"), ("Compiling", 5, "Co…ng"),
    ("Compiling", 4, "Co…g"), ("Compiling", 2, "C…"), ("Compiling", 1, "C"), ("Compiling", 0, ""),
    ("漢字漢字", 7, "漢…漢字"), ("漢字漢字", 5, "漢…字"), ("漢字漢字", 4, "漢…"), ("漢字漢字", 3, "…字"),
    ("漢字漢字", 1, ""), ("a\u{301}bcdef", 3, "a\u{301}…f"),
  ])
  func theMiddleGivesWay(_ text: String, _ columns: Int, _ shortened: String) {
    let result = text.elided(toColumns: columns, mark: "…")
    #expect(result == shortened)
    #expect(result.columns <= columns)
  }

  @Test func noTextIsEverWiderThanAsked() {
    for columns in 0...60 {
      let text = String(repeating: "漢e\u{301}x👍", count: 8)
      #expect(text.elided(toColumns: columns, mark: "…").columns <= columns)
      #expect(text.elided(toColumns: columns, mark: "...").columns <= columns)
    }
  }
}
