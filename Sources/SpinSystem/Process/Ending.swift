import CSpin
import Foundation

/// How spin ends.
package enum Ending: Equatable, Sendable {
  case exit(status: Int32)
  /// By this signal, as the command was.
  case signal(Int32)

  /// Ends this process if it is by a signal.
  ///
  /// - Returns: the status to exit with.
  package func status() -> Int32 {
    switch self {
    case .exit(let status):
      return status
    case .signal(let number):
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(Platform.coreFileLimit, &none)
      Platform.forbidCoreFile()
      cspin_set_ignored(number, false)
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      sigprocmask(SIG_UNBLOCK, &set, nil)
      kill(getpid(), number)
      return 128 + number
    }
  }
}
