/// What is known of a running command, and the picture of it.
///
/// A pure state machine: every time is an argument, counted from the command's start.
package struct Indicator: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    /// The command may still be quick: nothing shows.
    case waiting
    case spinning
    case finished(Outcome)
  }

  package private(set) var state = State.waiting
  /// Whether the command is stopped, so that nothing moves.
  package private(set) var isHalted = false
  package let label: String
  /// When a command that still runs is shown.
  package let delay: Duration
  private let look: Look

  package init(label: String, delay: Duration, look: Look) {
    self.label = look.text(label)
    self.delay = delay
    self.look = look
  }

  /// Shows the command once it has taken longer than the delay.
  package mutating func advance(to elapsed: Duration) {
    if state == .waiting, elapsed >= delay { state = .spinning }
  }

  /// The command was stopped.
  package mutating func halt() { isHalted = true }

  /// The command was continued.
  package mutating func resume() { isHalted = false }

  package mutating func finish(_ outcome: Outcome) {
    state = .finished(outcome)
  }

  /// When the picture changes by itself for the first time after `elapsed`, or nil.
  package func nextChange(after elapsed: Duration) -> Duration? {
    switch state {
    case .waiting: delay
    case .spinning where isHalted: .seconds(elapsed.components.seconds + 1)
    case .spinning: Style.frameTime * (Int(elapsed / Style.frameTime) + 1)
    case .finished: nil
    }
  }

  /// Whether the pictures of two times differ at the most in the moving glyph.
  package func onlyMoves(from old: Duration, to new: Duration) -> Bool {
    state == .spinning && !isHalted && old.components.seconds == new.components.seconds
  }

  /// The moving glyph, with which the picture begins.
  package func glyph(tick: Int) -> StyledLine {
    var glyph = StyledLine()
    glyph.append(look.style.frames[tick], .tinted)
    return glyph
  }

  /// The number of the moving glyph's frame.
  package func tick(at elapsed: Duration) -> Int { look.tick(at: elapsed) }

  /// The picture in at most so many columns, or nil where there is none.
  package func line(at elapsed: Duration, columns: Int) -> StyledLine? {
    switch state {
    case .waiting, .finished:
      nil
    case .spinning where isHalted:
      IndicatorLine(
        glyph: look.isUnicode ? "■" : "=", ink: .dim, label: label,
        time: Phrases.halted(elapsed: elapsed)
      ).laidOut(columns: columns, ellipsis: look.ellipsis)
    case .spinning:
      IndicatorLine(
        glyph: look.style.frames[tick(at: elapsed)], ink: .tinted, label: label,
        time: elapsed < .seconds(2) ? nil : elapsed.wholeText
      ).laidOut(columns: columns, ellipsis: look.ellipsis)
    }
  }

  /// The line that stays when the command has ended, or nil while it runs.
  package func lastLine(at elapsed: Duration, columns: Int) -> StyledLine? {
    guard case .finished(let outcome) = state else { return nil }
    let time = elapsed.text
    let glyphs = look.isUnicode ? (good: "✔", bad: "✘") : (good: "+", bad: "x")
    return IndicatorLine(
      glyph: outcome.isSuccess ? glyphs.good : glyphs.bad,
      ink: outcome.isSuccess ? .good : .bad,
      label: label,
      time: Phrases.shortReason(for: outcome).map { "\($0), \(time)" } ?? time
    ).laidOut(columns: columns, ellipsis: look.ellipsis)
  }
}
