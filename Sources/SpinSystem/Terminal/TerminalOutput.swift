import Foundation
import SpinCore

/// The command's outputs that go to the indicator's terminal, and how they get there.
final class TerminalOutput {
  private let terminal: Terminal
  private let source: PseudoTerminal
  private let relay: Relay
  private let display: AnimatedDisplay
  /// The standard descriptors that lead to the terminal.
  private let numbers: [Int32]
  /// Whether standard input is another file than the terminal.
  private let hasOtherInput: Bool
  private var pacing = OutputPacing(gatheredSize: Platform.gatheredSize)
  /// While a program reads the keyboard from the pseudo-terminal.
  private var keyboard: KeyboardRelay?
  private var wasLineMode = true
  private var commandPID: pid_t = 0

  /// More than a pseudo-terminal holds: what comes after it was written after the command's end.
  private static let mostLeftOutput = 65536

  /// - Parameter display: shows what is relayed, on this terminal.
  init(
    of inheritance: Inheritance, to terminal: Terminal, display: AnimatedDisplay
  ) throws(SystemError) {
    self.terminal = terminal
    self.display = display
    numbers = inheritance.descriptors.filter {
      (STDOUT_FILENO...STDERR_FILENO).contains($0)
        && Platform.terminalDevice(of: $0) == terminal.device
    }
    hasOtherInput = Platform.terminalDevice(of: STDIN_FILENO) != terminal.device
    source = try PseudoTerminal(like: terminal)
    relay = Relay(from: source, to: terminal)
  }

  /// What the command gets in place of this process's own descriptors.
  var replacements: [CommandDescriptor] {
    guard let farNumber = source.farNumber else { return [] }
    return numbers.map { CommandDescriptor(source: farNumber, target: $0) }
  }

  /// The command has its descriptors.
  func commandHasStarted(pid: pid_t) {
    commandPID = pid
    source.closeFarSide()
  }

  // MARK: Waiting

  /// When the events to wait for change by themselves, or nil.
  func nextChange(after now: Duration) -> Duration? {
    relay.isOpen && now < pacing.pauseEnd ? pacing.pauseEnd : nil
  }

  /// What lets `update` do something.
  func events(at now: Duration) -> [pollfd] {
    var events: [pollfd] = []
    if !terminal.isReady {
      events.append(terminal.writable)
    } else if relay.isOpen, now >= pacing.pauseEnd {
      events.append(relay.readable)
    }
    if let keyboard, keyboard.isWanted { events.append(keyboard.readable) }
    return events
  }

  // MARK: Relaying

  /// Does what these events, which have come, let it do.
  func update(at now: Duration, events: some Sequence<pollfd>) {
    for event in events where event.revents != 0 {
      if event.fd == keyboard?.readable.fd {
        // The program may have given the keyboard back.
        applyModes()
        if keyboard?.update() == false { keyboard = nil }
      } else {
        relayPiece(at: now)
      }
    }
  }

  /// Passes on what there is, or more of what the terminal has not taken yet. The command waits
  /// meanwhile, as it would for the terminal.
  private func relayPiece(at now: Duration) {
    terminal.flush()
    guard terminal.isReady, relay.isOpen else { return }
    let piece = relay.read()
    followModes()
    display.show(piece, at: now)
    pacing.notePiece(of: piece.count, at: now)
  }

  /// Sets the terminal's modes as the command has set those that it sees.
  func applyModes() {
    relay.applyModes()
    followModes()
  }

  /// Passes on what is typed while a program reads it from the pseudo-terminal.
  private func followModes() {
    guard relay.isLineMode != wasLineMode else { return }
    wasLineMode = relay.isLineMode
    keyboard = nil
    if !wasLineMode, hasOtherInput || hasReader {
      keyboard = KeyboardRelay(from: terminal, to: source)
    }
  }

  private var hasReader: Bool {
    let pids = ProcessTree.current().descendants(of: [commandPID]).map(\.pid) + [commandPID]
    return pids.contains { Platform.hasOpenForReading(source.farName, process: $0) }
  }

  /// Passes on everything there is, as far as the terminal takes it.
  func updateAll(at now: Duration) {
    repeat { relayPiece(at: now) } while terminal.isReady && !relay.isExhausted
  }

  /// Passes on what the command has written before its end, waiting for the terminal as the command
  /// would have waited.
  ///
  /// - Parameters:
  ///   - inbox: ends the wait where it has something that `isGivenUp` thinks a reason to.
  func drain(at now: Duration, inbox: SignalInbox, isGivenUp: () -> Bool) {
    var rest = Self.mostLeftOutput
    while true {
      while terminal.hasUnwrittenOutput {
        Self.wait(for: [terminal.writable, inbox.readable])
        if isGivenUp() { return }
        terminal.flush()
      }
      guard rest > 0, relay.isOpen else { return }
      let piece = relay.read()
      display.show(piece, at: now)
      rest -= piece.count
      if relay.isExhausted { rest = 0 }
    }
  }

  /// Whether somebody who outlives the command may still write.
  var isHeld: Bool { relay.isOpen }

  /// What `carryOn` needs.
  var descriptors: [Int32] { [source.number, terminal.number] }

  /// Passes on what others than the command write, until the last of them or the terminal has gone.
  func carryOn() {
    while relay.isOpen, !terminal.hasGone {
      Self.wait(for: [
        terminal.isReady ? relay.readable : terminal.writable, terminal.hangUp,
      ])
      terminal.flush()
      if terminal.isReady { terminal.write(Array(relay.read()), isOutput: true) }
    }
  }

  private static func wait(for events: [pollfd]) {
    var events = events
    poll(&events, nfds_t(events.count), -1)
  }

  /// Lines were typed at the terminal, which has moved the cursor down by as many rows.
  func moveCursorDown(lines: Int, at now: Duration) {
    display.moveCursorDown(lines: lines)
    display.update(at: now)
  }

  /// Gives the command the window's size.
  ///
  /// - Returns: whether it has changed.
  func resize() -> Bool { relay.resize() }
}
