import CSpin
import Foundation

/// What a process does with signals before it decides for itself: which it ignores and blocks.
struct SignalState {
  /// Those that are ignored.
  private(set) var ignored = sigset_t()
  /// Those that are blocked.
  private(set) var mask = sigset_t()

  /// Every signal that a program may handle, as numbers.
  static let all = 1..<NSIG

  /// This process's state.
  static func current() -> SignalState {
    var state = SignalState()
    sigemptyset(&state.ignored)
    sigemptyset(&state.mask)
    sigprocmask(SIG_SETMASK, nil, &state.mask)
    for signal in all where cspin_is_ignored(signal) {
      sigaddset(&state.ignored, signal)
    }
    return state
  }

  func ignores(_ signal: Int32) -> Bool {
    var set = ignored
    return sigismember(&set, signal) == 1
  }

  /// Makes this the process's state. Signals that are not ignored get their default action.
  func restore() {
    for number in Self.all {
      let isIgnored = cspin_is_ignored(number)
      if ignores(number) {
        if !isIgnored { signal(number, SIG_IGN) }
      } else if isIgnored {
        signal(number, SIG_DFL)
      }
    }
    var mask = mask
    sigprocmask(SIG_SETMASK, &mask, nil)
  }

  /// Whether a blocked signal waits to be delivered.
  static func isPending(_ signal: Int32) -> Bool {
    var set = sigset_t()
    return sigpending(&set) == 0 && sigismember(&set, signal) == 1
  }

  /// Blocks every signal in this thread and those that it starts.
  static func blockAll() {
    var set = sigset_t()
    sigfillset(&set)
    sigprocmask(SIG_SETMASK, &set, nil)
  }
}
