/// The texts that spin says by itself, in one place.
package enum Phrases {
  /// A message of spin's own, as a line.
  package static func message(_ text: String) -> String { "spin: \(text)\n" }

  /// What is added to a message about misuse.
  package static let hint = "Try 'spin --help' for more information.\n"

  package static let noAnimation = message(
    "--mode: 'animated' needs a terminal with control sequences on standard error; using 'plain'")

  package static func cannotHold(_ reason: String) -> String {
    message("--output: \(reason); passing the output on")
  }

  package static func running(_ label: String) -> String {
    "\(label): running"
  }

  package static func stillRunning(_ label: String, elapsed: Duration, detail: String) -> String {
    "\(label): still running, \(elapsed.text)" + behind(detail)
  }

  package static func halted(_ label: String, elapsed: Duration) -> String {
    "\(label): halted, \(elapsed.text)"
  }

  package static func ended(_ label: String, _ outcome: Outcome, elapsed: Duration) -> String {
    switch outcome {
    case .exited(status: 0): "\(label): done in \(elapsed.text)"
    case .exited(let status): "\(label): failed with exit status \(status) after \(elapsed.text)"
    case .killed(_, let name): "\(label): killed by \(name) after \(elapsed.text)"
    case .timedOut(let limit): "\(label): timed out after \(limit.text)"
    }
  }

  /// How long a command is likely to go on.
  static func left(_ time: Duration) -> String { "\(time.wholeText) left" }

  package static func progress(
    _ label: String, _ fraction: Fraction, elapsed: Duration, detail: String
  ) -> String {
    "\(label): \(fraction.percent)%, \(elapsed.text)" + behind(detail)
  }

  private static func behind(_ detail: String) -> String { detail.isEmpty ? "" : ", \(detail)" }

  /// What stands in the time's place while a command is stopped.
  static func halted(elapsed: Duration) -> String {
    "halted, \(elapsed.wholeText)"
  }

  /// Why a command did not succeed, in a word or two; nil if it did.
  static func shortReason(for outcome: Outcome) -> String? {
    switch outcome {
    case .exited(status: 0): nil
    case .exited(let status): "exit \(status)"
    case .killed(_, let name): name
    case .timedOut: "timed out"
    }
  }
}
