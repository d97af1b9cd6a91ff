import CSpin
import Foundation

/// The names of signals, as signal(7) has them.
package enum SignalName {
  private static let names: [Int32: String] = {
    var names: [Int32: String] = [
      SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL",
      SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1", SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2",
      SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGCHLD: "SIGCHLD",
      SIGCONT: "SIGCONT", SIGSTOP: "SIGSTOP", SIGTSTP: "SIGTSTP", SIGTTIN: "SIGTTIN",
      SIGTTOU: "SIGTTOU", SIGURG: "SIGURG", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
      SIGVTALRM: "SIGVTALRM", SIGPROF: "SIGPROF", SIGWINCH: "SIGWINCH", SIGIO: "SIGIO",
      SIGSYS: "SIGSYS",
    ]
    names.merge(Platform.moreSignalNames) { name, _ in name }
    return names
  }()

  /// The name of any signal number.
  package static func name(of signal: Int32) -> String {
    if let name = names[signal] { return name }
    guard Platform.realtimeSignals.contains(signal) else { return "signal \(signal)" }
    let distance = signal - Platform.realtimeSignals.lowerBound
    return distance == 0 ? "SIGRTMIN" : "SIGRTMIN+\(distance)"
  }
}
