import SpinCore

/// The command's output as far as it passes here, read for the progress that it reports.
final class ScannedOutput {
  private let mode: ScanMode
  private var streams: [ScannedStream] = []
  /// What the display was told last.
  private var told: Fraction?

  init(mode: ScanMode) {
    self.mode = mode
  }

  /// A stream more. What one says does not end, or spoil, what another has said.
  func addStream() -> ScannedStream {
    let stream = ScannedStream(mode: mode)
    streams.append(stream)
    return stream
  }

  /// What is known: what was said last of what still counts.
  private var progress: Fraction? {
    streams.filter { $0.progress != nil }.max { $0.changeTime < $1.changeTime }?.progress
  }

  /// When `update` has something to do, or nil.
  var nextUpdate: Duration? {
    progress != told ? .zero : streams.compactMap(\.nextUpdate).min()
  }

  /// Tells what is known now, if that is something else than before.
  func update(at now: Duration, _ tell: (Fraction?) -> Void) {
    for stream in streams { stream.update(at: now) }
    guard progress != told else { return }
    told = progress
    tell(told)
  }
}
