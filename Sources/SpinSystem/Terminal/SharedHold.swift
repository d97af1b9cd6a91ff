import CSpin
import Foundation

/// Whether this process, and others, hold something that is given back by the last of them: each has a
/// shared lock of a terminal's first byte, which goes with its process (`F_OFD_SETLK` of fcntl(2)).
struct SharedHold {
  /// Nil where the terminal cannot be opened: nobody else is known of then.
  private let file: Descriptor?

  init(of terminal: Terminal) {
    file = terminal.openForLocking()
  }

  /// Whether another process holds it.
  var isShared: Bool {
    guard let file else { return false }
    var lock = Self.lock(F_WRLCK)
    return fcntl(file.number, cspin_get_lock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  func take() { set(F_RDLCK) }

  /// - Returns: whether this was the last one.
  func giveUp() -> Bool {
    set(F_UNLCK)
    // Of two that give it up at once, one sees that it is the last.
    let isHeld = set(F_WRLCK) == .heldByOthers
    set(F_UNLCK)
    return !isHeld
  }

  private enum Result {
    case done
    case heldByOthers
  }

  /// Where there are no locks nobody else is known of.
  @discardableResult
  private func set(_ kind: Int32) -> Result {
    guard let file else { return .done }
    var lock = Self.lock(kind)
    let isRefused = fcntl(file.number, cspin_set_lock, &lock) == -1
    return isRefused && [EAGAIN, EACCES].contains(errno) ? .heldByOthers : .done
  }

  private static func lock(_ kind: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    return lock
  }
}
