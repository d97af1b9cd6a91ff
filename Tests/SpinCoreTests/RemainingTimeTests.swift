import SpinCore
import Testing

@Suite struct RemainingTimeTests {
  private func fraction(_ percent: Int) -> Fraction { Fraction(percent, of: 100)! }

  @Test func aSteadyRateTellsTheRest() {
    var time = RemainingTime()
    for second in 0...20 {
      time.note(fraction(second * 2), at: .seconds(second))
      let left = time.left(at: .seconds(second))
      #expect(left == (second < 2 ? nil : .seconds(50 - second)))
    }
    // It goes down by itself between reports.
    #expect(time.left(at: .milliseconds(22_500)) == .seconds(28))
  }

  @Test func threeReportsAndTwoSecondsAreNeeded() {
    var time = RemainingTime()
    time.note(fraction(0), at: .zero)
    time.note(fraction(50), at: .seconds(5))
    #expect(time.left(at: .seconds(5)) == nil)
    time.note(fraction(60), at: .seconds(6))
    #expect(time.left(at: .seconds(6)) == .seconds(4))

    var quick = RemainingTime()
    for percent in 0..<90 { quick.note(fraction(percent), at: .milliseconds(percent * 20)) }
    #expect(quick.left(at: .milliseconds(1800)) == nil)
  }

  @Test func itGoesWhenReportsStop() {
    var time = RemainingTime()
    for second in 0...4 { time.note(fraction(second), at: .seconds(second)) }
    #expect(time.left(at: .seconds(8)) != nil)
    #expect(time.left(at: .seconds(9)) == nil)
    time.note(fraction(5), at: .seconds(20))
    #expect(time.left(at: .seconds(20)) != nil)
  }

  @Test func itIsNeverNegative() {
    var time = RemainingTime()
    for second in 0...9 { time.note(fraction(second * 11), at: .seconds(second)) }
    #expect(time.left(at: .milliseconds(9090)) == .seconds(1))
    #expect(time.left(at: .seconds(13)) == nil)
    time.note(fraction(100), at: .seconds(14))
    #expect(time.left(at: .seconds(14)) == nil)
  }

  @Test func progressThatRunsBackStartsAnew() {
    var time = RemainingTime()
    for second in 0...5 { time.note(fraction(second * 10), at: .seconds(second)) }
    time.note(fraction(0), at: .seconds(6))
    #expect(time.left(at: .seconds(6)) == nil)
  }

  @Test func reportsWithoutProgressSupportNothing() {
    var time = RemainingTime()
    for second in 0...9 { time.note(fraction(7), at: .seconds(second)) }
    #expect(time.left(at: .seconds(9)) == nil)
  }

  /// Reports of a rate that changes from one to the next by half of it.
  @Test func itDoesNotJumpWithEachReport() {
    var time = RemainingTime()
    var done = 0
    var last: Duration?
    for index in 0..<200 {
      done += index.isMultiple(of: 2) ? 150 : 50
      let now = Duration.milliseconds(index * 500)
      time.note(Fraction(done, of: 40_000)!, at: now)
      let left = time.left(at: now)
      if let left, let last, now > .seconds(5) {
        #expect(last - left <= .seconds(3) && left - last <= .seconds(2))
      }
      last = left
    }
    #expect(last != nil)
  }
}
