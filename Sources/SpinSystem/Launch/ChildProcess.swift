import CSpin
import Foundation

/// The command as a running child process.
final class ChildProcess {
  /// How the child ended.
  enum End: Equatable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The command could not be executed: the `errno(3)` value.
    case notExecuted(number: Int32)
    /// The system let it run no command at all: the `errno(3)` value.
    case notLaunched(number: Int32)
  }

  /// What happened to the child.
  enum StateChange: Equatable {
    case stopped(signal: Int32)
    case continued
    case ended(End)
  }

  /// What the inbox held of the child itself before `init` returned.
  private(set) var earlySignals: [cspin_signal] = []
  private var failure: End?
  private let process = Process()
  private let socket: LaunchSocket

  /// The command's own process identifier; 0 before `launch`.
  var pid: pid_t { process.processIdentifier }

  /// Starts the command in this process's group.
  ///
  /// What the command inherits is closed in this process, but for standard error, so that whoever
  /// is at the other end of a pipe sees it closed when the command closes it.
  ///
  /// - Parameters:
  ///   - replacements: descriptors that the command gets in place of this process's own; owned by
  ///     the caller.
  ///   - inbox: is woken when the child has ended. Signals that are noted there before the child
  ///     has joined the group are sent to it.
  init(
    _ block: CommandLineBlock, inheritance: Inheritance, replacements: [CommandDescriptor],
    inbox: SignalInbox
  ) throws(SystemError) {
    let (ours, theirs) = try Descriptor.socketPair()
    socket = LaunchSocket(ours)

    let descriptors = inheritance.descriptors.map { number in
      replacements.first { $0.target == number }
        ?? CommandDescriptor(source: number, target: number)
    }
    try socket.send(
      LaunchHeader(
        processGroup: getpgrp(), signals: inheritance.signals,
        descriptorLimit: inheritance.descriptorLimit, descriptorCount: descriptors.count,
        argumentCount: block.argumentCount, environmentCount: block.environmentCount,
        blockSize: block.bytes.count))
    let unsent: ArraySlice<CommandDescriptor>
    do {
      // The launcher alone holds it then: its death closes it.
      defer { close(theirs) }
      unsent = try send(descriptors[...], blocking: false)
      try start(input: theirs, inbox: inbox)
    }
    if waitUntilJoined(inbox) {
      // A launcher that has died meanwhile is a child that has ended, not an error.
      _ = try? send(unsent, blocking: true)
      block.bytes.withUnsafeBytes { bytes in try? socket.send(bytes) }
    }
    Inheritance.releaseStandardStreams()
  }

  /// Sends descriptors in batches and closes those that only the command needs.
  ///
  /// - Returns: those that the socket has no room for.
  private func send(
    _ descriptors: ArraySlice<CommandDescriptor>, blocking: Bool
  ) throws(SystemError) -> ArraySlice<CommandDescriptor> {
    var rest = descriptors
    while !rest.isEmpty {
      let batch = rest.prefix(LaunchSocket.batchSize)
      guard try socket.send(batch, blocking: blocking) else { break }
      for descriptor in batch where descriptor.target > STDERR_FILENO {
        close(descriptor.source)
      }
      rest = rest.dropFirst(batch.count)
    }
    return rest
  }

  private func start(input: Int32, inbox: SignalInbox) throws(SystemError) {
    process.executableURL = URL(
      filePath: Platform.executablePath, directoryHint: .notDirectory)
    process.arguments = [Launcher.argument]
    process.environment = [:]
    Platform.inheritWorkingDirectory(process)
    process.standardInput = FileHandle(fileDescriptor: input, closeOnDealloc: false)
    process.terminationHandler = { _ in inbox.wake() }
    // The threads that Foundation starts take no signals, and the launcher starts with all of
    // them blocked.
    SignalState.blockAll()
    do {
      try process.run()
    } catch {
      let error = error as NSError
      throw SystemError(
        "launcher", number: error.domain == NSPOSIXErrorDomain ? Int32(error.code) : EAGAIN)
    }
  }

  /// Passes on what was typed before the launcher joined the group. It has all signals blocked
  /// until it has the block, so that one which reached it as well reaches the command once.
  ///
  /// - Returns: false if the launcher has failed.
  private func waitUntilJoined(_ inbox: SignalInbox) -> Bool {
    let report = try? socket.receive(LaunchReport())
    inbox.open()
    while let signal = inbox.next() {
      if signal.number == SIGCHLD || signal.number == 0 {
        earlySignals.append(signal)
      } else {
        send(signal: signal.number)
      }
    }
    guard let report else { return false }
    failure = Self.failure(in: report)
    return failure == nil
  }

  /// Why the launcher, which has ended, did not become the command; nil if it did.
  private func findFailure() -> End? {
    if failure == nil, let report = try? socket.receive(LaunchReport()) {
      failure = Self.failure(in: report)
    }
    return failure
  }

  private static func failure(in report: LaunchReport) -> End? {
    if report.number == 0 { return nil }
    return report.isExecution
      ? .notExecuted(number: report.number) : .notLaunched(number: report.number)
  }

  /// Sends a signal to the child alone.
  func send(signal: Int32) {
    kill(pid, signal)
  }

  /// What happened to the child since this was last asked, as waitpid(2) tells it to whoever asks
  /// first: nil also where Foundation was told of the end. Then it wakes the inbox in a moment.
  func takeStateChange() -> StateChange? {
    guard let change = Platform.stateChange(of: pid) else { return nil }
    if case .ended(let end) = change { return .ended(findFailure() ?? end) }
    return change
  }

  /// How the child ended as Foundation was told, or nil while it runs.
  ///
  /// May be asked only after the inbox was woken: the child's state is another thread's until then.
  var end: End? {
    guard !process.isRunning else { return nil }
    let status = process.terminationStatus
    return findFailure()
      ?? (process.terminationReason == .uncaughtSignal
        ? .killed(signal: status) : .exited(status: status))
  }
}
