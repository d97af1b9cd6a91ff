import CSpin
import Foundation

/// What a process does with signals before it decides for itself: which it ignores and blocks.
struct SignalState {
  /// Those that are ignored, a bit for each, as a set of glibc's leaves out some.
  private(set) var ignored: UInt64 = 0
  /// Those that are blocked.
  private(set) var blocked = sigset_t()

  /// Every signal that a bit of 64 can stand for, as numbers: all but one.
  static let all = 1..<min(NSIG, 64)

  /// This process's state.
  static func current() -> SignalState {
    var state = SignalState()
    sigprocmask(SIG_SETMASK, nil, &state.blocked)
    for signal in all where cspin_is_ignored(signal) {
      state.ignored |= 1 << UInt64(signal)
    }
    return state
  }

  func ignores(_ signal: Int32) -> Bool { ignored & 1 << UInt64(signal) != 0 }

  /// Whether a blocked signal waits to be delivered.
  static func isPending(_ signal: Int32) -> Bool {
    var set = sigset_t()
    return sigpending(&set) == 0 && sigismember(&set, signal) == 1
  }

  /// Blocks every signal in this thread.
  static func blockAll() {
    var set = sigset_t()
    sigfillset(&set)
    sigprocmask(SIG_SETMASK, &set, nil)
  }
}
