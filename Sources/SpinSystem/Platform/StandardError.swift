import Foundation

/// Where messages go.
package enum StandardError {
  /// Writes a message whole.
  package static func write(_ message: String) {
    let bytes = Array(message.utf8)
    _ = retrying { Foundation.write(STDERR_FILENO, bytes, bytes.count) }
  }

  /// Writes a line whole, or not at all where nobody takes it now.
  static func offer(_ line: String) {
    var state = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if retrying({ poll(&state, 1, 0) }) == 1 { write(line) }
  }
}
