import Foundation

/// A moment after which a test stops waiting and fails.
package struct Deadline {
  private let end: Date

  /// Far beyond what anything here takes, also on a busy machine.
  package static var generous: Deadline { Deadline(in: 30) }

  package init(in seconds: Double) {
    end = Date(timeIntervalSinceNow: seconds)
  }

  package var hasPassed: Bool { remaining <= 0 }

  /// For poll(2).
  package var milliseconds: Int32 { Int32(max(0, (remaining * 1000).rounded(.up))) }

  private var remaining: Double { end.timeIntervalSinceNow }
}

/// A test waited for something that did not happen.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
