import CSpin
import Foundation
import SpinCore

/// The command's outputs that go to the indicator's terminal, and how they get there.
final class TerminalOutput: CarryingOn {
  private let terminal: Terminal
  private let source: PseudoTerminal
  private let relay: Relay
  private let display: AnimatedDisplay
  private let scanned: ScannedStream
  /// Is called with a piece in hand, before it is shown.
  var willShow: () -> Void = {}
  /// The standard descriptors that lead to the terminal.
  private let numbers: [Int32]
  private var pacing = OutputPacing(
    gatheredSize: Platform.gatheredSize, longestPause: .milliseconds(8))
  private var modeChecks = ModeChecks()
  private var backgroundStop = BackgroundStop()
  private let keyboardSearch: KeyboardSearch
  /// While a program reads the keyboard from the pseudo-terminal.
  private var keyboard: KeyboardRelay?
  private var wasLineMode = true
  /// When the command is told of a new size of the window.
  private var resizeNotice: Duration?

  /// More than a pseudo-terminal holds: what comes after it was written after the command's end.
  private static let mostLeftOutput = 65536
  /// How long after the kernel's own notice of a new size spin's follows. The command may have asked
  /// for the size before it was changed here, and some lose a second signal within the first.
  private static let resizeNoticeTime = Duration.milliseconds(50)

  /// - Parameters:
  ///   - numbers: the command's descriptors that are relayed.
  ///   - display: shows what is relayed, on this terminal.
  ///   - scanned: reads it.
  init(
    _ numbers: [Int32], to terminal: Terminal, display: AnimatedDisplay,
    scanned: ScannedStream
  ) throws(SystemError) {
    self.scanned = scanned
    self.terminal = terminal
    self.display = display
    self.numbers = numbers
    source = try PseudoTerminal(like: terminal)
    relay = Relay(from: source, mirroring: terminal)
    keyboardSearch = KeyboardSearch(
      terminal: terminal, farName: source.farName,
      hasOtherInput: Platform.terminalDevice(of: STDIN_FILENO) != terminal.device)
  }

  /// What the command gets in place of this process's own descriptors.
  var replacements: [CommandDescriptor] {
    guard let farNumber = source.farNumber else { return [] }
    return numbers.map { CommandDescriptor(source: farNumber, target: $0) }
  }

  /// The command has its descriptors.
  func commandHasStarted() { source.closeFarSide() }

  // MARK: Waiting

  /// When `update` has something to do, or may have, without an event; nil for never.
  func nextUpdate(after now: Duration) -> Duration? {
    let pauseEnd = relay.isOpen && now < pacing.pauseEnd ? pacing.pauseEnd : nil
    return [pauseEnd, modeChecks.due, resizeNotice].compactMap { $0 }.min()
  }

  /// What lets `update` do something.
  func events(at now: Duration) -> [pollfd] {
    var events: [pollfd] = []
    if !terminal.isReady {
      events.append(terminal.writable)
    } else if relay.isOpen, now >= pacing.pauseEnd {
      events.append(relay.readable)
    }
    if let keyboard, keyboard.isWanted { events.append(keyboard.event) }
    return events
  }

  // MARK: Relaying

  /// Does what is due, and what these events let it do.
  func update(at now: Duration, events: some Sequence<pollfd>) {
    if let notice = resizeNotice, now >= notice {
      resizeNotice = nil
      kill(0, SIGWINCH)
    }
    if modeChecks.take(at: now) { applyModes(at: now) }
    if let keyboard, events.contains(where: { $0.hasHappened(keyboard.event) }) {
      // The program may have given the keyboard back.
      applyModes(at: now)
      if self.keyboard?.update() == false { self.keyboard = nil }
    }
    if events.contains(where: {
      $0.hasHappened(relay.readable) || $0.hasHappened(terminal.writable)
    }) {
      relayPiece(at: now)
    }
  }

