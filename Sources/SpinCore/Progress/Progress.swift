/// What is known of how far a command is, from all that tells of it.
package struct Progress: Equatable, Sendable {
  /// What the command has reported itself, which outranks what was read from its output.
  private var reported: Fraction?
  private var scanned: Fraction?
  /// The label that the command has reported, in UTF-8; nil for its own.
  package private(set) var label: String?

  package init() {}

  /// How much is done; nil where that is unknown.
  package var fraction: Fraction? { reported ?? scanned }

  /// The command has reported something. An empty label stands for its own.
  package mutating func report(_ update: ProgressUpdate) {
    if let text = update.label {
      label = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
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
