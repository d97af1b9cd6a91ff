import SpinCore

extension OutputScanner {
  /// A scanner that has read this text at the command's start.
  init(mode: ScanMode = .automatic, reading text: String) {
    self.init(mode: mode)
    read(text, at: .zero)
  }

  mutating func read(_ text: String, at now: Duration) {
    Array(text.utf8).withUnsafeBufferPointer { consume($0, at: now) }
  }
}
