import CSpin
import Foundation

/// The signals that have reached this process and wait to be taken.
///
/// All signals are blocked in all threads, so that they wait here. How many are sent does not matter:
/// each taking is bounded.
struct SignalInbox {
  private let descriptor: Descriptor

  /// The most signals of one taking.
  private static let mostTaken = 4096
  /// How many are read at once.
  private static let batchSize = 64

  /// Takes from now on every signal that can be caught and that `inherited` does not ignore; the death
  /// and stops of children always. Others stay blocked: a SIGTTOU that is neither stops nor signals who
  /// writes to a terminal and sets its modes in the background.
  init(inherited: SignalState) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in 1..<NSIG where number != SIGTTOU {
      if number == SIGCHLD || !inherited.ignores(number) { sigaddset(&set, number) }
    }
    descriptor = Descriptor(owning: try check("signals") { cspin_open_signals(&set) })
  }

  /// The event of something to take.
  var readable: pollfd { pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0) }

  /// Takes what has come.
  func take() -> [cspin_signal] {
    withUnsafeTemporaryAllocation(of: cspin_signal.self, capacity: Self.batchSize) { batch in
      var signals: [cspin_signal] = []
      while signals.count < Self.mostTaken {
        let count = cspin_take_signals(descriptor.number, batch.baseAddress, batch.count)
        signals += batch[..<count]
        if count < batch.count { break }
      }
      return signals
    }
  }

  /// Ends a wait for `readable`, as a child's death does; may be called from any thread.
  static func wake() { kill(getpid(), SIGCHLD) }
}