  /// Passes on what there is, or more of what the terminal has not taken yet. The command waits
  /// meanwhile, as it would for the terminal.
  private func relayPiece(at now: Duration) {
    terminal.flush()
    guard terminal.isReady, relay.isOpen else { return }
    if refusesOutput, backgroundStop.ask(at: now) {
      pacing.pause(until: backgroundStop.deadline)
      return
    }
    let piece = relay.read()
    followModes(at: now)
    show(piece, at: now)
    pacing.notePiece(of: piece.count, at: now)
    if !piece.isEmpty { modeChecks.start(at: now) }
    if terminal.hasGone { relay.close() }
  }

  private func show(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration) {
    willShow()
    scanned.read(piece, at: now)
    display.show(piece, at: now)
  }

  /// Whether the terminal takes no output from the background (`TOSTOP`).
  private var refusesOutput: Bool {
    !terminal.isForeground && terminal.modes?.stopsBackgroundOutput == true
  }

  /// The command was continued.
  func commandWasContinued() { backgroundStop.reset() }

  /// Sets the terminal's modes as the command has set those that it sees.
  func applyModes(at now: Duration) {
    relay.applyModes()
    followModes(at: now)
  }

  /// Follows a change of modes: one in the background waits and stops the command, as it would be
  /// stopped, and keys are passed on while a program reads them from the pseudo-terminal.
  private func followModes(at now: Duration) {
    if relay.isWaitingForTerminal { _ = backgroundStop.ask(at: now) }
    guard relay.isLineMode != wasLineMode else { return }
    wasLineMode = relay.isLineMode
    keyboard =
      !wasLineMode && keyboardSearch.findsReader()
      ? KeyboardRelay(from: terminal, to: source) : nil
  }

  /// Passes on everything there is, as far as the terminal takes it.
  func updateAll(at now: Duration) {
    repeat { relayPiece(at: now) } while terminal.isReady && relay.isOpen && !relay.isExhausted
  }

  // MARK: The end

  /// Passes on what the command has written before its end, waiting for the terminal as the command
  /// would have waited.
  ///
  /// - Parameter waitForRoom: waits until an event may have happened; false to wait no longer.
  func drain(at now: Duration, _ waitForRoom: (pollfd) -> Bool) {
    var rest = Self.mostLeftOutput
    var wasStopped = false
    while true {
      while terminal.mustFinish {
        guard waitForRoom(terminal.writable) else { return }
        terminal.flush()
      }
      guard rest > 0, relay.isOpen else { return }
      let piece = relay.read()
      if !piece.isEmpty, refusesOutput, !wasStopped {
        // The command has ended, and spin is stopped for it.
        wasStopped = true
        cspin_stop_process(SIGTTOU)
      }
      show(piece, at: now)
      rest -= piece.count
      if relay.isExhausted { rest = 0 }
    }
  }

  /// Whether somebody who outlives the command may still write.
  var isHeld: Bool { relay.isOpen && !terminal.hasGone }

  var descriptors: [Int32] { [source.number, terminal.number] }

  var events: [pollfd] {
    [terminal.isReady ? relay.readable : terminal.writable, terminal.hangUp]
  }

  /// Whether the terminal has taken everything, or has gone.
  var isReady: Bool { terminal.isReady || terminal.hasGone }

  /// Passes on what others than the command write, until the last of them or the terminal has gone.
  func carryOn(_ events: [pollfd]) {
    let hasHungUp = events.contains { $0.hasHappened(terminal.hangUp) }
    // What is kept goes with the terminal.
    terminal.flush()
    if !hasHungUp, terminal.isReady { terminal.write(Array(relay.read()), isOutput: true) }
    if hasHungUp || terminal.hasGone { relay.close() }
  }

  // MARK: The window

  /// Gives the command the window's size, and soon a notice of it.
  func resize(at now: Duration) {
    if relay.resize(to: terminal.size), resizeNotice == nil {
      resizeNotice = now + Self.resizeNoticeTime
    }
  }
}
