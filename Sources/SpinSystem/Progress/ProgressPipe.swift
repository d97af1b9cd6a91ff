import Foundation

/// The pipe that the command finds, under a name where one can be made.
///
/// The command's end is open for reading as well, so that nobody waits for a reader when opening it or
/// is killed for writing, whatever has become of spin (fifo(7)).
final class ProgressPipe {
  let reader: Descriptor
  /// Keeps the pipe from ending while another writer may follow the last.
  private var keeper: Descriptor?
  /// What the command gets, which is closed here when it is sent.
  let commandNumber: Int32
  private let fifo: ProgressFIFO?

  init() throws(SystemError) {
    fifo = try? ProgressFIFO()
    if let fifo {
      let flags = O_NONBLOCK | O_CLOEXEC
      do {
        reader = Descriptor(
          owning: try check("progress") { open(fifo.path, O_RDONLY | flags) })
        commandNumber = try check("progress") { open(fifo.path, O_RDWR | O_CLOEXEC) }
      } catch {
        fifo.remove()
        throw error
      }
    } else {
      let (readEnd, writeNumber) = try Descriptor.commandPipe()
      try readEnd.setNonBlocking()
      reader = readEnd
      commandNumber = Platform.openedForBoth(writeNumber)
    }
    keeper = Descriptor(
      owning: try check("progress") { fcntl(commandNumber, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
  }

  /// Where it is to be found; nil where it has no name.
  var path: String? { fifo?.path }

  /// Takes the name away, so that nobody finds it any more.
  func remove() { fifo?.remove() }

  /// Takes the name away and lets the pipe end with whoever still has it.
  ///
  /// - Returns: whether somebody has.
  func isHeldAfterRemoval() -> Bool {
    remove()
    keeper = nil
    var event = pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0)
    return retrying { poll(&event, 1, 0) } >= 0 && event.revents & Int16(POLLHUP) == 0
  }
}
