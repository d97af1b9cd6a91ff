import Foundation

/// Something that a command waits for, by `read go <PATH`, until a test opens it.
package final class Gate {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    guard mkfifo(path, 0o600) == 0 else { throw TimedOut("no FIFO: \(errno)") }
  }

  deinit { unlink(path) }

  /// Lets the one go on that waits, or will.
  package func open(until deadline: Deadline = .generous) throws {
    while true {
      let end = Foundation.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if end >= 0 {
        close(end)
        return
      }
      if deadline.hasPassed { throw TimedOut("nobody waits at the gate") }
      usleep(1000)
    }
  }
}
