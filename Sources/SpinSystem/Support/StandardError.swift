import Foundation

/// Where messages go.
package enum StandardError {
  /// Writes a line whole, or not at all where nobody takes it.
  package static func write(_ line: String) {
    var state = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard retrying({ poll(&state, 1, 0) }) == 1 else { return }
    let bytes = Array(line.utf8)
    _ = retrying { Foundation.write(STDERR_FILENO, bytes, bytes.count) }
  }
}
