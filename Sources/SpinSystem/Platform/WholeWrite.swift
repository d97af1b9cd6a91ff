import Foundation

/// Writes spin's own texts, of which no part is to get lost.
enum WholeWrite {
  /// How long a descriptor that does not block may take nothing.
  private static let patience: Int32 = 1000

  /// Writes all of the bytes, however many are taken at once, and also where another process has made
  /// the open file one that does not block.
  ///
  /// - Throws: why no more was taken; `EAGAIN` where none was for a second.
  static func write(_ bytes: [UInt8], to number: Int32, action: String) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        retrying { Foundation.write(number, bytes.baseAddress, bytes.count) }
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      var event = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      guard errno == EAGAIN, retrying({ poll(&event, 1, patience) }) == 1 else {
        throw SystemError(action)
      }
    }
  }
}
