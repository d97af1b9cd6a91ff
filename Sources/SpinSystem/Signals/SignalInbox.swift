import CSpin
import Foundation

/// The signals that reached this process, one after another.
///
/// A handler notes each in a pipe; whoever owns the inbox waits for that. Another thread can
/// wake it by `wake`.
final class SignalInbox: Sendable {
  private let readEnd: Descriptor
  private let writeEnd: Descriptor

  /// The event of something to take.
  var readable: pollfd { pollfd(fd: readEnd.number, events: Int16(POLLIN), revents: 0) }

  /// Notes from now on every signal that `inherited` does not ignore; the death and stops of
  /// children always.
  init(inherited: SignalState) throws(SystemError) {
    (readEnd, writeEnd) = try Descriptor.pipe()
    try readEnd.setNonBlocking()
    try writeEnd.setNonBlocking()
    for number in SignalState.all where Self.notes(number, inherited: inherited) {
      _ = cspin_catch(number, writeEnd.number)
    }
  }

  private static func notes(_ number: Int32, inherited: SignalState) -> Bool {
    switch number {
    case SIGCHLD: true
    // These cannot be caught, tell of spin's own faults, or stop who touches the terminal in the
    // background: they are left to themselves.
    case SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGTTIN, SIGTTOU: false
    default: !inherited.ignores(number)
    }
  }

  /// Lets the noted signals reach this thread. Writing to a terminal and setting its modes in the
  /// background neither stops nor signals it.
  func open() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTTOU)
    sigprocmask(SIG_SETMASK, &mask, nil)
  }

  /// Stops this process with SIGTSTP and comes back when it is continued; at once where stopping
  /// would leave nobody to continue it.
  func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    kill(getpid(), SIGTSTP)
    _ = cspin_catch(SIGTSTP, writeEnd.number)
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
