import SpinCore
import SpinTestSupport
import Testing

@Suite struct OutputTrackerTests {
  private func tracker(_ text: String, columns: Int = 20) -> OutputTracker {
    var tracker = OutputTracker()
    consume(Array(text.utf8), columns, &tracker)
    return tracker
  }

  private func consume(_ bytes: [UInt8], _ columns: Int, _ tracker: inout OutputTracker) {
    bytes.withUnsafeBufferPointer { tracker.consume($0, columns: columns, rows: 10) }
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("abc\n", 0), ("a\nbc", 2), ("abc\r", 0), ("abc\rx", 1), ("ab\u{8}", 1),
    ("\u{8}", 0), ("a\tb", 9), ("漢字", 4), ("e\u{301}", 1), ("\u{1B}[31mred\u{1B}[m", 3),
    ("\u{1B}]0;a title\u{7}x", 1), ("\u{1B}]0;a title\u{1B}\\x", 1), ("abc\u{1B}[5G", 4),
    ("abc\u{1B}[2D", 1), ("abc\u{1B}[C", 4), ("\u{1B}(Bx", 1), ("12345678901234567890", 20),
    ("123456789012345678901", 1), ("1234567890123456789漢", 2), ("\u{1B}Pq\nx\u{1B}\\y", 1),
    ("ab\u{1B}[3\n1mx", 1), ("\u{7}x", 1), ("\u{FFFD}x", 2),
  ])
  func theCursorsColumnIsKnown(_ text: String, _ column: Int) {
    #expect(tracker(text).column == column)
  }

  @Test func columnsAreThoseOfATerminal() {
    let parts = [
      "a", "bc", "漢", "\t", "\r", "\n", "\u{8}", "\u{1B}[m", "\u{1B}[3G", "\u{1B}[2C", "\u{1B}[K",
      "long words ", "é",
    ]
    for _ in 0..<300 {
      let text = (0..<30).map { _ in parts.randomElement()! }.joined()
      var screen = Screen(columns: 20, rows: 5)
      // The terminal puts a carriage return before each line feed.
      screen.feed(text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      let tracker = tracker(text)
      #expect(min(tracker.column, 19) == screen.column, "\(text.debugDescription)")
    }
  }

  @Test(arguments: [
    "abc\u{1B}", "abc\u{1B}[", "abc\u{1B}[31", "abc\u{1B}]0;title", "abc\u{1B}(",
    "abc\u{1B}]0;\u{1B}",
  ])
  func nothingMayBeInsertedWithinASequence(_ text: String) {
    #expect(!tracker(text).isBetweenSequences)
  }

  @Test func norWithinACharacter() {
    var tracker = OutputTracker()
    for byte in Array("漢".utf8).dropLast() {
      consume([byte], 20, &tracker)
      #expect(!tracker.isBetweenSequences)
    }
    consume([Array("漢".utf8)[2]], 20, &tracker)
    #expect(tracker.isBetweenSequences)
    #expect(tracker.column == 2)
  }

  @Test func brokenCharactersEndWithTheNext() {
    var tracker = OutputTracker()
    consume([0xE6, 0x41, 0xFF, 0x42], 20, &tracker)
    #expect(tracker.isBetweenSequences)
    #expect(tracker.column == 4)
  }

  @Test(arguments: [
    ("abc", true), ("progress\r", false), ("progress\rpro", false), ("progress\rprogress", true),
    ("progress\r\u{1B}[K", true), ("progress\r\n", true), ("abc\u{8}", false),
    ("abc\u{1B}[2D", false), ("\r", true), ("abc\u{1B}[2K\r", true),
  ])
  func whatStandsToTheRightIsKnown(_ text: String, _ isBlank: Bool) {
    #expect(tracker("\n" + text).isBlankToRight == isBlank)
  }

  private static let rows: [(String, String?)] = [
    ("1234567890123456789", ""), ("12345678901234567890", "0"), ("1234567890123456789é", nil),
    ("12345678901234567890\u{1B}[m", nil), ("12345678901234567890\n", ""),
    ("123456789012345678漢", nil),
  ]

  @Test(arguments: rows)
  func aWrapThatIsDueCanBeBroughtBack(_ text: String, _ wrapping: String?) {
    #expect(tracker(text).wrapping(columns: 20) == wrapping)
  }

  @Test(arguments: ["", "abc", "\r", "abc\r\u{1B}[C"])
  func whatStoodInTheFirstRowBeforeIsNot(_ text: String) {
    #expect(!tracker(text).isBlankToRight)
  }

  @Test(arguments: [
    ("\u{1B}[?1049h", true), ("\u{1B}[?47h", true), ("\u{1B}[?1049h\u{1B}[?1049l", false),
    ("\u{1B}[?25l", false), ("\u{1B}[?1;1049h", true), ("\u{1B}[1049h", false),
  ])
  func theAlternateScreenIsNoticed(_ text: String, _ isOn: Bool) {
    #expect(tracker(text).isOnAlternateScreen == isOn)
    #expect(tracker(text + "x\n").isOnAlternateScreen == isOn)
  }

  @Test func theMainScreenComesBackAsItWas() {
    var tracker = tracker("ab\r\u{1B}[?1049h\u{1B}[H\u{1B}7full\u{1B}[2A\u{1B}[?1049l")
    #expect(tracker.column == 0)
    #expect(!tracker.isBlankToRight)
    tracker.forgetOwnDisplay()
    #expect(!tracker.hasOwnDisplay)
  }

  @Test(arguments: [
    ("\u{1B}[H", true), ("\u{1B}[2A", true), ("\u{1B}7", true), ("\u{1B}[1;5r", true),
    ("\u{1B}M", true), ("\u{1B}[s", true), ("\u{1B}[31mx", false), ("x\u{1B}[K", false),
    ("\u{1B}[3C", false), ("\u{1B}[>1u", false),
  ])
  func aDisplayOfItsOwnIsNoticed(_ text: String, _ hasOwn: Bool) {
    #expect(tracker(text).hasOwnDisplay == hasOwn)
    #expect(tracker(text + "\nplain\n").hasOwnDisplay == hasOwn)
  }

  @Test(arguments: [
    ("a\nb\n\u{1B}[2A", 2), ("a\nb\n\u{1B}[2Ax\n", 1), ("a\nb\n\u{1B}[2Ax\ny\n", 0),
    ("a\n\u{1B}[A\u{1B}[B", 0), ("\u{1B}[F\u{1B}[E", 0), ("\u{1B}M\n", 0), ("\u{1B}[3A\u{1B}[J", 0),
    ("\u{1B}[3A\u{1B}[1J", 3), ("\u{1B}[H", 10), ("\u{1B}[H\u{1B}[J", 0), ("\u{1B}[99A", 10),
    ("\u{1B}7a\nb\n\u{1B}8", 2), ("\u{1B}[sa\n\u{1B}[u\n", 0),
    ("\u{1B}[2A\u{1B}7x\n\n\n\n\u{1B}8", 4),
  ])
  func itIsForgottenBelowAllThatWasWritten(_ text: String, _ rowsBelow: Int) {
    for typed in 0...10 {
      var tracker = tracker(text + String(repeating: "\n", count: typed))
      tracker.forgetOwnDisplay()
      #expect(tracker.hasOwnDisplay == (typed < rowsBelow), "after \(typed) lines")
    }
  }

  @Test(arguments: ["\u{1B}7", "\u{1B}[s", "\u{1B}[A\n\u{1B}7"])
  func itIsKeptWhileAPositionIsSaved(_ text: String) {
    var tracker = tracker(text + "\n\nplain\n")
    tracker.forgetOwnDisplay()
    #expect(tracker.hasOwnDisplay)
  }

  @Test func thePiecesDoNotMatter() {
    let text = Array("ab漢\u{1B}[31mc\r\n\u{1B}]0;t\u{7}\u{1B}[?1049hd\u{1B}[2A\ne\tf\u{1B}[K".utf8)
    let whole = tracker(String(decoding: text, as: UTF8.self))
    for size in 1...7 {
      var tracker = OutputTracker()
      for start in stride(from: 0, to: text.count, by: size) {
        consume(Array(text[start..<min(start + size, text.count)]), 20, &tracker)
      }
      #expect(tracker.column == whole.column)
      #expect(tracker.isBlankToRight == whole.isBlankToRight)
      #expect(tracker.hasOwnDisplay == whole.hasOwnDisplay)
      #expect(tracker.isOnAlternateScreen == whole.isOnAlternateScreen)
    }
  }

  @Test func aTypedLineStartsARow() {
    var tracker = tracker("Continue? ")
    tracker.startRow()
    #expect(tracker.column == 0)
    #expect(tracker.isBlankToRight)
  }
}
