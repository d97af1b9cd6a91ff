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
  /// Until when output is left to gather.
  private var pauseEnd = Duration.zero
  /// How many bytes were passed on lately: within about `pauseTime`.
  private var recentBytes = 0.0
  /// When the last piece was passed on.
  private var pieceTime = Duration.zero

  /// How long output gathers at the most, so that a command which writes many small pieces wakes
  /// spin no more often than this.
  private static let pauseTime = Duration.milliseconds(8)
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
    source = try PseudoTerminal(like: terminal)
    relay = Relay(from: source, to: terminal)
  }

  /// What the command gets in place of its own descriptors, by number.
  var replacements: [Int32: Int32] {
    guard let farNumber = source.farNumber else { return [:] }
    return Dictionary(uniqueKeysWithValues: numbers.map { ($0, farNumber) })
  }

  /// The command has its descriptors.
  func commandHasStarted() { source.closeFarSide() }

  // MARK: Waiting

  /// When the events to wait for change by themselves, or nil.
  func nextChange(after now: Duration) -> Duration? {
    relay.isOpen && now < pauseEnd ? pauseEnd : nil
  }

  /// The event that lets `update` do something, or nil if there is none now.
  func event(at now: Duration) -> pollfd? {
    if !terminal.isReady { return terminal.writable }
    return relay.isOpen && now >= pauseEnd ? relay.readable : nil
  }

  // MARK: Relaying

  /// Passes on what there is, or more of what the terminal has not taken yet. The command waits
  /// meanwhile, as it would for the terminal.
  func update(at now: Duration) {
    terminal.flush()
    guard terminal.isReady, relay.isOpen else { return }
    let piece = relay.read()
    display.show(piece, at: now)
    pause(after: piece.count, at: now)
  }

  /// Lets output gather where it comes in small pieces. A pause is as long as a piece of
  /// `gatheredSize` takes to gather at the present rate, or none where that is quick.
  private func pause(after count: Int, at now: Duration) {
    guard count > 0 else { return }
    let kept = max(0, 1 - (now - pieceTime) / Self.pauseTime)
    recentBytes = recentBytes * kept + Double(count)
    pieceTime = now
    guard count < Platform.gatheredSize else { return }
    let pause = Self.pauseTime * min(1, Double(Platform.gatheredSize) / recentBytes)
    pauseEnd = pause < .milliseconds(1) ? .zero : now + pause
  }

  /// Sets the terminal's modes as the command has set those that it sees.
  func applyModes() { relay.applyModes() }

  /// Passes on everything there is, as far as the terminal takes it.
  func updateAll(at now: Duration) {
    repeat { update(at: now) } while terminal.isReady && !relay.isExhausted
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
