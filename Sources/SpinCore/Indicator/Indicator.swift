/// What is known of a running command, and the picture of it.
///
/// A pure state machine: every time is an argument, counted from the command's start.
package struct Indicator: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    /// The command may still be quick: nothing shows.
    case waiting
    case spinning
    /// So much is done.
    case progressing(Fraction)
    case finished(Outcome)
  }

  private enum Phase: Equatable {
    case waiting
    case shown
    case finished(Outcome)
  }

  private var phase = Phase.waiting
  private var progress = Progress()
  private var remaining = RemainingTime()
  /// Whether the command is stopped, so that nothing moves.
  package private(set) var isHalted = false
  /// The subject, which stays.
  package let label: String
  /// What the command has reported beside it.
  private var detail = ""
  /// Counts the changes of the picture but those by time.
  package private(set) var revision = 0
  /// When a command that still runs is shown.
  package let delay: Duration
  private let look: Look

  package init(label: String, delay: Duration, look: Look) {
    self.label = look.text(label)
    self.delay = delay
    self.look = look
  }

  package var state: State {
    switch phase {
    case .waiting: .waiting
    case .shown: fraction.map { .progressing($0) } ?? .spinning
    case .finished(let outcome): .finished(outcome)
    }
  }

  /// How much is done; nil where that is unknown.
  package var fraction: Fraction? { progress.fraction }

  /// Shows the command once it has taken longer than the delay.
  package mutating func advance(to elapsed: Duration) {
    if phase == .waiting, elapsed >= delay { phase = .shown }
  }

  /// The command has reported something.
  package mutating func report(_ update: ProgressUpdate, at elapsed: Duration) {
    change(at: elapsed) { $0.report(update) }
  }

  /// So much was read from the command's output; nil if nothing is known from there any more.
  package mutating func scan(_ fraction: Fraction?, at elapsed: Duration) {
    change(at: elapsed) { $0.scan(fraction) }
  }

  private mutating func change(at elapsed: Duration, _ change: (inout Progress) -> Void) {
    change(&progress)
    revision += 1
    detail = progress.detail.map(look.text) ?? ""
    if let fraction = progress.fraction {
      remaining.note(fraction, at: elapsed)
    } else {
      remaining = RemainingTime()
    }
  }

  /// The command was stopped.
  package mutating func halt() { isHalted = true }

  /// The command was continued.
  package mutating func resume() { isHalted = false }

  package mutating func finish(_ outcome: Outcome) {
    phase = .finished(outcome)
  }

  /// Whether a picture has been due, and the command runs.
  package var isShown: Bool { phase == .shown }

  /// When the picture changes by itself for the first time after `elapsed`, or nil.
  package func nextChange(after elapsed: Duration) -> Duration? {
    switch phase {
    case .waiting: delay
    case .shown where isHalted: .seconds(elapsed.components.seconds + 1)
    case .shown: Style.frameTime * (Int(elapsed / Style.frameTime) + 1)
    case .finished: nil
    }
  }

  /// Whether the pictures of two times differ at the most in the moving glyph.
  package func onlyMoves(from old: Duration, to new: Duration) -> Bool {
    isShown && !isHalted && old.components.seconds == new.components.seconds
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
    guard isShown else { return nil }
    if isHalted {
      return IndicatorLine(
        glyph: look.isUnicode ? "■" : "=", ink: .dim, label: label, fraction: fraction,
        times: [Phrases.halted(elapsed: elapsed)], detail: detail, look: look
      ).laidOut(columns: columns)
    }
    return IndicatorLine(
      glyph: look.style.frames[tick(at: elapsed)], ink: .tinted, label: label, fraction: fraction,
      times: times(at: elapsed), detail: detail, look: look
    ).laidOut(columns: columns)
  }

  private func times(at elapsed: Duration) -> [String] {
    guard elapsed >= .seconds(2) else { return [] }
    let left = fraction == nil ? nil : remaining.left(at: elapsed)
    return [elapsed.wholeText] + (left.map { [Phrases.left($0)] } ?? [])
  }

  /// The line that stays when the command has ended, or nil while it runs.
  package func lastLine(at elapsed: Duration, columns: Int) -> StyledLine? {
    guard case .finished(let outcome) = phase else { return nil }
    let time = elapsed.text
    let glyphs = look.isUnicode ? (good: "✔", bad: "✘") : (good: "+", bad: "x")
    return IndicatorLine(
      glyph: outcome.isSuccess ? glyphs.good : glyphs.bad,
      ink: outcome.isSuccess ? .good : .bad,
      label: label,
      times: [Phrases.shortReason(for: outcome).map { "\($0), \(time)" } ?? time], look: look
    ).laidOut(columns: columns)
  }
}
