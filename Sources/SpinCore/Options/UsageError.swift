/// A mistake in the options, one case for each kind.
package enum UsageError: Error, Equatable {
  case missingCommand
  case unknownOption(String)
  /// The option's name with its dashes, and its argument's name.
  case missingValue(option: String, argument: String)
  case unexpectedValue(option: String, value: String)
  case invalidDuration(option: String, value: String)
  case unknownName(option: String, value: String, accepted: [String])

  /// What is wrong and what is accepted, as `subject: reason`.
  package var text: String {
    switch self {
    case .missingCommand:
      "command: none is given"
    case .unknownOption(let option):
      "\(option.harmless): unknown option"
    case .missingValue(let option, let argument):
      "\(option): needs a value, \(argument)"
    case .unexpectedValue(let option, let value):
      "\(option): takes no value, but has '\(value.harmless)'"
    case .invalidDuration(let option, let value):
      "\(option): '\(value.harmless)' is no duration: \(DurationArgument.expectation)"
    case .unknownName(let option, let value, let accepted):
      "\(option): '\(value.harmless)' is none of \(accepted.joined(separator: ", "))"
    }
  }
}
