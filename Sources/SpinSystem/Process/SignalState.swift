import CSpin
import Foundation

/// What a process does with signals before it decides for itself: which it ignores and blocks.
struct SignalState {
  /// Those that are ignored, a bit for each, the lowest for signal 1, as a set of glibc's leaves out
  /// some.
  private(set) var ignored: UInt64 = 0
  /// Those that are blocked.
  private(set) var blocked = sigset_t()

  /// The numbers of all signals.
  static let all = 1..<NSIG

  /// This process's state.
  static func current() -> SignalState {
    var state = SignalState()
    sigprocmask(SIG_SETMASK, nil, &state.blocked)
    for signal in all where cspin_is_ignored(signal) {
      state.ignored |= bit(of: signal)
    }
    return state
  }

  func ignores(_ signal: Int32) -> Bool { ignored & Self.bit(of: signal) != 0 }

  private static func bit(of signal: Int32) -> UInt64 { 1 << UInt64(signal - 1) }

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
