/// Why a command did not start, for its message.
package enum CommandFailure: Equatable, Sendable {
  case notFound(String)
  case cannotRun(String, reason: String)
  /// The file is there, but not what is to interpret it.
  case noInterpreter(String)
  /// The system could not start any command, for a reason as `subject: reason`.
  case notLaunched(String)

  package var exitStatus: Int32 {
    switch self {
    case .notFound, .noInterpreter: ExitStatus.notFound
    case .cannotRun: ExitStatus.cannotRun
    case .notLaunched: ExitStatus.failed
    }
  }

  /// As `subject: reason`.
  package var text: String {
    switch self {
    case .notFound(let command):
      "'\(command.harmless)': command not found\(Self.advice(for: command))"
    case .cannotRun(let command, let reason):
      "'\(command.harmless)': \(reason)"
    case .noInterpreter(let command):
      "'\(command.harmless)': what interprets it was not found"
    case .notLaunched(let reason):
      reason
    }
  }

  /// What shells do themselves, without a program of that name.
  private static let shellWords: Set<String> = [
    "alias", "bg", "break", "builtin", "case", "cd", "command", "continue", "declare", "eval",
    "exec", "export", "fg", "for", "function", "hash", "if", "jobs", "let", "local", "read",
    "readonly", "return", "select", "set", "shift", "source", "time", "times", "trap", "type",
    "typeset", "ulimit", "umask", "unalias", "unset", "until", "wait", "while", ".", ":", "{", "[[",
  ]

  private static func advice(for command: String) -> String {
    if shellWords.contains(command) || command.contains(where: { " ;|&<>()$".contains($0) }) {
      return "; what a shell understands runs as: spin -- sh -c '\(command.harmless)'"
    }
    return ""
  }
}
