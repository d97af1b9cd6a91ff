import CSpin
import Foundation
import SpinCore

/// One run of a command, from its start to its end: the loop that owns everything.
final class Session {
  private let inbox: SignalInbox
  private let child: ChildProcess
  private let policy: SignalPolicy
  private let presentation: Presentation
  private var timeout: Timeout?
  private var inputBlock: InputBlock?
  private let clock = Clock()
  /// When the display has something to do.
  private var displayDue: Duration?
  /// By which signal spin was asked to end while it waited after the command's end, if it was.
  private var endSignal: Int32?
  /// A request of a process's to end that came too late for the command: it is for spin, where that waits.
  private var lateRequest: Int32?
  /// Signals that were taken from the inbox and are to be followed when that is possible.
  private var postponed: ArraySlice<cspin_signal> = []
  private var end: ChildProcess.End?
  /// By which signal the child was stopped, if it is and spin has not followed it.
  private var haltSignal: Int32?
  /// When the child was last continued, if no signal of spin's own has told of that since.
  private var continuedTime: Duration?
  /// By which signal spin was asked to stop, if it was: it does when the child has.
  private var stopSignal: Int32?

  private var display: any Display { presentation.display }
  private var output: TerminalOutput? { presentation.output }
  private var captured: CapturedOutput? { presentation.captured }
  private var progress: ProgressSource? { presentation.progress }

  /// Starts the command.
  init(
    _ block: CommandLineBlock, settings: Settings, presentation: Presentation,
    inheritance: Inheritance
  ) throws(SystemError) {
    self.presentation = presentation
    try Inheritance.checkDescriptorLimit()
    SignalState.blockAll()
    inbox = try SignalInbox(inherited: inheritance.signals)
    child = try ChildProcess(
      block, inheritance: inheritance, replacements: presentation.replacements)
    policy = SignalPolicy(
      ownPID: getpid(), childPID: child.pid, isSessionLeader: getsid(0) == getpid())
    if settings.timeout > .zero {
      timeout = Timeout(
        limit: settings.timeout,
        killAfter: settings.killAfter > .zero ? settings.killAfter : nil)
    }
    child.execute(block)
    output?.commandHasStarted()
    captured?.commandHasStarted()
  }

  /// Waits for the command's end.
  ///
  /// Where others than the command still write to the terminal, a copy of this process stays to
  /// carry their output on; it returns from here as well when it is done.
  func run() -> (end: ChildProcess.End, outcome: Outcome) {
    inputBlock = presentation.inputTerminal.map(InputBlock.init)
    output?.willShow = { [unowned self] in noticeTypedLines() }
    captured?.isGivenUp = { [unowned self] in
      if end != nil { return isAskedToEnd() }
      takeSignals()
      timeout?.update(at: clock.elapsed)
      return false
    }
    var events = [inbox.readable]
    events[0].revents = Int16(POLLIN)
    while true {
      if events[0].revents != 0 { takeSignals() }
      followChild()
      let now = clock.elapsed
      if let end, timeout?.isWaiting() != true { return finish(end, at: now) }
      timeout?.update(at: now)
      if let update = progress?.update(at: now, events: events) {
        display.report(update, at: now)
      }
      if let due = displayDue, due <= now {
        noticeTypedLines()
        output?.applyModes(at: now)
        display.update(at: now)
      }
      output?.update(at: now, events: events.dropFirst())
      captured?.update(at: now, events: events.dropFirst())
      presentation.scanned?.update(at: now) { display.scan($0, at: now) }
      displayDue = display.nextUpdate(after: now)
      events = wait()
    }
  }

  // MARK: Waiting

  /// Waits until something happens or is due.
  ///
  /// - Returns: what was waited for: the inbox's event, then others.
  private func wait() -> [pollfd] {
    let now = clock.elapsed
    let watch = end == nil && !child.isLost ? nil : now + Timeout.watchTime
    let due = [
      displayDue, timeout?.nextUpdate, output?.nextUpdate(after: now),
      captured?.nextUpdate(after: now),
      progress?.nextUpdate(after: now), presentation.scanned?.nextUpdate,
      watch,
    ].compactMap { $0 }.min()
    var events = [inbox.readable]
    if let event = progress?.readable(at: now) { events.append(event) }
    if let output { events += output.events(at: now) }
    if let captured { events += captured.events(at: now) }
    let time = due.map { Self.milliseconds(from: now, to: $0) } ?? -1
    poll(&events, nfds_t(events.count), postponed.isEmpty ? time : 0)
    if !postponed.isEmpty { events[0].revents = Int16(POLLIN) }
    return events
  }

  /// The time between, rounded up so that a wait does not end early.
  private static func milliseconds(from now: Duration, to due: Duration) -> Int32 {
    let milliseconds = (max(due, now) - now) / .milliseconds(1)
    return Int32(clamping: Int64(milliseconds.rounded(.up)))
  }

  // MARK: Signals

  /// How long after the child was continued a signal that continued the group may be noted.
  private static let groupSignalTime = Duration.seconds(1)

  private func takeSignals() {
    if noticeTypedLines() { display.update(at: clock.elapsed) }
    let isRunning = end == nil
    var request: Int32?
    while let signal = postponed.popFirst() {
      take(signal)
      if signal.from_process != 0, Self.isRequestToEnd(signal) { request = signal.number }
    }
    // It came for a command that had ended just before.
    if isRunning, end != nil { lateRequest = lateRequest ?? request }
    if let haltSignal, stopSignal != nil || isJob { stop(by: stopSignal ?? haltSignal) }
  }

