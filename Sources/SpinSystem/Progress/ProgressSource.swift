import Foundation
import SpinCore

/// Where the command reports its progress: a pipe of its own, or a file that the user has named.
final class ProgressSource: CarryingOn {
  /// Nil when every writer has gone.
  private var descriptor: Descriptor?
  /// The command's own pipe; nil where the user has named another file.
  private let pipe: ProgressPipe?
  /// What the command writes to; nil where it is not spin's to give.
  let commandDescriptor: CommandDescriptor?
  private var parser = ProgressParser()
  /// When the end of reports counts, once it has come.
  private var endDue: Duration?
  /// A report waits for the next ones, but not until the pipe is full.
  private var pacing = OutputPacing(
    gatheredSize: readSize / 4, longestPause: .milliseconds(50))
  private var isEnlarged = false
  /// Whether somebody still had the pipe at the end.
  private(set) var isHeld = false

  /// A command that ends closes its pipe just before that is known, and is not to be shown without its
  /// progress for a moment.
  private static let endTime = Duration.milliseconds(50)

  /// What a pipe holds.
  private static let readSize = 65536

  private init(
    _ descriptor: Descriptor, pipe: ProgressPipe? = nil, commandDescriptor: CommandDescriptor? = nil
  ) {
    self.descriptor = descriptor
    self.pipe = pipe
    self.commandDescriptor = commandDescriptor
  }

  /// A new pipe, whose write end the command finds under the lowest number from 3 on that is free.
  /// That end is closed here when it is sent.
  static func pipe(beside inherited: [Int32]) throws(SystemError) -> ProgressSource {
    let pipe = try ProgressPipe()
    var target: Int32 = 3
    while inherited.contains(target) { target += 1 }
    return ProgressSource(
      pipe.reader, pipe: pipe,
      commandDescriptor: CommandDescriptor(source: pipe.commandNumber, target: target))
  }

  /// What a path names: a descriptor, as `/dev/fd/5` or `/dev/stdin`, or a FIFO, which never ends, as one
  /// writer may follow another.
  ///
  /// - Parameter inherited: the descriptors that may be named.
  static func file(_ path: String, inherited: [Int32]) throws(SystemError) -> ProgressSource {
    let action = "--progress-from: '\(path.harmless)'"
    if let number = NamedDescriptor.number(path) {
      guard inherited.contains(number), fcntl(number, F_GETFL) & O_ACCMODE != O_WRONLY else {
        throw SystemError(action, number: EBADF)
      }
      return ProgressSource(try reopened(number, action))
    }
    let number = try check(action) { open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    let descriptor = Descriptor(owning: number)
    guard FileIdentity(of: number)?.isPipe == true else {
      throw SystemError(action, reason: "is no FIFO, and no descriptor as /dev/fd/5")
    }
    return ProgressSource(descriptor)
  }

  /// The file behind a descriptor, for reading that does not wait where others read it as well; or the
  /// descriptor's duplicate, where it cannot be opened anew.
  private static func reopened(_ number: Int32, _ action: String) throws(SystemError) -> Descriptor
  {
    if FileIdentity(of: number)?.isPipe == true {
      let opened = open("/dev/fd/\(number)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 { return Descriptor(owning: opened) }
    }
    return Descriptor(
      owning: try check(action) { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
  }

  /// The variables that tell the command of the pipe, as `NAME=value`.
  var variables: [String] {
    guard let number = commandDescriptor?.target else { return [] }
    return ["SPIN_PROGRESS_FD=\(number)"] + (pipe?.path.map { ["SPIN_PROGRESS=\($0)"] } ?? [])
  }

  // MARK: Waiting

  /// When `update` has something to do without an event; nil for never.
  func nextUpdate(after now: Duration) -> Duration? {
    endDue ?? (descriptor != nil && now < pacing.pauseEnd ? pacing.pauseEnd : nil)
  }

  /// The event of a report, where one is waited for.
  func readable(at now: Duration) -> pollfd? {
    guard let descriptor, now >= pacing.pauseEnd else { return nil }
    return Self.readable(descriptor)
  }

  private static func readable(_ descriptor: Descriptor) -> pollfd {
    pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
  }

  /// Reads what an event has told of.
  ///
  /// - Returns: what has been reported, if anything has.
  func update(at now: Duration, events: some Sequence<pollfd>) -> ProgressUpdate? {
    if let due = endDue, now >= due {
      endDue = nil
      parser.finish()
    } else if let descriptor, events.contains(where: { $0.hasHappened(Self.readable(descriptor)) })
    {
      read(descriptor, at: now)
    }
    return parser.takeUpdate()
  }

  private func read(_ descriptor: Descriptor, at now: Duration) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.readSize) { buffer in
      let count = retrying { Foundation.read(descriptor.number, buffer.baseAddress, buffer.count) }
      if count > 0 {
        parser.consume(UnsafeBufferPointer(rebasing: buffer[..<count]))
        pacing.notePiece(of: count, at: now)
        if count == buffer.count { enlarge(descriptor) }
      } else if count == 0 || errno != EAGAIN {
        self.descriptor = nil
        endDue = now + Self.endTime
      }
    }
  }

  /// Gives a pipe that was found full more room, so that a writer goes on while spin has other work. The
  /// others stay small, since a user's pipes are limited in all.
  private func enlarge(_ descriptor: Descriptor) {
    guard !isEnlarged else { return }
    isEnlarged = true
    Platform.enlargePipe(descriptor.number)
  }

  // MARK: The end

  /// The command has ended, and nothing more is shown.
  func finish() {
    guard let pipe else { return }
    isHeld = pipe.isHeldAfterRemoval()
  }

  /// Takes the pipe's name away, whatever has become of the command.
  func removeName() { pipe?.remove() }

  var isReady: Bool { true }

  var descriptors: [Int32] { [descriptor?.number].compactMap { $0 } }

  var events: [pollfd] {
    [descriptor.map(Self.readable)].compactMap { $0 }
  }

  /// Empties the pipe, so that nobody who goes on reporting is held up.
  func carryOn(_ events: [pollfd]) {
    guard let descriptor, events.contains(where: { $0.hasHappened(Self.readable(descriptor)) })
    else { return }
    read(descriptor, at: .zero)
    isHeld = self.descriptor != nil
  }
}
