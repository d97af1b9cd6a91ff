import CSpin
import Foundation

/// A file descriptor that is closed when its owner lets it go.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over an open descriptor.
  init(owning number: Int32) {
    self.number = number
  }

  deinit { close(number) }

  /// Makes reading and writing return at once. The flag belongs to the open file, which every
  /// duplicate of the descriptor shares.
  func setNonBlocking() throws(SystemError) {
    let flags = try check("fcntl") { fcntl(number, F_GETFL) }
    try check("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// A new pipe, closed on exec.
  static func pipe() throws(SystemError) -> (readEnd: Descriptor, writeEnd: Descriptor) {
    let (readEnd, writeNumber) = try commandPipe()
    return (readEnd, Descriptor(owning: writeNumber))
  }

  /// A new pipe, closed on exec, whose write end is the command's: whoever sends it closes it here.
  static func commandPipe() throws(SystemError) -> (readEnd: Descriptor, writeNumber: Int32) {
    var ends: [Int32] = [-1, -1]
    try check("pipe") { Foundation.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(owning: ends[0]), ends[1])
  }

  /// A new pair of connected stream sockets, closed on exec; the caller closes `theirs`.
  static func socketPair() throws(SystemError) -> (ours: Descriptor, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    try check("socketpair") { socketpair(AF_UNIX, Platform.streamSocket, 0, &ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(owning: ends[0]), ends[1])
  }

  /// Closes every descriptor of this process but these. No `Descriptor` of another may be used
  /// after that.
  static func closeAll(except kept: [Int32]) {
    let sorted = kept.sorted()
    _ = cspin_close_all_but(sorted, sorted.count)
  }
}
