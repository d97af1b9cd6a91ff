/// The lines that a log gets of a running command.
///
/// A pure state machine: every time is an argument, counted from the command's start.
package struct LogLines: Equatable, Sendable {
  private let label: String
  private let delay: Duration
  /// The longest time without a line; nil for no limit.
  private let heartbeat: Duration?
  private var isHalted = false
  /// When the last line was made; nil before the first.
  private var lastLineTime: Duration?
  private var progress = Progress()
  /// How many tenths were done when that was last said.
  private var saidTenths = 0
  private var saidTime: Duration?

  /// Between two lines of progress.
  private static let progressInterval = Duration.seconds(5)

  package init(label: String, delay: Duration, heartbeat: Duration?) {
    self.label = label.harmless
    self.delay = delay
    self.heartbeat = heartbeat
  }

  private var detail: String { progress.detail?.harmless ?? "" }

  /// When a line is due, or nil.
  package var nextChange: Duration? {
    guard let lastLineTime else { return delay }
    return [heartbeat.map { lastLineTime + $0 }, progressDue].compactMap { $0 }.min()
  }

  /// When a line about progress is due: each further tenth has one, but not too many come at once.
  private var progressDue: Duration? {
    guard let fraction = progress.fraction, fraction.percent / 10 > saidTenths else { return nil }
    return saidTime.map { $0 + Self.progressInterval } ?? .zero
  }

  /// The command has reported something.
  package mutating func report(_ update: ProgressUpdate) { change { $0.report(update) } }

  /// So much was read from the command's output; nil if nothing is known from there any more.
  package mutating func scan(_ fraction: Fraction?) { change { $0.scan(fraction) } }

  private mutating func change(_ change: (inout Progress) -> Void) {
    change(&progress)
    // Where less is done than before, something else has begun.
    if let fraction = progress.fraction { saidTenths = min(saidTenths, fraction.percent / 10) }
  }

  package mutating func halt() { isHalted = true }

  package mutating func resume() { isHalted = false }

  /// The line that is due at this time, or nil.
  package mutating func line(at elapsed: Duration) -> String? {
    guard let due = nextChange, elapsed >= due else { return nil }
    let isFirst = lastLineTime == nil
    let saysProgress = progressDue.map { elapsed >= $0 } ?? false
    lastLineTime = elapsed
    if saysProgress, !isFirst, !isHalted, let fraction = progress.fraction {
      saidTenths = fraction.percent / 10
      saidTime = elapsed
      return Phrases.message(Phrases.progress(label, fraction, elapsed: elapsed, detail: detail))
    }
    if isHalted { return Phrases.message(Phrases.halted(label, elapsed: elapsed)) }
    return Phrases.message(
      isFirst
        ? Phrases.running(label)
        : Phrases.stillRunning(label, elapsed: elapsed, detail: detail))
  }

  /// The last line; nil for a command that ended before its first.
  package func lastLine(_ outcome: Outcome, at elapsed: Duration) -> String? {
    lastLineTime == nil ? nil : Phrases.message(Phrases.ended(label, outcome, elapsed: elapsed))
  }
}
