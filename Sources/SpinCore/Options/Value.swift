/// An option's value as it was typed, and how it reads as each kind of value.
package struct Value: Sendable {
  /// The option's long name with its dashes, for messages.
  package let option: String
  package let text: String

  func duration() throws(UsageError) -> Duration {
    guard let duration = DurationArgument.duration(from: text) else {
      throw .invalidDuration(option: option, value: text)
    }
    return duration
  }

  /// The element of `choices` that has this name.
  func choice<Choice>(
    of choices: [Choice], named name: (Choice) -> String
  ) throws(UsageError) -> Choice {
    guard let choice = choices.first(where: { name($0) == text }) else {
      throw .unknownName(option: option, value: text, accepted: choices.map(name))
    }
    return choice
  }
}
