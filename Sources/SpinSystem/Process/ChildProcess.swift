import CSpin
import Foundation
import SpinCore

/// The command as a running child process.
///
/// Foundation's `Process` starts the launcher, which becomes the command (`launcher.c`). Its own
/// notice of the child's end comes late, and only when every descendant has closed a socket that it
/// leaves in them. So the launcher hands that socket over, which is held here, and waitpid(2) tells of
/// the child whenever that is asked.
final class ChildProcess {
  /// How the child ended.
  enum End: Equatable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The command could not be executed: the `errno(3)` value.
    case notExecuted(number: Int32)
    /// The system let it run no command at all: the `errno(3)` value, or 0 where it is not known.
    case notLaunched(number: Int32)

    var outcome: Outcome {
      switch self {
      case .exited(let status): .exited(status: status)
      case .killed(let signal): .killed(signal: signal, name: SignalName.name(of: signal))
      case .notExecuted(ENOENT): .exited(status: ExitStatus.notFound)
      case .notExecuted: .exited(status: ExitStatus.cannotRun)
      case .notLaunched: .exited(status: ExitStatus.failed)
      }
    }
  }

  /// What happened to the child.
  enum StateChange: Equatable {
    case stopped(signal: Int32)
    case continued
    case ended(End)
  }

  private let process = Process()
  private let socket: LaunchSocket
  /// What Foundation has left in the launcher: as long as it is open, Foundation waits for nobody.
  private var held: [Descriptor] = []
  /// Why the launcher cannot become the command, if that is known.
  private var failure: End?
  /// Descriptors that the launcher has not been sent yet.
  private var unsent: ArraySlice<CommandDescriptor> = []
  /// Whether Foundation has waited for the child, and its notice is the only one.
  private(set) var isLost = false

  /// The command's own process identifier, which is the launcher's before.
  var pid: pid_t { process.processIdentifier }

  /// Starts the launcher and waits until it is in this process's group. Every signal is blocked, which
  /// Foundation's threads inherit.
  ///
  /// Descriptors from 3 up that the command inherits are closed in this process.
  ///
  /// - Parameters:
  ///   - replacements: descriptors that the command gets in place of this process's own, which are
  ///     the caller's, or beside them from 3 up, which are closed here.
  init(
    _ block: CommandLineBlock, inheritance: Inheritance, replacements: [CommandDescriptor]
  ) throws(SystemError) {
    let (ours, theirs) = try Descriptor.socketPair()
    socket = LaunchSocket(ours)

    let replaced = Set(replacements.map(\.target))
    let descriptors =
      inheritance.descriptors.filter { !replaced.contains($0) }
      .map { CommandDescriptor(source: $0, target: $0) } + replacements
    var launch = cspin_launch()
    launch.process_group = getpgrp()
    launch.ignored_signals = inheritance.signals.ignored
    launch.blocked_signals = inheritance.signals.blocked
    launch.descriptor_limit = inheritance.descriptorLimit
    launch.descriptor_count = descriptors.count
    launch.argument_count = block.argumentCount
    launch.environment_count = block.environmentCount
    launch.block_size = block.bytes.count
    do {
      // The launcher alone holds it then: its death closes it.
      defer { close(theirs) }
      try socket.send(launch)
      unsent = try send(descriptors[...], patiently: false)
      try start(input: theirs)
    }
    // Where nothing comes, the launcher has died, which waitpid(2) tells.
    if let (report, descriptors) = try? socket.receiveReport() {
      held = descriptors
      failure = Self.failure(in: report)
    }
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

  private func start(input: Int32) throws(SystemError) {
    process.executableURL = URL(
      filePath: Platform.executablePath, directoryHint: .notDirectory)
    process.arguments = [CSPIN_LAUNCHER_ARGUMENT]
    process.environment = [:]
    Platform.inheritWorkingDirectory(process)
    process.standardInput = FileHandle(fileDescriptor: input, closeOnDealloc: false)
    process.terminationHandler = { _ in SignalInbox.wake() }
    // Where the death of children is ignored, nobody is told of it (waitpid(2)).
    cspin_set_ignored(SIGCHLD, false)
    try Platform.checkThreads()
    do {
      try process.run()
    } catch {
      try Platform.checkProcessListing()
      let error = error as NSError
      throw SystemError(
        "process", number: error.domain == NSPOSIXErrorDomain ? Int32(error.code) : EAGAIN)
    }
  }

  // MARK: The child's state

  /// What happened to the child since this was last asked, if anything has.
  func takeStateChange() -> StateChange? {
    if !isLost {
      do {
        if let change = try Platform.takeStateChange(of: pid) {
          if case .ended(let end) = change { return .ended(findFailure(in: end)) }
          return change
        }
      } catch {
        isLost = true
      }
    }
    guard isLost || !Platform.waitsForChildren, let end = foundationsEnd else { return nil }
    return .ended(findFailure(in: end))
  }

  /// How the child ended as Foundation was told, or nil while it has not been.
  private var foundationsEnd: End? {
    if process.isRunning { return nil }
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal
      ? .killed(signal: status) : .exited(status: status)
  }

  /// This end, or what the launcher says of it where it did not become the command.
  private func findFailure(in end: End) -> End {
    guard end == .exited(status: ExitStatus.failed) else { return end }
    var wasExecuted = false
    while failure == nil, let (report, _) = try? socket.receiveReport() {
      failure = Self.failure(in: report)
      wasExecuted = wasExecuted || report.stage == CSPIN_EXECUTING.rawValue
    }
    return failure ?? (wasExecuted ? end : .notLaunched(number: 0))
  }

  private static func failure(in report: cspin_report) -> End? {
    if report.error == 0 { return nil }
    return report.stage == CSPIN_EXECUTING.rawValue
      ? .notExecuted(number: report.error) : .notLaunched(number: report.error)
  }
}
