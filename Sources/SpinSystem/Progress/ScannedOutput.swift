import SpinCore

/// The command's output as far as it passes here, read for the progress that it reports.
final class ScannedOutput {
  private var scanner: OutputScanner
  /// What the display was told last.
  private var told: Fraction?
  /// When a record without an end is taken for what it is, if there is one.
  private var quietDue: Duration?

  /// How long output is quiet before that.
  private static let quietTime = Duration.milliseconds(100)

  init(mode: ScanMode) {
    scanner = OutputScanner(mode: mode)
  }

  /// Reads a piece of output.
  func read(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration) {
    scanner.consume(piece, at: now)
    quietDue = scanner.hasUnfinishedRecord ? now + Self.quietTime : nil
  }

  /// When `update` has something to do, or nil.
  var nextUpdate: Duration? {
    if scanner.progress != told { return .zero }
    return [quietDue, scanner.expiry].compactMap { $0 }.min()
  }

  /// Tells what is known now, if that is something else than before.
  func update(at now: Duration, _ tell: (Fraction?) -> Void) {
    if let due = quietDue, now >= due {
      quietDue = nil
      scanner.settle(at: now)
    }
    scanner.expire(at: now)
    guard scanner.progress != told else { return }
    told = scanner.progress
    tell(told)
  }
}
