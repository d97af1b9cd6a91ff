import Foundation

/// A pipe of a test's, with what was read from it.
package final class TestPipe {
  package private(set) var readEnd: Int32
  package private(set) var writeEnd: Int32
  package private(set) var bytes: [UInt8] = []

  package init() throws {
    let ends = try SpawnedProcess.whileNoneStarts {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func setNonBlockingWrites() { _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK) }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  package func closeReadEnd() {
    if readEnd != -1 { close(readEnd) }
    readEnd = -1
  }

  package func closeWriteEnd() {
    if writeEnd != -1 { close(writeEnd) }
    writeEnd = -1
  }

  /// Writes until nothing more fits in.
  package func fill() {
    setNonBlockingWrites()
    let bytes = [UInt8](repeating: 0, count: 4096)
    while Foundation.write(writeEnd, bytes, bytes.count) > 0 {}
  }

  /// Reads once; closes the end where there is no more.
  package func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(readEnd, &buffer, buffer.count)
    if count > 0 { bytes += buffer.prefix(count) } else { closeReadEnd() }
  }

  /// Writes once and drops what was written; all of it where nobody reads any more.
  func write(_ unwritten: inout ArraySlice<UInt8>) {
    let count = unwritten.withUnsafeBytes { Foundation.write(writeEnd, $0.baseAddress, $0.count) }
    if count > 0 {
      unwritten = unwritten.dropFirst(count)
    } else if errno == EPIPE {
      unwritten = []
    }
  }
}
