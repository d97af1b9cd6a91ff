/// The progress that a terminal shows beside its window's or tab's name (OSC 9;4, ConEmu's).
package struct Taskbar: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case none
    case spinning
    case progressing(percent: Int)
    /// Nil where nothing was known when it was halted.
    case halted(percent: Int?)

    /// The sequence's parameters.
    fileprivate var parameters: String {
      switch self {
      case .none: "0"
      case .spinning: "3"
      case .progressing(let percent): "1;\(percent)"
      case .halted(let percent): "4;\(percent ?? 0)"
      }
    }
  }

  private var state = State.none
  private var writtenTime = Duration.zero
  /// How often the terminal must be told what it knows; nil where it does not forget.
  private let renewal: Duration?

  package init(renewal: Duration?) {
    self.renewal = renewal
  }

  /// What tells the terminal of a state; empty if it knows.
  package mutating func change(to newState: State, at now: Duration) -> String {
    let isForgotten = state != .none && renewal.map { now - writtenTime >= $0 } ?? false
    guard newState != state || isForgotten else { return "" }
    state = newState
    writtenTime = now
    return ControlSequence.taskbar(newState.parameters)
  }
}
