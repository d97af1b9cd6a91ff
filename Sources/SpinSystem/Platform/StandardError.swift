import Foundation

/// Where messages go.
package enum StandardError {
  /// Writes a message whole, or nothing more of it where that fails.
  package static func write(_ message: String) {
    try? WholeWrite.write(Array(message.utf8), to: STDERR_FILENO, action: "standard error")
  }

  /// Writes a line whole, or not at all where nobody takes it now.
  static func offer(_ line: String) {
    var state = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if retrying({ poll(&state, 1, 0) }) == 1 { write(line) }
  }
}
