import Foundation
import SpinCore

/// An output of the command's that it writes to a pipe of spin's, or to a pseudo-terminal where it is
/// a terminal otherwise.
final class CapturedStream {
  /// Where its bytes are to go in the end, unless that is a terminal; nil when nothing more goes there,
  /// so that whoever reads it sees the end.
  private var target: Descriptor?
  /// Why the target takes no more, if it is for another reason than that nobody reads it.
  private(set) var failure: SystemError?
  /// Which of the command's descriptors lead here; the first stands for the stream.
  let numbers: [Int32]
  private let terminal: Terminal?
  private let pseudoTerminal: PseudoTerminal?
  private let relay: Relay?
  private var readEnd: Descriptor?
  private var writeEnd: Descriptor?
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: readSize)
  private(set) var pacing: OutputPacing
  /// Reads its bytes for progress.
  let scanned: ScannedStream
  /// What the target has not taken yet.
  private var unwritten: ArraySlice<UInt8> = []

  /// As much as a pipe holds.
  private static let readSize = 65536
  /// As much as a pipe takes at once when it takes anything (`PIPE_BUF` of pipe(7)).
  private static let writeSize = 4096

  /// Stands between the command's descriptors and the file that they share here.
  ///
  /// - Parameters:
  ///   - known: terminals that are open already. What goes to one goes through it.
  ///   - scanned: reads its bytes for progress.
  init(
    replacing numbers: [Int32], known: Terminal?, scanned: ScannedStream
  ) throws(SystemError) {
    self.numbers = numbers
    self.scanned = scanned
    let copy = try check("dup") { fcntl(numbers[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
    target = Descriptor(owning: copy)
    let device = Platform.terminalDevice(of: numbers[0])
    terminal = device != nil && known?.device == device ? known : Terminal(behind: numbers[0])
    if let terminal {
      let source = try PseudoTerminal(like: terminal)
      pseudoTerminal = source
      relay = Relay(from: source, mirroring: nil)
      pacing = OutputPacing(gatheredSize: Platform.gatheredSize, longestPause: .milliseconds(8))
    } else {
      (readEnd, writeEnd) = try Descriptor.pipe()
      try readEnd?.setNonBlocking()
      pseudoTerminal = nil
      relay = nil
      pacing = OutputPacing(
        gatheredSize: Self.readSize / 4, longestPause: .milliseconds(8))
    }
  }

  deinit { buffer.deallocate() }

  /// What the command gets in place of this process's own descriptors.
  var replacements: [CommandDescriptor] {
    guard let number = pseudoTerminal?.farNumber ?? writeEnd?.number else { return [] }
    return numbers.map { CommandDescriptor(source: number, target: $0) }
  }

  /// The command has its descriptors.
  func commandHasStarted() {
    pseudoTerminal?.closeFarSide()
    writeEnd = nil
  }

  /// The terminal that it goes to in the end, as its device's number.
  var device: UInt64? { terminal?.device }

  /// Gives the command the window's size.
  func resize() { if let terminal { pseudoTerminal?.setSize(terminal.size) } }

  // MARK: Reading

  /// Whether somebody may still write.
  var isOpen: Bool { relay?.isOpen ?? (readEnd != nil) }

  /// The event of output's arrival.
  var readable: pollfd {
    let number = pseudoTerminal?.number ?? readEnd?.number ?? -1
    return pollfd(fd: number, events: Int16(POLLIN), revents: 0)
  }

  /// The next piece of output, valid until the next call; empty if there is none now.
  func read(at now: Duration) -> UnsafeBufferPointer<UInt8> {
    let piece = relay?.read() ?? readPipe()
    pacing.notePiece(of: piece.count, at: now)
    return piece
  }

  private func readPipe() -> UnsafeBufferPointer<UInt8> {
    guard let readEnd else { return UnsafeBufferPointer(start: nil, count: 0) }
    let count = retrying { Foundation.read(readEnd.number, buffer.baseAddress, buffer.count) }
    if count == 0 || count == -1 && errno != EAGAIN { self.readEnd = nil }
    return UnsafeBufferPointer(rebasing: buffer[..<max(0, count)])
  }

  /// Lets whoever writes know that nobody reads any more.
  private func close() {
    relay?.close()
    readEnd = nil
  }

  // MARK: Writing

  /// Whether everything was written.
  var isReady: Bool { terminal?.isReady ?? unwritten.isEmpty }

  /// The event of room for what was not written.
  var writable: pollfd {
    terminal?.writable ?? pollfd(fd: target?.number ?? -1, events: Int16(POLLOUT), revents: 0)
  }

  /// Lets go of the target, to which nothing more goes.
  func releaseTarget() { target = nil }

  /// Writes bytes to the target after all earlier ones. What it does not take now is kept; one that
  /// takes nothing any more gets nothing.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let terminal {
      terminal.write(Array(bytes), isOutput: true)
    } else if target != nil {
      unwritten += bytes
    }
    flush()
  }

  /// Writes what is kept as far as the target takes it. A file's flags are shared with others, so that
  /// it may block: it gets no more at once than what it has room for.
  func flush() {
    if let terminal {
      terminal.flush()
      if terminal.hasGone { close() }
    }
    while let target, !unwritten.isEmpty {
      var event = writable
      guard retrying({ poll(&event, 1, 0) }) == 1 else { return }
      let piece = unwritten.prefix(Self.writeSize)
      let count = piece.withUnsafeBytes { bytes in
        retrying { Foundation.write(target.number, bytes.baseAddress, bytes.count) }
      }
      if count == -1 {
        if errno == EAGAIN { return }
        if errno != EPIPE { failure = SystemError("output") }
        unwritten = []
        releaseTarget()
        return close()
      }
      unwritten = unwritten.dropFirst(count)
    }
  }
}
