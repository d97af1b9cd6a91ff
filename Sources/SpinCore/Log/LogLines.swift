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

  package init(label: String, delay: Duration, heartbeat: Duration?) {
    self.label = label.harmless
    self.delay = delay
    self.heartbeat = heartbeat
  }

  /// When a line is due, or nil.
  package var nextChange: Duration? {
    guard let lastLineTime else { return delay }
    return heartbeat.map { lastLineTime + $0 }
  }

  package mutating func halt() { isHalted = true }

  package mutating func resume() { isHalted = false }

  /// The line that is due at this time, or nil.
  package mutating func line(at elapsed: Duration) -> String? {
    guard let due = nextChange, elapsed >= due else { return nil }
    let isFirst = lastLineTime == nil
    lastLineTime = elapsed
    if isHalted { return Phrases.message(Phrases.halted(label, elapsed: elapsed)) }
    return Phrases.message(
      isFirst ? Phrases.running(label) : Phrases.stillRunning(label, elapsed: elapsed))
  }

  /// The last line; nil for a command that ended before its first.
  package func lastLine(_ outcome: Outcome, at elapsed: Duration) -> String? {
    lastLineTime == nil ? nil : Phrases.message(Phrases.ended(label, outcome, elapsed: elapsed))
  }
}
