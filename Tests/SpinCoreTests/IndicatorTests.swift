import SpinCore
import Testing

@Suite struct IndicatorTests {
  private let look = Look(style: .line, tint: .none, isColored: false, isUnicode: true)

  private func indicator(_ label: String = "make", delay: Duration = .seconds(1)) -> Indicator {
    Indicator(label: label, delay: delay, look: look)
  }

  private func text(_ indicator: Indicator, _ time: Duration) -> String? {
    indicator.line(at: time, columns: 40)?.text
  }

  @Test func nothingShowsBeforeTheDelay() {
    var indicator = indicator()
    #expect(indicator.nextChange(after: .zero) == .seconds(1))
    indicator.advance(to: .milliseconds(999))
    #expect(text(indicator, .milliseconds(999)) == nil)
    indicator.advance(to: .seconds(1))
    #expect(indicator.state == .spinning)
    #expect(text(indicator, .seconds(1)) == "- make")
  }

  @Test func theGlyphMovesWithTime() {
    var indicator = indicator(delay: .zero)
    indicator.advance(to: .zero)
    let glyphs = (0..<6).map { text(indicator, Style.frameTime * $0)?.first }
    #expect(glyphs == ["|", "/", "-", "\\", "|", "/"])
    #expect(indicator.nextChange(after: .zero) == Style.frameTime)
    #expect(indicator.nextChange(after: Style.frameTime) == Style.frameTime * 2)
  }

  @Test func elapsedTimeShowsFromTwoSecondsOn() {
    var indicator = indicator(delay: .zero)
    indicator.advance(to: .zero)
    #expect(text(indicator, .milliseconds(1999)) == "\\ make")
    #expect(text(indicator, .seconds(2)) == "| make 2s")
    #expect(text(indicator, .seconds(72)) == "| make 1m 12s")
  }

  @Test func aStoppedCommandIsMarked() {
    var indicator = indicator()
    indicator.halt()
    #expect(text(indicator, .zero) == nil)
    indicator.advance(to: .seconds(1))
    #expect(text(indicator, .seconds(3)) == "■ make halted, 3s")
    #expect(indicator.nextChange(after: .milliseconds(3100)) == .seconds(4))
    indicator.resume()
    #expect(text(indicator, .seconds(4)) == "| make 4s")
  }

  @Test func onlyTheGlyphDiffersWithinASecond() {
    var indicator = indicator()
    #expect(!indicator.onlyMoves(from: .seconds(3), to: .milliseconds(3900)))
    indicator.advance(to: .seconds(1))
    #expect(indicator.onlyMoves(from: .seconds(3), to: .milliseconds(3900)))
    #expect(!indicator.onlyMoves(from: .milliseconds(3900), to: .seconds(4)))
    indicator.halt()
    #expect(!indicator.onlyMoves(from: .seconds(3), to: .milliseconds(3900)))
  }

  @Test(arguments: [
    (Outcome.exited(status: 0), "✔ make 2m 5s"), (.exited(status: 2), "✘ make exit 2, 2m 5s"),
    (.killed(signal: 15, name: "SIGTERM"), "✘ make SIGTERM, 2m 5s"),
    (.timedOut(limit: .seconds(125)), "✘ make timed out, 2m 5s"),
  ])
  func theLastLineSaysHowItEnded(_ outcome: Outcome, _ text: String) {
    var indicator = indicator()
    indicator.advance(to: .seconds(1))
    #expect(indicator.lastLine(at: .seconds(125), columns: 40) == nil)
    indicator.finish(outcome)
    #expect(self.text(indicator, .seconds(125)) == nil)
    #expect(indicator.lastLine(at: .seconds(125), columns: 40)?.text == text)
    #expect(indicator.nextChange(after: .seconds(125)) == nil)
  }

  @Test func labelsAreHarmless() {
    var indicator = indicator("a\u{1B}[2Jb\nc", delay: .zero)
    indicator.advance(to: .zero)
    #expect(text(indicator, .zero) == "| ab c")
  }

  @Test func everythingIsASCIIWhereTheTerminalIs() {
    var indicator = Indicator(
      label: "Übersetzen", delay: .zero,
      look: Look(style: .line, tint: .none, isColored: false, isUnicode: false))
    indicator.advance(to: .zero)
    #expect(indicator.line(at: .zero, columns: 40)?.text == "| ?bersetzen")
    #expect(indicator.line(at: .zero, columns: 8)?.text == "| ?b...n")
    indicator.halt()
    #expect(indicator.line(at: .zero, columns: 40)?.text == "= ?bersetzen halted, 0s")
    indicator.finish(.exited(status: 0))
    #expect(indicator.lastLine(at: .zero, columns: 40)?.text == "+ ?bersetzen 0.0s")
    indicator.finish(.exited(status: 1))
    #expect(indicator.lastLine(at: .zero, columns: 40)?.text == "x ?bersetzen exit 1, 0.0s")
  }
}
