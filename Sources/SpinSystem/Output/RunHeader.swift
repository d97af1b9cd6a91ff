/// What precedes a run of one stream's bytes: the stream's descriptor in one byte and the run's length
/// in three, the lowest first.
struct RunHeader {
  /// The descriptor that the run is to be written to, 0...255.
  let descriptor: Int32
  /// How many bytes follow.
  var length = 0

  static let size = 4
  private static let maximum = 0xFF_FFFF

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads the header at a place that has one.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    descriptor = Int32(bytes[start])
    length = (1..<Self.size).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * ($1 - 1)) }
  }

  /// How many more bytes the run can have.
  var room: Int { Self.maximum - length }

  func write(into bytes: inout [UInt8], at start: Int) {
    bytes[start] = UInt8(descriptor)
    for index in 1..<Self.size {
      bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * (index - 1)))
    }
  }
}
