import Foundation

/// How long spin waits, after the command's end, for whoever takes its output: without a limit, as the
/// command would have waited, or for a moment where its end was asked for.
struct Patience {
  private var commandEnd: Duration?
  private var requestTime: Duration?
  private var isOver = false
  /// The last request to end that came too late for the command: it is for spin, where that waits.
  var lateRequest: Int32?

  /// How long output that nobody takes is kept for after both.
  private static let limit = Duration.seconds(1)

  /// The command has ended.
  mutating func noteEnd(at now: Duration) { commandEnd = now }

  /// Spin was asked to end, or the command took too long.
  mutating func noteRequest(at now: Duration) {
    // Once both are known, no further request puts the end off.
    if end == nil { requestTime = now }
  }

  /// When it ends; nil for never.
  var end: Duration? {
    guard let commandEnd, let requestTime else { return nil }
    return max(commandEnd, requestTime) + Self.limit
  }

  /// Whether it is at its end, so that what was not taken is given up.
  mutating func isAtEnd(at now: Duration) -> Bool {
    if let end, now >= end { isOver = true }
    return isOver
  }

  /// The request that ended spin, as it came when the command had ended and not everything was taken.
  var fatalRequest: Int32? { isOver ? lateRequest : nil }
}
