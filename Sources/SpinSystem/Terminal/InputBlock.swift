import Foundation

/// Keeps what is typed while the command runs from being shown and from being left to the shell.
///
/// Signals can be typed all the same. Where the command reads the terminal itself, it gets its input,
/// and nothing is blocked any more.
final class InputBlock {
  private let terminal: Terminal
  private var isLifted = false
  /// When to look whether the command reads.
  private var due = Duration.milliseconds(200)

  private static let interval = Duration.seconds(1)

  init(of terminal: Terminal) {
    self.terminal = terminal
    apply()
  }

  /// When `update` has something to do, or nil.
  var nextUpdate: Duration? { isLifted ? nil : due }

  /// Looks whether the command reads.
  func update(at now: Duration) {
    guard !isLifted, now >= due else { return }
    due = now + Self.interval
    let processes = ProcessTree.current().descendants(of: [getpid()])
    if processes.contains(where: { Platform.isReading(terminal.device, $0.pid) }) {
      isLifted = true
      release()
    }
  }

  /// Blocks again, after the terminal was left to others.
  func apply() {
    guard !isLifted, terminal.isForeground, let modes = terminal.modes, modes.isLineMode else {
      return
    }
    terminal.blockedModes = modes.withoutEcho
    modes.withoutEcho.set(on: terminal.number)
  }

  /// Leaves the terminal as it was, if nobody else has changed it.
  func release() {
    guard let blocked = terminal.blockedModes else { return }
    terminal.blockedModes = nil
    if terminal.isForeground, terminal.modes == blocked {
      blocked.withEcho.set(on: terminal.number)
    }
  }

  /// Throws away what was typed and nobody has read, and leaves the terminal.
  func finish() {
    if terminal.blockedModes != nil, terminal.isForeground { tcflush(terminal.number, TCIFLUSH) }
    release()
  }
}
