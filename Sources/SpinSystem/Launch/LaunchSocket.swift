import CSpin
import Foundation

/// The socket between spin and its launcher.
///
/// spin sends a `LaunchHeader` and the command's descriptors in batches. The launcher joins the
/// process group and says so with a `LaunchReport`. spin answers with the block of arguments and
/// environment. The launcher sends another report if it cannot execute the command; success closes
/// the socket.
struct LaunchSocket {
  /// The most descriptors in a batch.
  static let batchSize = Int(CSPIN_DESCRIPTORS_PER_MESSAGE)

  let descriptor: Descriptor

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let sent = try check("send") {
        cspin_send(descriptor.number, rest.baseAddress, rest.count, nil, 0, true)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
    }
  }

  func send<Value: BitwiseCopyable>(_ value: Value) throws(SystemError) {
    try withUnsafeBytes(of: value) { bytes throws(SystemError) in try send(bytes) }
  }

  /// Sends one batch of descriptors with the numbers under which the command is to find them.
  ///
  /// - Parameter patiently: whether to wait for room, and for others of this user's to receive
  ///   what they were sent, which is limited in all (`ETOOMANYREFS` of unix(7)).
  /// - Returns: false if there is no room.
  func send(_ batch: ArraySlice<CommandDescriptor>, patiently: Bool) throws(SystemError) -> Bool {
    var numbers = [Int32(batch.count)] + batch.map(\.target)
    numbers += Array(repeating: -1, count: Self.batchSize - batch.count)
    let sources = batch.map(\.source)
    while true {
      let sent = numbers.withUnsafeBytes { bytes in
        retrying {
          cspin_send(
            descriptor.number, bytes.baseAddress, bytes.count, sources, sources.count, patiently)
        }
      }
      // A message this short is sent whole or not at all.
      if sent != -1 { return true }
      guard [EAGAIN, ENOBUFS, ETOOMANYREFS].contains(errno) else { throw SystemError("send") }
      if !patiently { return false }
      usleep(1000)
    }
  }

  /// Lets the other side see the end of what is sent.
  func shutDown() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }

  /// Fills the buffer.
  ///
  /// - Returns: false if the other side has closed the socket.
  func receive(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let target = UnsafeMutableRawBufferPointer(rebasing: rest)
      let count = try check("receive") {
        read(descriptor.number, target.baseAddress, target.count)
      }
      if count == 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// A value in place of `blank`, or nil if the other side has closed the socket.
  func receive<Value: BitwiseCopyable>(_ blank: Value) throws(SystemError) -> Value? {
    var value = blank
    let isComplete = try withUnsafeMutableBytes(of: &value) { bytes throws(SystemError) in
      try receive(into: bytes)
    }
    return isComplete ? value : nil
  }

  /// The next batch of descriptors, which the caller owns; empty if the other side has closed the
  /// socket.
  func receiveBatch() throws(SystemError) -> [CommandDescriptor] {
    var numbers = [Int32](repeating: 0, count: Self.batchSize + 1)
    var sources = [Int32](repeating: -1, count: Self.batchSize)
    var count = 0
    let size = numbers.count * MemoryLayout<Int32>.size
    let received = try check("receive") {
      cspin_receive(descriptor.number, &numbers, size, &sources, &count)
    }
    if received == 0 { return [] }
    // A descriptor that this process may not have is left out (unix(7)).
    guard count == numbers[0] else { throw SystemError("receive", number: EMFILE) }
    return (0..<count).map { CommandDescriptor(source: sources[$0], target: numbers[$0 + 1]) }
  }
}
