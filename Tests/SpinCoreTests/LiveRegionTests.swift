import SpinCore
import SpinTestSupport
import Testing

@Suite struct LiveRegionTests {
  private let look = Look(
    style: .dots, tint: Style.dots.tint, isColored: true, isUnicode: true)

  private func line(_ text: String) -> StyledLine {
    var line = StyledLine()
    line.append(text, .plain)
    return line
  }

  private func screen(_ text: String, columns: Int = 20, rows: Int = 5) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    screen.feed(text.utf8)
    return screen
  }

  @Test func theLineStandsBelowTheCursorWhichStays() {
    var region = LiveRegion(look: look)
    var screen = screen("$ make\r\npartial")
    screen.feed(region.drawing([line("⠋ make")], erasesToRight: true, rows: 5).utf8)
    #expect(screen.lines == ["$ make", "partial", "⠋ make"])
    #expect((screen.row, screen.column) == (1, 7))

    screen.feed(region.erasure(erasesToRight: true, rows: 5).utf8)
    #expect(screen.lines == ["$ make", "partial"])
    #expect((screen.row, screen.column) == (1, 7))
  }

  @Test func theScreenScrollsOnceAtTheBottom() {
    var region = LiveRegion(look: look)
    var screen = screen("1\r\n2\r\n3\r\n4\r\n5")
    for _ in 0..<3 {
      screen.feed(region.drawing([line("⠋")], erasesToRight: true, rows: 5).utf8)
    }
    #expect(screen.lines == ["2", "3", "4", "5", "⠋"])
    #expect((screen.row, screen.column) == (3, 1))
    screen.feed(region.erasure(erasesToRight: true, rows: 5).utf8)
    #expect(screen.lines == ["2", "3", "4", "5"])
  }

  @Test func whatStandsToTheRightIsKept() {
    var region = LiveRegion(look: look)
    var screen = screen("progress 42%\r")
    screen.feed(region.drawing([line("⠋")], erasesToRight: false, rows: 5).utf8)
    screen.feed(region.erasure(erasesToRight: false, rows: 5).utf8)
    #expect(screen.lines == ["progress 42%"])
  }

  @Test func aShorterLineLeavesNothingOfALongerOne() {
    var region = LiveRegion(look: look)
    var screen = screen("")
    screen.feed(region.drawing([line("a long line")], erasesToRight: true, rows: 5).utf8)
    screen.feed(region.drawing([line("short")], erasesToRight: true, rows: 5).utf8)
    #expect(screen.lines == ["", "short"])
  }

  @Test func onlyTheGlyphIsReplaced() {
    var region = LiveRegion(look: look)
    var screen = screen("x")
    screen.feed(region.drawing([line("⠋ make")], erasesToRight: true, rows: 5).utf8)
    let change = region.glyphChange(to: line("⠙"), erasesToRight: true)
    screen.feed(change.utf8)
    #expect(screen.lines == ["x", "⠙ make"])
    #expect((screen.row, screen.column) == (0, 1))
    #expect(!change.contains("make"))
  }

  @Test(arguments: 1...9, [0, 3])
  func typedLinesLeaveNoCopy(_ typed: Int, _ startRow: Int) {
    var region = LiveRegion(look: look)
    var screen = screen("$" + String(repeating: "\r\n", count: startRow))
    screen.feed(region.drawing([line("⠋ make")], erasesToRight: true, rows: 5).utf8)
    screen.feed(String(repeating: "\r\n", count: typed).utf8)
    region.moveCursorDown(lines: typed, columns: 0)
    screen.feed(region.drawing([line("⠙ make")], erasesToRight: true, rows: 5).utf8)
    // What has scrolled out of the window before anybody could know is out of reach.
    let shown = typed < 5 ? screen.everything : screen.lines
    #expect(shown.filter { !$0.isEmpty && $0 != "$" } == ["⠙ make"])
    screen.feed(region.erasure(erasesToRight: true, rows: 5).utf8)
    #expect(screen.lines.filter { !$0.isEmpty && $0 != "$" } == [])
  }

  @Test(arguments: 1...4)
  func severalLinesAreDrawnAndErasedTogether(_ typed: Int) {
    var region = LiveRegion(look: look)
    var screen = screen("$", rows: 8)
    let lines = [line("one"), line("two"), line("three")]
    screen.feed(region.drawing(lines, erasesToRight: true, rows: 8).utf8)
    #expect(screen.lines == ["$", "one", "two", "three"])
    screen.feed(String(repeating: "\r\n", count: typed).utf8)
    region.moveCursorDown(lines: typed, columns: 0)
    screen.feed(region.drawing([line("four")], erasesToRight: true, rows: 8).utf8)
    #expect(screen.everything.filter { !$0.isEmpty } == ["$", "four"])
  }

  /// Of two lines the first is noticed before a drawing and the second behind it.
  @Test(arguments: [true, false], [(0, 1), (1, 1), (1, 2), (2, 1), (2, 2)])
  func aLineThatIsNoticedLateLeavesNoCopy(_ isEarlier: Bool, _ counts: (Int, Int)) {
    let (first, second) = counts
    var region = LiveRegion(look: look)
    var screen = screen("$", rows: 20)
    func type(_ count: Int) { screen.feed(String(repeating: "\r\n", count: count).utf8) }
    screen.feed(region.drawing([line("⠋ make")], erasesToRight: true, rows: 20).utf8)
    type(first)
    if isEarlier { type(second) }
    region.moveCursorDown(lines: first, columns: 0)
    screen.feed(region.drawing([line("⠙ make")], erasesToRight: true, rows: 20).utf8)
    if !isEarlier { type(second) }
    region.moveCursorDown(lines: second, columns: 0)

    var (erased, erasedRegion) = (screen, region)
    erased.feed(erasedRegion.erasure(erasesToRight: true, rows: 20).utf8)
    #expect(erased.lines == ["$"])

    screen.feed(region.drawing([line("⠹ make")], erasesToRight: true, rows: 20).utf8)
    #expect(screen.lines.filter { !$0.isEmpty } == ["$", "⠹ make"])
    #expect(screen.line(screen.row + 1) == "⠹ make")
  }

  @Test(arguments: 0...3, 0...3)
  func aGlyphBetweenTypedLinesGoesWithTheRest(_ before: Int, _ after: Int) {
    var region = LiveRegion(look: look)
    var screen = screen("$", rows: 20)
    func type(_ count: Int) { screen.feed(String(repeating: "\r\n", count: count).utf8) }
    screen.feed(region.drawing([line("⠋ make")], erasesToRight: true, rows: 20).utf8)
    type(before)
    screen.feed(region.glyphChange(to: line("⠙"), erasesToRight: true).utf8)
    type(after)
    region.moveCursorDown(lines: before + after, columns: 0)
    screen.feed(region.erasure(erasesToRight: true, rows: 20).utf8)
    #expect(screen.lines == ["$"])
  }

  @Test(arguments: 0...3, 0...3)
  func aGlyphBetweenTypedLinesLeavesNothing(_ before: Int, _ after: Int) {
    var region = LiveRegion(look: look)
    var screen = screen("$", rows: 20)
    func type(_ count: Int) { screen.feed(String(repeating: "\r\n", count: count).utf8) }
    screen.feed(region.drawing([line("⠋ make")], erasesToRight: true, rows: 20).utf8)
    type(before)
    screen.feed(region.glyphChange(to: line("⠙"), erasesToRight: true).utf8)
    type(after)
    region.moveCursorDown(lines: before + after, columns: 0)
    screen.feed(region.drawing([line("⠹ make")], erasesToRight: true, rows: 20).utf8)
    #expect(screen.lines.filter { !$0.isEmpty } == ["$", "⠹ make"])
  }

  @Test func whatWasTypedIsKept() {
    var region = LiveRegion(look: look)
    var screen = screen("$ make")
    screen.feed(region.drawing([line("⠋ make 42s")], erasesToRight: true, rows: 5).utf8)
    screen.feed("\r\nabc\r\ndef\r\n".utf8)
    region.moveCursorDown(lines: 3, columns: 3)
    screen.feed(region.drawing([line("⠙ make")], erasesToRight: true, rows: 5).utf8)
    #expect(screen.everything == ["$ make", "abc", "def", "", "⠙ make"])
  }

  @Test func aWindowWithoutRoomIsLeftAlone() {
    var region = LiveRegion(look: look)
    _ = region.drawing([line("⠋ make")], erasesToRight: true, rows: 5)
    #expect(region.erasure(erasesToRight: true, rows: 1) == "")
    #expect(!region.isDrawn)
  }

  @Test func wrappedRowsGoWithTheRest() {
    var region = LiveRegion(look: look)
    var screen = screen("$")
    screen.feed(region.drawing([line("⠋ make")], erasesToRight: true, rows: 5).utf8)
    screen.feed("\u{1B}7\r\n\r\nwrapped\u{1B}8".utf8)
    screen.feed(region.erasure(erasesToRight: true, erasesAllBelow: true, rows: 5).utf8)
    #expect(screen.lines == ["$"])
  }

  @Test func erasureOfNothingIsEmpty() {
    var region = LiveRegion(look: look)
    #expect(region.erasure(erasesToRight: true, rows: 5) == "")
  }

  @Test func inksAreSetAndReset() {
    var line = StyledLine()
    line.append("⠋", .tinted)
    line.append(" make", .plain)
    line.append(" 2s", .dim)
    var region = LiveRegion(look: look)
    #expect(
      region.drawing([line], erasesToRight: true, rows: 5)
        == "\u{1B}D\u{1B}[1A\u{1B}7\u{1B}[m\u{1B}[K\u{1B}[B\r"
        + "\u{1B}[36m⠋\u{1B}[m make\u{1B}[2m 2s\u{1B}[m\u{1B}[K\u{1B}8")
  }
}
