/// What the command's output is searched for.
package enum ScanMode: Equatable, Sendable {
  /// Every format that checks itself.
  case automatic
  /// Those, and any percentage else.
  case any
  /// Nothing, not even sequences.
  case off
  /// One format.
  case format(OutputFormat)

  /// Every mode, in the order of messages.
  package static let all: [ScanMode] =
    [.automatic, .any, .off] + OutputFormat.allCases.map(ScanMode.format)

  package var name: String {
    switch self {
    case .automatic: "auto"
    case .any: "any"
    case .off: "off"
    case .format(let format): format.rawValue
    }
  }

  /// Whether it is worth to read output that would not pass spin otherwise.
  package var isAskedFor: Bool {
    switch self {
    case .automatic, .off: false
    case .any, .format: true
    }
  }

  /// Whether a backspace ends a record, as 7-Zip takes back each percentage with them.
  var endsRecordsAtBackspace: Bool {
    switch self {
    case .automatic, .off: false
    case .any: true
    case .format(let format): !format.checksItself
    }
  }

  /// What a record reports, if it is one of those that are searched for.
  func record(in text: RecordText) -> OutputRecord? {
    switch self {
    case .off: return nil
    case .format(let format): return format.record(in: text)
    case .automatic: return text.selfCheckingRecord
    case .any: return text.selfCheckingRecord ?? text.token
    }
  }
}
