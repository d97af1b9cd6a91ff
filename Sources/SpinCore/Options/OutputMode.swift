/// What becomes of the command's output.
package enum OutputMode: Equatable, Sendable {
  /// It is passed on as it comes.
  case stream
  /// The last lines of it show above the indicator; all of it is printed if the command fails.
  case tail(lines: Int)
  /// It is printed if the command fails.
  case onFailure
  /// It is printed when the command has ended.
  case atEnd
  /// It is thrown away.
  case none

  /// What is accepted, for messages.
  package static let names = ["stream", "tail[:N]", "on-failure", "at-end", "none"]

  private static let defaultLines = 5
  private static let mostLines = 1000

  /// Nil if the text is no mode, or asks for no line or too many.
  package init?(_ text: String) {
    switch text {
    case "stream": self = .stream
    case "tail": self = .tail(lines: Self.defaultLines)
    case "on-failure": self = .onFailure
    case "at-end": self = .atEnd
    case "none": self = .none
    default:
      guard text.hasPrefix("tail:"), let lines = Int(text.dropFirst(5)),
        (1...Self.mostLines).contains(lines)
      else { return nil }
      self = .tail(lines: lines)
    }
  }

  /// Whether what was held is printed after this end.
  package func prints(after outcome: Outcome) -> Bool {
    switch self {
    case .stream, .none: false
    case .tail, .onFailure: !outcome.isSuccess
    case .atEnd: true
    }
  }
}
