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
  private var patience = Patience()
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

  /// Starts the command. Every signal is blocked already.
  init(
    _ block: CommandLineBlock, settings: Settings, presentation: Presentation,
    inheritance: Inheritance
  ) throws(SystemError) {
    self.presentation = presentation
    try Inheritance.checkDescriptorLimit()
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
    passOnTypedSignals()
    child.execute(block)
    output?.commandHasStarted()
    captured?.commandHasStarted()
  }

  /// Sends the child what was typed before it was in the group.
  private func passOnTypedSignals() {
    for signal in inbox.take() {
      if signal.isTyped { kill(child.pid, signal.number) }
      postponed.append(signal)
    }
  }

  /// Waits for the command's end.
  ///
  /// Where others than the command still write to the terminal, a copy of this process stays to
  /// carry their output on; it returns from here as well when it is done.
  func run() -> (end: ChildProcess.End, outcome: Outcome) {
    inputBlock = presentation.inputTerminal.map(InputBlock.init)
    output?.willShow = { [unowned self] in noticeTypedLines() }
    captured?.waitForRoom = { [unowned self] in waitForRoom($0) }
    var events = [inbox.readable]
    events[0].revents = Int16(POLLIN)
    while true {
      if events[0].revents != 0 { takeSignals() }
      followChild()
      let now = clock.elapsed
      if let end, timeout?.isWaiting() != true { return finish(end) }
      if timeout?.update(at: now) == true { patience.noteRequest(at: now) }
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
    let due = [
      displayDue, timeout?.nextUpdate, output?.nextUpdate(after: now),
      captured?.nextUpdate(after: now),
      progress?.nextUpdate(after: now), presentation.scanned?.nextUpdate,
      nextWatch(after: now),
    ].compactMap { $0 }.min()
    var events = [inbox.readable]
    if let event = progress?.readable(at: now) { events.append(event) }
    if let output { events += output.events(at: now) }
    if let captured { events += captured.events(at: now) }
    let time = due.map { now.milliseconds(to: $0) } ?? -1
    poll(&events, nfds_t(events.count), postponed.isEmpty ? time : 0)
    if !postponed.isEmpty { events[0].revents = Int16(POLLIN) }
    return events
  }

  /// When to look for an end that no signal tells of, or nil.
  private func nextWatch(after now: Duration) -> Duration? {
    end == nil && !child.isLost ? nil : now + Timeout.watchTime
  }

  // MARK: Signals

  /// How long after the child was continued a signal of the group's may be noted.
  private static let groupSignalTime = Duration.seconds(1)

  private func takeSignals() {
    if noticeTypedLines() { display.update(at: clock.elapsed) }
    let isRunning = end == nil
    var request: Int32?
    while let signal = postponed.popFirst() {
      take(signal)
      guard signal.isRequestToEnd else { continue }
      if signal.from_process != 0 { request = signal.number }
      // What is typed is for the command alone.
      if !signal.isTyped { patience.noteRequest(at: clock.elapsed) }
    }
    // It came for a command that had just ended.
    if isRunning, end != nil { patience.lateRequest = patience.lateRequest ?? request }
    guard let haltSignal, stopSignal != nil || SignalPolicy.isJob else { return }
    stop(by: stopSignal ?? haltSignal)
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

  private func take(_ signal: cspin_signal) {
    var isForwarded = policy.forwards(signal)
    switch signal.number {
    case SIGCHLD:
      followChild()
      Platform.reapOrphans(except: child.pid)
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
      if isGone, signal.isRequestToEnd { patience.lateRequest = signal.number }
    } else if signal.isRequestToEnd {
      timeout?.killRest()
    }
  }

  private func followChild() {
    guard end == nil, let change = child.takeStateChange() else { return }
    switch change {
    case .stopped(let signal):
      haltSignal = signal
      continuedTime = nil
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
      patience.noteEnd(at: clock.elapsed)
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

  private func finish(_ end: ChildProcess.End) -> (end: ChildProcess.End, outcome: Outcome) {
    var outcome = timeout?.outcome ?? end.outcome
    // What came until now was for the command, but for a request to end that came too late for it.
    noticeTypedLines()
    postponed = postponed.filter { $0.from_process != 0 && $0.isRequestToEnd }[...]
    let now = clock.elapsed
    output?.drain(at: now, waitForRoom)
    captured?.drain(at: now, waitForRoom)
    captured?.finish(outcome, waitForRoom)
    if let signal = patience.fatalRequest {
      outcome = .killed(signal: signal, name: SignalName.name(of: signal))
    }
    inputBlock?.finish()
    switch end {
    case .exited, .killed: display.finish(outcome, at: now)
    case .notExecuted, .notLaunched: display.leave()
    }
    progress?.finish()
    let parts: [(any CarryingOn)?] = [output, captured, progress]
    let held = parts.compactMap { $0 }.filter(\.isHeld)
    if !held.isEmpty, cspin_fork() == 0 {
      carryOn(held)
      return (.exited(status: 0), .exited(status: 0))
    }
    return (end, outcome)
  }

  // MARK: Output that waits to be taken

  /// Waits until whoever takes the command's output may have room. Signals are followed meanwhile, and
  /// so is the timeout.
  ///
  /// - Returns: false if what is not taken is to be given up.
  private func waitForRoom(_ room: pollfd) -> Bool {
    if end == nil {
      takeSignals()
      followChild()
    } else {
      takeRequests()
    }
    let now = clock.elapsed
    if end == nil, timeout?.update(at: now) == true { patience.noteRequest(at: now) }
    if patience.isAtEnd(at: now) { return false }
    var events = [room, inbox.readable]
    let due = (end == nil ? [timeout?.nextUpdate, nextWatch(after: now)] : [patience.end])
      .compactMap { $0 }.min()
    poll(&events, nfds_t(events.count), due.map { now.milliseconds(to: $0) } ?? -1)
    return true
  }

  /// Takes the signals that come after the command's end, of which those that ask to end are for spin.
  /// It stops here where it was asked for that.
  private func takeRequests() {
    for signal in postponed + inbox.take() {
      if signal.number == SIGTSTP { cspin_stop_process(SIGTSTP) }
      guard signal.isRequestToEnd else { continue }
      patience.lateRequest = signal.number
      patience.noteRequest(at: clock.elapsed)
    }
    postponed = []
  }
}
