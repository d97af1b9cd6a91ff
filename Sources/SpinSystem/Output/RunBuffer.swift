/// Bytes of several streams in the order in which they came: runs of one stream's bytes, each behind
/// a header of its own.
struct RunBuffer {
  /// The runs with their headers.
  private(set) var bytes: [UInt8] = []
  /// The run that grows for as long as bytes of its stream come.
  private var last: (start: Int, header: RunHeader)?

  /// Appends as much of the bytes as fits into a buffer of this size, headers included, and leaves
  /// the rest.
  mutating func append(
    _ rest: inout UnsafeBufferPointer<UInt8>, to descriptor: Int32, limit: Int
  ) {
    while !rest.isEmpty {
      guard var run = run(of: descriptor, limit: limit) else { break }
      let count = min(rest.count, limit - bytes.count, run.header.room)
      guard count > 0 else { break }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<count]))
      run.header.length += count
      run.header.write(into: &bytes, at: run.start)
      last = run
      rest = UnsafeBufferPointer(rebasing: rest[count...])
    }
  }

  /// The last run if it can go on with this stream, else a new one; nil if there is no room for that.
  private mutating func run(
    of descriptor: Int32, limit: Int
  ) -> (start: Int, header: RunHeader)? {
    if let last, last.header.descriptor == descriptor, last.header.room > 0 { return last }
    guard limit - bytes.count > RunHeader.size else { return nil }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: RunHeader.size))
    return (start, RunHeader(descriptor: descriptor))
  }

  /// Passes on what is held, as `HeldOutput` does.
  func forEachPiece(
    _ body: (_ descriptor: Int32, _ piece: UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    var reader = RunReader()
    try bytes.withUnsafeBufferPointer { _ = try reader.read($0, body) }
  }

  mutating func removeAll(keepingCapacity: Bool = false) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    last = nil
  }
}
