import SpinCore

/// One stream of the command's output, read for the progress that it reports.
final class ScannedStream {
  private var scanner: OutputScanner
  /// When a record without an end is taken for what it is, if there is one.
  private var quietDue: Duration?
  /// When it last said something else than before.
  private(set) var changeTime = Duration.zero

  /// How long output is quiet before that.
  private static let quietTime = Duration.milliseconds(100)

  init(mode: ScanMode) {
    scanner = OutputScanner(mode: mode)
  }

  var progress: Fraction? { scanner.progress }

  /// Reads a piece of output.
  func read(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration) {
    follow(at: now) { $0.consume(piece, at: now) }
    quietDue = scanner.hasUnfinishedRecord ? now + Self.quietTime : nil
  }

  /// When `update` has something to do, or nil.
  var nextUpdate: Duration? { [quietDue, scanner.expiry].compactMap { $0 }.min() }

  /// Does what is due.
  func update(at now: Duration) {
    follow(at: now) { scanner in
      if let due = quietDue, now >= due {
        quietDue = nil
        scanner.settle(at: now)
      }
      scanner.expire(at: now)
    }
  }

  private func follow(at now: Duration, _ change: (inout OutputScanner) -> Void) {
    let old = scanner.progress
    change(&scanner)
    if scanner.progress != old { changeTime = now }
  }
}
