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

  /// Why the launcher did not become the command, if that is known.
  private var failure: End?
  private let process = Process()
  private let socket: LaunchSocket

  /// Descriptors that the launcher has not been sent yet.
  private var unsent: ArraySlice<CommandDescriptor> = []

  /// The command's own process identifier, which is the launcher's before.
  var pid: pid_t { process.processIdentifier }

  /// Starts the launcher and waits until it is in this process's group. Signals have their default
  /// effect meanwhile: what ends spin ends the launcher, which has nothing to become then.
  ///
  /// Descriptors from 3 up that the command inherits are closed in this process.
  ///
  /// - Parameters:
  ///   - replacements: descriptors that the command gets in place of this process's own, which are
  ///     the caller's, or beside them from 3 up, which are closed here.
  ///   - inbox: is woken when the child has ended.
  init(
    _ block: CommandLineBlock, inheritance: Inheritance, replacements: [CommandDescriptor],
    inbox: SignalInbox
  ) throws(SystemError) {
    let (ours, theirs) = try Descriptor.socketPair()
    socket = LaunchSocket(ours)

    let replaced = Set(replacements.map(\.target))
    let descriptors =
      inheritance.descriptors.filter { !replaced.contains($0) }
      .map { CommandDescriptor(source: $0, target: $0) } + replacements
    do {
      // The launcher alone holds it then: its death closes it.
      defer { close(theirs) }
      try socket.send(
        LaunchHeader(
          processGroup: getpgrp(), signals: inheritance.signals,
          descriptorLimit: inheritance.descriptorLimit, descriptorCount: descriptors.count,
          argumentCount: block.argumentCount, environmentCount: block.environmentCount,
          blockSize: block.bytes.count))
      unsent = try send(descriptors[...], patiently: false)
      try start(input: theirs, inbox: inbox)
    }
    if let report = try? socket.receive(LaunchReport()) { failure = Self.failure(in: report) }
  }

  /// Lets the launcher become the command.
  ///
  /// Standard input and output are closed in this process as well, so that whoever is at the other
  /// end of a pipe sees it closed when the command closes it.
  func execute(_ block: CommandLineBlock) {
    guard failure == nil else { return }
    do {
      _ = try send(unsent, patiently: true)
      try block.bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
        try socket.send(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      // A launcher that has died is a child that has ended. Any other is to end.
      if error.number != EPIPE { failure = .notLaunched(number: error.number) }
      socket.shutDown()
    }
    Inheritance.releaseStandardStreams()
  }

  /// Sends descriptors in batches and closes those that only the command needs.
  ///
  /// - Parameter patiently: whether to wait for room.
  /// - Returns: those that there was no room for.
  private func send(
    _ descriptors: ArraySlice<CommandDescriptor>, patiently: Bool
  ) throws(SystemError) -> ArraySlice<CommandDescriptor> {
    var rest = descriptors
    while !rest.isEmpty {
      let batch = rest.prefix(LaunchSocket.batchSize)
      guard try socket.send(batch, patiently: patiently) else { break }
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
    // Where the death of children is ignored, nobody is told of it (waitpid(2)).
    cspin_set_ignored(SIGCHLD, false)
    try Platform.checkThreads()
    do {
      try process.run()
    } catch {
      let error = error as NSError
      throw SystemError(
        "process", number: error.domain == NSPOSIXErrorDomain ? Int32(error.code) : EAGAIN)
    }
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
