import Foundation

/// Time since the command was started, as a clock that nobody sets tells it.
struct Clock {
  private let start: Duration

  init() {
    start = Self.now
  }

  var elapsed: Duration { Self.now - start }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension Duration {
  /// The time from this one to another for poll(2), rounded up so that a wait does not end early.
  func milliseconds(to due: Duration) -> Int32 {
    let milliseconds = (max(due, self) - self) / .milliseconds(1)
    return Int32(clamping: Int64(milliseconds.rounded(.up)))
  }
}
