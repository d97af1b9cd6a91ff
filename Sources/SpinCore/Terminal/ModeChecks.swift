/// When to look whether the command has changed its terminal's modes: a few times after each output,
/// since a program that asks for a password turns the echo off just before or after its prompt.
package struct ModeChecks: Equatable, Sendable {
  /// When the next look is due; nil for not until there is output again.
  package private(set) var due: Duration?
  private var interval = Duration.zero

  private static let firstInterval = Duration.milliseconds(10)
  private static let lastInterval = Duration.milliseconds(320)

  package init() {}

  /// There was output.
  package mutating func start(at now: Duration) {
    interval = Self.firstInterval
    due = now + interval
  }

  /// Whether a look is due, which this is then.
  package mutating func take(at now: Duration) -> Bool {
    guard let time = due, now >= time else { return false }
    interval = interval * 2
    due = interval > Self.lastInterval ? nil : now + interval
    return true
  }
}
