/// How long a command is likely to go on, by the rate of its recent reports.
///
/// A pure state machine: every time is an argument, counted from the command's start.
package struct RemainingTime: Equatable, Sendable {
  private var reportCount = 0
  private var firstTime = Duration.zero
  private var lastTime = Duration.zero
  private var lastValue = 0.0
  /// Sums of the progress and the seconds between reports, those of long ago counting less.
  private var recentProgress = 0.0
  private var recentSeconds = 0.0
  /// When the command is likely to end, in seconds from its start; nil before that can be said.
  private var end: Double?

  /// After about so many seconds an old rate hardly counts.
  private static let memory = 15.0
  /// How slowly the end follows what each report says of it, in seconds.
  private static let inertia = 3.0
  private static let leastReports = 3
  private static let leastTime = Duration.seconds(2)
  /// How long reports may stop before they are thought to have stopped.
  private static let longestSilence = Duration.seconds(5)

  package init() {}

  /// Notes that so much was done at this time. Where less is done than before, something else has
  /// begun.
  package mutating func note(_ fraction: Fraction, at now: Duration) {
    let value = fraction.value
    if value < lastValue { self = RemainingTime() }
    if reportCount == 0 { firstTime = now }
    reportCount += 1
    let seconds = (now - (reportCount == 1 ? now : lastTime)) / .seconds(1)
    let kept = Self.memory / (Self.memory + seconds)
    recentProgress = recentProgress * kept + (reportCount == 1 ? 0 : value - lastValue)
    recentSeconds = recentSeconds * kept + seconds
    (lastTime, lastValue) = (now, value)

    guard reportCount >= Self.leastReports, now - firstTime >= Self.leastTime, recentProgress > 0
    else { return }
    let target = now / .seconds(1) + (1 - value) * recentSeconds / recentProgress
    end = end.map { $0 + (target - $0) * seconds / (Self.inertia + seconds) } ?? target
  }

  /// The likely rest in whole seconds, at least one; nil where the reports do not support any.
  package func left(at now: Duration) -> Duration? {
    guard let end, lastValue < 1, now - lastTime < silence else { return nil }
    let seconds = (end - now / .seconds(1)).rounded(.up)
    return seconds < 1 || seconds > Self.mostSeconds ? nil : .seconds(Int64(seconds))
  }

  /// More than anybody waits for: a hundred days.
  private static let mostSeconds = 8_640_000.0

  /// Reports that came seldom may come seldom.
  private var silence: Duration {
    max(Self.longestSilence, (lastTime - firstTime) / max(1, reportCount - 1) * 3)
  }
}
