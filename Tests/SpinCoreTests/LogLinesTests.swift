import SpinCore
import Testing

@Suite struct LogLinesTests {
  private func lines(
    delay: Duration = .seconds(1), heartbeat: Duration? = .seconds(60)
  ) -> LogLines {
    LogLines(label: "make", delay: delay, heartbeat: heartbeat)
  }

  @Test func aQuickCommandHasNone() {
    var lines = lines()
    #expect(lines.nextChange == .seconds(1))
    #expect(lines.line(at: .milliseconds(999)) == nil)
    #expect(lines.lastLine(.exited(status: 1), at: .milliseconds(999)) == nil)
  }

  @Test func aLongOneIsSaidToRunAtEachHeartbeat() {
    var lines = lines()
    #expect(lines.line(at: .seconds(1)) == "spin: make: running\n")
    #expect(lines.nextChange == .seconds(61))
    #expect(lines.line(at: .seconds(60)) == nil)
    #expect(lines.line(at: .seconds(61)) == "spin: make: still running, 1m 1s\n")
    #expect(lines.nextChange == .seconds(121))
  }

  @Test func withoutHeartbeatItIsSaidOnce() {
    var lines = lines(heartbeat: nil)
    #expect(lines.line(at: .seconds(1)) == "spin: make: running\n")
    #expect(lines.nextChange == nil)
    #expect(lines.line(at: .seconds(3600)) == nil)
  }

  @Test func aStoppedCommandIsNotSaidToRun() {
    var lines = lines()
    _ = lines.line(at: .seconds(1))
    lines.halt()
    #expect(lines.line(at: .seconds(61)) == "spin: make: halted, 1m 1s\n")
    lines.resume()
    #expect(lines.line(at: .seconds(121)) == "spin: make: still running, 2m 1s\n")
  }

  @Test func whatIsReportedIsADetail() {
    var lines = lines()
    _ = lines.line(at: .seconds(1))
    lines.report(
      ProgressUpdate(Fraction(42, of: 100).map { .known($0) }, detail: Array("Li\u{1B}[mnk".utf8)))
    #expect(lines.line(at: .seconds(6)) == "spin: make: 42%, 6.0s, Link\n")
    lines.report(ProgressUpdate(.unknown))
    #expect(lines.line(at: .seconds(66)) == "spin: make: still running, 1m 6s, Link\n")
    #expect(lines.lastLine(.exited(status: 0), at: .seconds(70)) == "spin: make: done in 1m 10s\n")
  }

  @Test(arguments: [
    (Outcome.exited(status: 0), "spin: make: done in 2m 31s\n"),
    (.exited(status: 2), "spin: make: failed with exit status 2 after 2m 31s\n"),
    (.killed(signal: 15, name: "SIGTERM"), "spin: make: killed by SIGTERM after 2m 31s\n"),
    (.timedOut(limit: .seconds(10)), "spin: make: timed out after 10s\n"),
  ])
  func theLastLineSaysHowItEnded(_ outcome: Outcome, _ text: String) {
    var lines = lines()
    _ = lines.line(at: .seconds(1))
    #expect(lines.lastLine(outcome, at: .seconds(151)) == text)
  }

  @Test func labelsStayInTheirLine() {
    var lines = LogLines(label: "a\nb\u{1B}[m", delay: .zero, heartbeat: nil)
    #expect(lines.line(at: .zero) == "spin: a b: running\n")
  }
}
