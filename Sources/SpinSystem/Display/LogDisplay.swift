import Foundation
import SpinCore

/// Whole lines on standard error, for logs and screen readers.
final class LogDisplay: Display {
  private var lines: LogLines

  init(_ lines: LogLines) {
    self.lines = lines
  }

  func nextUpdate(after now: Duration) -> Duration? {
    lines.nextChange.map { max($0, now) }
  }

  func update(at now: Duration) {
    if let line = lines.line(at: now) { StandardError.offer(line) }
  }

  func report(_ update: ProgressUpdate, at now: Duration) { lines.report(update) }

  func scan(_ fraction: Fraction?, at now: Duration) { lines.scan(fraction) }

  func setHalted(_ isHalted: Bool, at now: Duration) {
    if isHalted { lines.halt() } else { lines.resume() }
  }

  func leave() {}

  func finish(_ outcome: Outcome, at now: Duration) {
    if let line = lines.lastLine(outcome, at: now) { StandardError.offer(line) }
  }
}
