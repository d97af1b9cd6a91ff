import Foundation

/// The terminal that shows the indicator, opened anew.
///
/// Its own open file does not block: a descriptor's flags are shared with every other holder, so
/// standard error itself must stay as it is.
final class Terminal {
  private let descriptor: Descriptor
  /// Identifies the terminal, whatever name it was opened by.
  let device: UInt64
  private var requestsLineNotices = false
  /// What could not be written yet, in order.
  private var unwritten: ArraySlice<UInt8> = []

  /// Opens the terminal behind a descriptor, or returns nil if it is none or cannot be opened.
  init?(behind number: Int32) {
    guard let device = Platform.terminalDevice(of: number),
      let descriptor = Self.opened(behind: number, device: device)
    else { return nil }
    self.descriptor = descriptor
    self.device = device
  }

  /// The terminal opened once more, for reading, without waiting; or nil if it cannot be.
  func openForReading() -> Descriptor? {
    Self.opened(behind: number, device: device, access: O_RDONLY)
  }

  private static func opened(
    behind number: Int32, device: UInt64, access: Int32 = O_WRONLY
  ) -> Descriptor? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let hasName = ttyname_r(number, &name, name.count) == 0
    for name in hasName ? [name, link(to: number)] : [link(to: number)] {
      let opened = retrying { open(name, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
      guard opened >= 0 else { continue }
      let descriptor = Descriptor(owning: opened)
      if Platform.terminalDevice(of: opened) == device { return descriptor }
    }
    return nil
  }

  /// Linux's name for an open file, which also reaches a terminal that has no name here.
  private static func link(to number: Int32) -> [CChar] {
    Array("/proc/self/fd/\(number)".utf8CString)
  }

  /// The descriptor to wait on until `isReady`.
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

  /// How many typed bytes wait to be read.
  var waitingInput: Int32 {
    var count: Int32 = 0
    return ioctl(number, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  /// Asks for a signal at each line that is typed, as `Platform.isLineNotice` recognizes it.
  func requestLineNotices() {
    guard !requestsLineNotices else { return }
    requestsLineNotices = true
    Platform.requestLineNotices(from: number)
  }

  // MARK: Writing

  /// Whether everything was written.
  var isReady: Bool { unwritten.isEmpty }

  /// How many bytes were not written.
  var backlog: Int { unwritten.count }

  /// Whether something of the command's was not written.
  private(set) var hasUnwrittenOutput = false

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
    hasUnwrittenOutput = hasUnwrittenOutput || isOutput
    flush()
  }

  /// Writes what is kept as far as the terminal takes it. A terminal that has gone takes all.
  func flush() {
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes { bytes in
        retrying { Foundation.write(number, bytes.baseAddress, bytes.count) }
      }
      if count == -1 {
        if errno == EAGAIN { return }
        hasGone = true
        unwritten = []
      } else {
        unwritten = unwritten.dropFirst(count)
      }
    }
    hasUnwrittenOutput = false
  }
}
