/// A duration as it is typed: a decimal number with `ms`, `s` (the default), `m` or `h`.
package enum DurationArgument {
  /// What is accepted, for messages.
  package static let expectation = "a number with ms, s, m or h, as in 500ms, 2 or 1.5m"

  /// The largest duration, a hundred years.
  package static let maximum = Duration.seconds(100 * 365 * 86400)

  /// Nil if the text is no duration, is negative or is above `maximum`.
  package static func duration(from text: String) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit: Double
    switch text[number.endIndex...] {
    case "ms": unit = 0.001
    case "", "s": unit = 1
    case "m": unit = 60
    case "h": unit = 3600
    default: return nil
    }
    guard let value = Double(number) else { return nil }
    let seconds = value * unit
    guard seconds <= Double(maximum.components.seconds) else { return nil }
    return .nanoseconds(Int64(seconds * 1e9))
  }
}
