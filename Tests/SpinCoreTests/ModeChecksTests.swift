import SpinCore
import Testing

@Suite struct ModeChecksTests {
  @Test func aFewLooksFollowOutputAndThenNone() {
    var checks = ModeChecks()
    #expect(checks.due == nil)
    checks.start(at: .seconds(5))
    var times: [Duration] = []
    while let due = checks.due {
      let wasEarly = checks.take(at: due - .milliseconds(1))
      let wasDue = checks.take(at: due)
      #expect(!wasEarly && wasDue)
      times.append(due - .seconds(5))
    }
    #expect(times == [10, 30, 70, 150, 310, 630].map { .milliseconds($0) })
  }

  @Test func moreOutputStartsThemAgain() {
    var checks = ModeChecks()
    checks.start(at: .seconds(5))
    _ = checks.take(at: .seconds(6))
    checks.start(at: .seconds(7))
    #expect(checks.due == .milliseconds(7010))
  }
}
