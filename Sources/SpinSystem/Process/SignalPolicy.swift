import CSpin
import Foundation

/// Which signals are passed on to the command.
///
/// It is in spin's process group, so what the terminal or the kernel sends to the whole group has
/// reached it already.
package struct SignalPolicy {
  let ownPID: pid_t
  let childPID: pid_t
  /// Whether spin leads its session: then the terminal's end is told to it alone.
  let isSessionLeader: Bool

  package init(ownPID: pid_t, childPID: pid_t, isSessionLeader: Bool) {
    self.ownPID = ownPID
    self.childPID = childPID
    self.isSessionLeader = isSessionLeader
  }

  package func forwards(_ signal: cspin_signal) -> Bool {
    if signal.number == SIGCHLD { return false }
    if signal.from_process != 0 {
      // What the command sends to its group has reached it, and what spin sends is not for it.
      return signal.sender != ownPID && signal.sender != childPID
    }
    switch signal.number {
    case SIGHUP: return isSessionLeader
    // These are spin's own: notices of its terminal.
    case Platform.realtimeSignals.lowerBound, SIGIO: return false
    // These the kernel sends to a terminal's whole foreground group, or to spin for its own faults.
    case SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGWINCH, SIGCONT: return false
    case SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP: return false
    default: return true
    }
  }

  /// Whether spin is a job of the process that started it, which sees it stop.
  static var isJob: Bool {
    getsid(getppid()) == getsid(0) && getpgid(getppid()) != getpgrp()
  }
}

extension cspin_signal {
  /// Whether it asks who gets it to end.
  var isRequestToEnd: Bool { [SIGINT, SIGQUIT, SIGTERM, SIGHUP].contains(number) }

  /// Whether a key has sent it, to all of the terminal's foreground.
  var isTyped: Bool { from_process == 0 && [SIGINT, SIGQUIT, SIGTSTP].contains(number) }
}
