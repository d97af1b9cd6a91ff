import SpinCore
import Testing

@Suite struct BarStyleTests {
  /// The line of an indicator that has reported this.
  private func text(
    _ part: Int, _ whole: Int, columns: Int = 40, label: String = "x", bar: BarStyle = .line,
    hidesTrack: Bool = false, seconds: Int = 0
  ) -> String? {
    let look = Look(
      style: .line, tint: .none, bar: bar, hidesTrack: hidesTrack, isColored: false, isUnicode: true
    )
    var indicator = Indicator(label: label, delay: .zero, look: look)
    indicator.advance(to: .zero)
    indicator.report(ProgressUpdate(.known(Fraction(part, of: whole)!)), at: .zero)
    return indicator.line(at: .seconds(seconds), columns: columns)?.text
  }

  @Test(arguments: [
    (BarStyle.line, 0, "| x ──────────────────────── 0%"),
    (.line, 1, "| x ━━━━━━━━━━━━──────────── 50%"),
    (.line, 2, "| x ━━━━━━━━━━━━━━━━━━━━━━━━ 100%"),
    (.ascii, 1, "| x [###########...........] 50%"),
    (.block, 1, "| x ████████████░░░░░░░░░░░░ 50%"), (.dots, 1, "| x ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀ 50%"),
  ])
  func barsAreFilledFromTheLeft(_ bar: BarStyle, _ half: Int, _ text: String) {
    #expect(self.text(half, 2, bar: bar) == text)
  }

  @Test func nothingIsRoundedUp() {
    #expect(text(996, 1000) == "| x ━━━━━━━━━━━━━━━━━━━━━━━─ 99%")
    #expect(text(29, 100)?.hasSuffix(" 29%") == true)
    #expect(text(1, 3)?.hasSuffix(" 33%") == true)
  }

  @Test func partsOfACellAreShownWhereTheyHelp() {
    #expect(text(1, 192, bar: .block)?.hasPrefix("| x ▏░") == true)
    #expect(text(15, 192, bar: .block)?.hasPrefix("| x █▉░") == true)
  }

  @Test func theTrackMayBeHidden() {
    #expect(text(1, 2, hidesTrack: true) == "| x ━━━━━━━━━━━━             50%")
    #expect(text(1, 2, bar: .ascii, hidesTrack: true) == "| x [###########           ] 50%")
  }

  @Test(arguments: [
    (60, "| Compiling everything ━━━━━━━━━━━━──────────── 50% 42s"),
    (50, "| Compili…rything ━━━━━━━━━━━━──────────── 50% 42s"),
    (40, "| Comp…ing ━━━━━━━━━━─────────── 50% 42s"), (26, "| Comp…ing ━━━──── 50% 42s"),
    (25, "| Comp…ing ━━━─── 50% 42s"), (24, "| Comp…ing ━━━━───── 50%"),
    (23, "| Comp…ing ━━━━──── 50%"), (20, "| Compili…ything 50%"),
    (19, "| Compil…ything 50%"), (10, "| Co…g 50%"), (7, "| C 50%"), (5, "| 50%"), (4, "| C…"),
    (1, "|"),
  ])
  func partsGiveWayInOrder(_ columns: Int, _ text: String) {
    let line = self.text(1, 2, columns: columns, label: "Compiling everything", seconds: 42)
    #expect(line == text)
  }

  @Test func aLineNeverWraps() {
    for label in ["", "a", String(repeating: "漢", count: 30)] {
      for bar in BarStyle.all {
        for columns in 1...60 {
          let line = text(7, 9, columns: columns, label: label, bar: bar, seconds: 4000)
          #expect((line?.columns ?? 99) <= columns)
        }
      }
    }
  }

  @Test func onlyAsciiShowsOutsideUnicode() {
    var settings = Settings()
    settings.bar = .block
    let environment = TerminalEnvironment { $0 == "LC_ALL" ? "C" : nil }
    #expect(Look(settings: settings, environment: environment).bar == .ascii)
  }
}
