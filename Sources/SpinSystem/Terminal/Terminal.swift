import Foundation

/// The terminal that shows the indicator.
///
/// It is opened anew, so that writing does not block: a descriptor's flags are shared with every
/// other holder, and standard error itself must stay as it is.
final class Terminal {
  private let descriptor: Descriptor
  /// Whether the open file is shared with others: the terminal could not be opened anew, as one of
  /// another user's. It may block then.
  private let isShared: Bool
  /// Identifies the terminal, whatever name it was opened by.
  let device: UInt64
  /// Whether this is the only spin that draws here.
  private var isTaken = false
  /// Whether there is a signal at each line that is typed.
  private(set) var noticesLines = false
  /// What could not be written yet, in order.
  private var unwritten: ArraySlice<UInt8> = []

  /// How much is written at once where writing may block and the terminal is known to take some.
  private static let smallPiece = 256

  private static let settlingTime = Duration.milliseconds(4)

  /// The terminal behind a descriptor, or nil if it is none.
  init?(behind number: Int32) {
    guard let device = Platform.terminalDevice(of: number) else { return nil }
    if let opened = Self.opened(behind: number, device: device, access: O_WRONLY) {
      (descriptor, isShared) = (opened, false)
    } else {
      let duplicate = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard duplicate >= 0 else { return nil }
      (descriptor, isShared) = (Descriptor(owning: duplicate), true)
    }
    self.device = device
  }

  /// The terminal opened once more, for reading, without waiting; or nil if it cannot be.
  func openForReading() -> Descriptor? {
    Self.opened(behind: number, device: device, access: O_RDONLY)
  }

  /// The terminal opened once more, for a lock of its own; or nil if it cannot be.
  func openForLocking() -> Descriptor? {
    Self.opened(behind: number, device: device, access: O_RDWR)
  }

  private static func opened(behind number: Int32, device: UInt64, access: Int32) -> Descriptor? {
    for name in [name(of: number), link(to: number)] {
      guard let name else { continue }
      let opened = retrying { open(name, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
      guard opened >= 0 else { continue }
      let descriptor = Descriptor(owning: opened)
      if Platform.terminalDevice(of: opened) == device { return descriptor }
    }
    return nil
  }

  /// The name of the terminal behind a descriptor, or nil if it has none here.
  static func name(of number: Int32) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard ttyname_r(number, &name, name.count) == 0 else { return nil }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  /// Linux's name for an open file, which also reaches a terminal that has no name here.
  private static func link(to number: Int32) -> String? { "/proc/self/fd/\(number)" }

  /// The descriptor that stands for the terminal.
  var number: Int32 { descriptor.number }

  // MARK: State

  /// The window's size as the terminal tells it; zero where it does not know.
  var size: winsize {
    var size = winsize()
    _ = ioctl(number, UInt(TIOCGWINSZ), &size)
    return size
  }

  /// Whether this process's group may use the terminal. Without job control every group may.
  var isForeground: Bool {
    let group = tcgetpgrp(number)
    return group == -1 || group == getpgrp()
  }

  var modes: TerminalModes? { TerminalModes(of: number) }

  /// The modes in which spin itself keeps what is typed from being shown; nil if it does not.
  var blockedModes: TerminalModes?

  /// Whether no program drives the terminal: its input is read by lines, and shown unless that is
  /// blocked.
  var isInLineMode: Bool {
    guard let modes else { return false }
    return modes.isLineMode || modes == blockedModes
  }

  /// How many typed bytes wait to be read.
  var waitingInput: Int {
    var count: Int32 = 0
    return ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  // MARK: Sharing

  /// Makes this the only spin that draws here.
  ///
  /// - Returns: false if another one draws.
  func takeForDrawing() -> Bool {
    if !isTaken { isTaken = flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }
    return isTaken
  }

  /// Lets another spin draw here.
  func giveUpDrawing() {
    if isTaken { flock(number, LOCK_UN) }
    isTaken = false
  }

  /// Asks for a signal at each line that is typed, as `Platform.isLineNotice` recognizes it, or for
  /// none any more.
  func requestLineNotices(_ isWanted: Bool) {
    guard isWanted != noticesLines, Platform.hasLineNotices, !isShared else { return }
    noticesLines = isWanted
    Platform.requestLineNotices(isWanted, from: number)
  }

  // MARK: Writing

  /// Whether everything was written.
  var isReady: Bool { unwritten.isEmpty }

  /// Whether what was not written is to be: something of the command's, or the rest of what was
  /// written in part.
  private(set) var mustFinish = false

  /// Whether the terminal no longer exists.
  private(set) var hasGone = false

  /// The event of room for what was not written.
  var writable: pollfd { pollfd(fd: number, events: Int16(POLLOUT), revents: 0) }

  /// The event of the terminal's end.
  var hangUp: pollfd { pollfd(fd: number, events: 0, revents: 0) }

  /// Writes bytes after all earlier ones. What the terminal does not take now is kept.
  ///
  /// - Parameter isOutput: whether something of the command's is among them.
  func write(_ bytes: [UInt8], isOutput: Bool) {
    if unwritten.isEmpty { unwritten = bytes[...] } else { unwritten += bytes }
    mustFinish = mustFinish || isOutput
    flush()
  }

  /// Writes what is kept as far as the terminal takes it. A terminal that has gone takes all.
  func flush() {
    while !unwritten.isEmpty {
      if isShared, !takesSome { return }
      let piece = isShared ? unwritten.prefix(Self.smallPiece) : unwritten
      let count = piece.withUnsafeBytes { bytes in
        retrying { Foundation.write(number, bytes.baseAddress, bytes.count) }
      }
      if count == -1 {
        if errno == EAGAIN { return }
        hasGone = true
        unwritten = []
      } else {
        unwritten = unwritten.dropFirst(count)
        mustFinish = true
      }
    }
    mustFinish = false
  }

  /// Writes what is kept, as the last for now. While another process writes, a terminal refuses whoever
  /// does not wait (`tty_write_lock` of Linux's `tty_io.c`), so this waits for that, but not for one
  /// that takes nothing.
  func settle() {
    let clock = Clock()
    while !isReady, clock.elapsed < Self.settlingTime {
      var event = writable
      poll(&event, 1, 1)
      flush()
    }
  }

  private var takesSome: Bool {
    var event = writable
    return retrying { poll(&event, 1, 0) } == 1
  }
}
