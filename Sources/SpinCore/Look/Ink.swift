/// What a part of the indicator is drawn in.
package enum Ink: Equatable, Sendable {
  case plain
  case tinted
  case dim
  case good
  case bad
}
