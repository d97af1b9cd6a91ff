/// A colour of the indicator.
package struct Tint: Equatable, Sendable {
  package let name: String
  /// The parameters of the SGR sequence that sets it (ECMA-48, 8.3.117), or nil for no colour.
  package let parameters: String?

  package static let none = Tint(name: "none", parameters: nil)

  /// The colours that every terminal has, by name, and `none`.
  package static let all: [Tint] =
    [
      ("black", 30), ("red", 31), ("green", 32), ("yellow", 33), ("blue", 34), ("magenta", 35),
      ("cyan", 36), ("white", 37), ("bright-black", 90), ("bright-red", 91),
      ("bright-green", 92), ("bright-yellow", 93), ("bright-blue", 94), ("bright-magenta", 95),
      ("bright-cyan", 96), ("bright-white", 97),
    ].map { Tint(name: $0.0, parameters: String($0.1)) } + [none]
}
