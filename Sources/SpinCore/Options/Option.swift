/// One option: a row of the table that the parser and the help text read.
package struct Option: Sendable {
  /// What an option does once it is read.
  package enum Effect: Sendable {
    /// Changes the settings; the option takes no value.
    case flag(@Sendable (inout Settings) -> Void)
    /// Changes the settings by a value. The argument's name stands for the value in help texts.
    case value(argument: String, @Sendable (inout Settings, Value) throws(UsageError) -> Void)
    /// Asks for something other than to run a command.
    case request(Request)
  }

  /// The long name, without its dashes.
  package let name: String
  /// The short name, without its dash.
  package let letter: Character?
  package let effect: Effect
  /// One phrase for the help text.
  package let summary: String

  /// What is typed after the name, or nil.
  package var argument: String? {
    if case .value(let argument, _) = effect { argument } else { nil }
  }

  init(_ name: String, _ letter: Character?, _ effect: Effect, _ summary: String) {
    self.name = name
    self.letter = letter
    self.effect = effect
    self.summary = summary
  }
}
