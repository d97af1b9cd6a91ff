/// Takes apart what a `RunBuffer` has held, in whatever pieces it comes.
struct RunReader {
  /// The run that is being read, with the length that is left of it.
  private var run = RunHeader(descriptor: 0)

  /// The most bytes that are passed on at once.
  static let pieceSize = 65536

  /// Passes the bytes of each run on.
  ///
  /// - Returns: how many bytes were read; the others begin a header, and are to come again with the
  ///   rest of it.
  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ body: (_ descriptor: Int32, _ piece: UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows -> Int {
    var index = 0
    while index < bytes.count {
      if run.length == 0 {
        guard bytes.count - index >= RunHeader.size else { break }
        run = RunHeader(bytes, at: index)
        index += RunHeader.size
        continue
      }
      let count = min(run.length, bytes.count - index, Self.pieceSize)
      try body(run.descriptor, UnsafeBufferPointer(rebasing: bytes[index..<(index + count)]))
      run.length -= count
      index += count
    }
    return index
  }
}