  /// Follows the cursor where lines were typed: whoever draws must know of those that the terminal has
  /// shown before. Other signals stay for later.
  @discardableResult
  private func noticeTypedLines() -> Bool {
    var lines = 0
    for signal in inbox.take() {
      if Platform.isLineNotice(signal) { lines += 1 } else { postponed.append(signal) }
    }
    if lines > 0 { display.moveCursorDown(lines: lines) }
    return lines > 0
  }

  /// Whether spin is a job of the process that started it, which sees it stop.
  private var isJob: Bool {
    getsid(getppid()) == getsid(0) && getpgid(getppid()) != getpgrp()
  }

  private func take(_ signal: cspin_signal) {
    var isForwarded = policy.forwards(signal)
    switch signal.number {
    case SIGCHLD:
      followChild()
    case SIGTSTP, SIGTTIN:
      stopSignal = signal.number
    case SIGCONT:
      followChild()
      // A child that was continued with spin needs no signal of its own.
      if let time = continuedTime, clock.elapsed - time < Self.groupSignalTime {
        isForwarded = false
      }
      continuedTime = nil
      stopSignal = nil
      inputBlock?.apply()
      resize()
    case SIGWINCH:
      resize()
    default:
      break
    }
    if end == nil {
      let isGone = isForwarded && kill(child.pid, signal.number) == -1
      if isGone, Self.isRequestToEnd(signal) { lateRequest = signal.number }
    } else if Self.isRequestToEnd(signal) {
      timeout?.killRest()
    }
  }

  private func followChild() {
    guard end == nil, let change = child.takeStateChange() else { return }
    switch change {
    case .stopped(let signal):
      haltSignal = signal
      // What stops a group in the background has not stopped spin, which leaves it blocked.
      if signal == SIGTTOU, SignalState.isPending(SIGTTOU) { stopSignal = SIGTTOU }
      setHalted(true)
    case .continued:
      continuedTime = clock.elapsed
      haltSignal = nil
      stopSignal = nil
      output?.commandWasContinued()
      setHalted(false)
    case .ended(let end):
      self.end = end
    }
  }

  /// Shows it at once, unless spin is stopped with the child.
  private func setHalted(_ isHalted: Bool) {
    display.setHalted(isHalted, at: clock.elapsed)
    displayDue = .zero
  }

  /// Stops this process as the child was stopped, and comes back when it is continued.
  private func stop(by signal: Int32) {
    stopSignal = nil
    haltSignal = nil
    output?.updateAll(at: clock.elapsed)
    display.leave()
    inputBlock?.release()
    cspin_stop_process(signal)
    inputBlock?.apply()
    followChild()
    resize()
  }

  private func resize() {
    output?.resize(at: clock.elapsed)
    captured?.resize()
    display.update(at: clock.elapsed)
  }

  // MARK: The end

  private func finish(
    _ end: ChildProcess.End, at now: Duration
  ) -> (end: ChildProcess.End, outcome: Outcome) {
    var outcome = outcome(of: end)
    // What came until now was also for the command.
    noticeTypedLines()
    postponed = []
    output?.drain(at: now, inbox: inbox, isGivenUp: isAskedToEnd)
    captured?.drain(at: now, inbox: inbox, isGivenUp: isAskedToEnd)
    captured?.finish(outcome, inbox: inbox, isGivenUp: isAskedToEnd)
    if let endSignal {
      outcome = .killed(signal: endSignal, name: SignalName.name(of: endSignal))
    }
    inputBlock?.finish()
    switch end {
    case .exited, .killed: display.finish(outcome, at: now)
    case .notExecuted, .notLaunched: display.leave()
    }
    progress?.finish()
    let parts: [(any CarryingOn)?] = [output, captured, progress]
    let held = parts.compactMap { $0 }.filter(\.isHeld)
    if !held.isEmpty, cspin_fork() == 0 { return carryOn(held) }
    return (end, outcome)
  }

  /// Whether spin was asked to end while it waits for whoever reads the command's output. It stops here
  /// where it was asked for that.
  private func isAskedToEnd() -> Bool {
    for signal in postponed + inbox.take() {
      if Self.isRequestToEnd(signal) { endSignal = signal.number }
      if signal.number == SIGTSTP { cspin_stop_process(SIGTSTP) }
    }
    postponed = []
    endSignal = endSignal ?? lateRequest
    return endSignal != nil
  }

  private static func isRequestToEnd(_ signal: cspin_signal) -> Bool {
    [SIGINT, SIGQUIT, SIGTERM, SIGHUP].contains(signal.number)
  }

  /// Carries on in a copy of this process that has nothing to do with the command.
  private func carryOn(
    _ held: [any CarryingOn]
  ) -> (end: ChildProcess.End, outcome: Outcome) {
    SignalState.blockAll()
    Descriptor.closeAll(except: held.flatMap(\.descriptors))
    chdir("/")
    var rest = held
    while !rest.isEmpty {
      var events = rest.flatMap(\.events)
      poll(&events, nfds_t(events.count), -1)
      for part in rest { part.carryOn(events) }
      rest.removeAll { !$0.isHeld && $0.isReady }
    }
    return (.exited(status: 0), .exited(status: 0))
  }

  private func outcome(of end: ChildProcess.End) -> Outcome {
    if let timeout, timeout.hasPassed { return .timedOut(limit: timeout.limit) }
    switch end {
    case .exited(let status): return .exited(status: status)
    case .killed(let signal): return .killed(signal: signal, name: SignalName.name(of: signal))
    case .notExecuted(let number):
      return .exited(status: number == ENOENT ? ExitStatus.notFound : ExitStatus.cannotRun)
    case .notLaunched: return .exited(status: ExitStatus.failed)
    }
  }
}
