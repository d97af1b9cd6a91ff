/// What is known of how far a command is, from all that tells of it.
package struct Progress: Equatable, Sendable {
  /// What the command has reported itself, which outranks what was read from its output.
  private var reported: Fraction?
  private var scanned: Fraction?
  /// The text that the command has reported beside its subject; nil for none.
  package private(set) var detail: String?

  package init() {}

  /// How much is done; nil where that is unknown.
  package var fraction: Fraction? { reported ?? scanned }

  /// The command has reported something. An empty text takes the last one back.
  package mutating func report(_ update: ProgressUpdate) {
    if let text = update.detail {
      detail = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
    switch update.change {
    case .known(let fraction): reported = fraction
    case .unknown: reported = nil
    case nil: break
    }
  }

  /// So much was read from the command's output; nil if nothing is known from there any more.
  package mutating func scan(_ fraction: Fraction?) { scanned = fraction }
}
