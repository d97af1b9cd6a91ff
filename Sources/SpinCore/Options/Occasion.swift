/// When something is done that not every terminal understands.
package enum Occasion: String, CaseIterable, Sendable {
  /// Where it is known to be understood.
  case automatic = "auto"
  case always
  case never
}
