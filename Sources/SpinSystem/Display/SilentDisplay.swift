import SpinCore

/// Shows nothing.
final class SilentDisplay: Display {
  func nextUpdate(after now: Duration) -> Duration? { nil }
  func update(at now: Duration) {}
  func report(_ update: ProgressUpdate, at now: Duration) {}
  func scan(_ fraction: Fraction?, at now: Duration) {}
  func setHalted(_ isHalted: Bool, at now: Duration) {}
  func leave() {}
  func finish(_ outcome: Outcome, at now: Duration) {}
}
