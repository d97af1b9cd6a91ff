import CSpin
import Foundation

/// A descriptor that the command is to have.
struct CommandDescriptor {
  /// The number that it has in this process.
  let source: Int32
  /// The number under which the command is to find it.
  let target: Int32
}

/// spin's end of the socket to its launcher, whose protocol `CSpin.h` describes.
struct LaunchSocket {
  /// The most descriptors in a batch.
  static let batchSize = Int(CSPIN_DESCRIPTORS_PER_MESSAGE)

  private let descriptor: Descriptor

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let sent = try check("launcher") {
        cspin_send(descriptor.number, rest.baseAddress, rest.count, nil, 0, true)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
    }
  }

  func send(_ launch: cspin_launch) throws(SystemError) {
    try withUnsafeBytes(of: launch) { bytes throws(SystemError) in try send(bytes) }
  }

  /// Sends one batch of descriptors with the numbers under which the command is to find them.
  ///
  /// - Parameter patiently: whether to wait for room, and for others of this user's to receive
  ///   what they were sent, which is limited in all (`ETOOMANYREFS` of unix(7)).
  /// - Returns: false if there is no room.
  func send(_ batch: ArraySlice<CommandDescriptor>, patiently: Bool) throws(SystemError) -> Bool {
    var message = cspin_batch()
    message.count = Int32(batch.count)
    withUnsafeMutableBytes(of: &message.targets) { targets in
      let numbers = targets.bindMemory(to: Int32.self)
      for (index, item) in batch.enumerated() { numbers[index] = item.target }
    }
    let sources = batch.map(\.source)
    while true {
      let sent = withUnsafeBytes(of: message) { bytes in
        retrying {
          cspin_send(
            descriptor.number, bytes.baseAddress, bytes.count, sources, sources.count, patiently)
        }
      }
      // A message this short is sent whole or not at all.
      if sent != -1 { return true }
      guard [EAGAIN, ENOBUFS, ETOOMANYREFS].contains(errno) else { throw SystemError("launcher") }
      if !patiently { return false }
      usleep(1000)
    }
  }

  /// Lets the other side see the end of what is sent.
  func shutDown() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }

  /// The next report of the launcher's with the descriptors that it has handed over, or nil if it has
  /// closed the socket.
  func receiveReport() throws(SystemError) -> (report: cspin_report, descriptors: [Descriptor])? {
    var report = cspin_report()
    let size = MemoryLayout<cspin_report>.size
    var numbers = [Int32](repeating: -1, count: Self.batchSize)
    var count = 0
    let received = try check("launcher") {
      cspin_receive(descriptor.number, &report, size, &numbers, &count)
    }
    let descriptors = numbers.prefix(count).map(Descriptor.init(owning:))
    // So few bytes come in one piece.
    return received == size ? (report, descriptors) : nil
  }
}
