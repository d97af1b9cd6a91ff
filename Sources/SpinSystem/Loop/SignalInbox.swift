import CSpin
import Foundation

/// The signals that reached this process, one after another.
///
/// A handler notes each in a pipe; whoever owns the inbox waits for that. Another thread can
/// wake it by `wake`.
final class SignalInbox: Sendable {
  private let readEnd: Descriptor
  private let writeEnd: Descriptor

  init() throws(SystemError) {
    (readEnd, writeEnd) = try Descriptor.pipe()
    try readEnd.setNonBlocking()
    try writeEnd.setNonBlocking()
  }

  /// The event of something to take.
  var readable: pollfd { pollfd(fd: readEnd.number, events: Int16(POLLIN), revents: 0) }

  /// Notes from now on every signal that can be caught and that `inherited` does not ignore; the
  /// death and stops of children always.
  func open(inherited: SignalState) {
    for number in SignalState.all where number == SIGCHLD || !inherited.ignores(number) {
      switch number {
      // It would also be noted when spin itself writes to the terminal in the background.
      case SIGTTOU: break
      // A fault of spin's own happens again when it was noted, and ends spin.
      case SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP:
        _ = cspin_catch(number, writeEnd.number, true)
      default: _ = cspin_catch(number, writeEnd.number, false)
      }
    }
    Self.unblockAll(but: SIGTTOU)
  }

  /// Lets every signal reach this thread but one: blocked, SIGTTOU neither stops nor signals who
  /// writes to a terminal and sets its modes in the background.
  private static func unblockAll(but exception: Int32?) {
    var mask = sigset_t()
    sigemptyset(&mask)
    if let exception { sigaddset(&mask, exception) }
    sigprocmask(SIG_SETMASK, &mask, nil)
  }

  /// Stops this process by a signal and comes back when it is continued; at once where stopping
  /// would leave nobody to continue it.
  func stopProcess(by number: Int32) {
    if number != SIGSTOP { cspin_set_ignored(number, false) }
    kill(getpid(), number)
    Self.unblockAll(but: nil)
    Self.unblockAll(but: SIGTTOU)
    if number != SIGSTOP, number != SIGTTOU { _ = cspin_catch(number, writeEnd.number, false) }
  }

  /// The next signal, or nil. A wake-up is a signal of number 0.
  func next() -> cspin_signal? {
    var signal = cspin_signal()
    let size = MemoryLayout<cspin_signal>.size
    return retrying { read(readEnd.number, &signal, size) } == size ? signal : nil
  }

  /// Ends a wait for `readable`; may be called from any thread.
  func wake() {
    var signal = cspin_signal()
    _ = retrying { write(writeEnd.number, &signal, MemoryLayout<cspin_signal>.size) }
  }
}
