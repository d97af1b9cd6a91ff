/// The texts that `--help` and its like print.
package enum HelpText {
  package static let version = "0.1.0"

  package static var help: String {
    """
    Usage: spin [option ...] [--] command [argument ...]

    Runs the command untouched and shows on the terminal that it is alive, once it has taken a
    second. Options end at the command's name.

    \(Option.all.map(row).joined(separator: "\n"))

    A DURATION is a number with ms, s, m or h; without a unit it is in seconds.

    Exit status: the command's own, or as it was killed; 124 when the timeout ran out, 125 when
    spin itself fails, 126 when the command cannot be run, 127 when it is not found.

    """
  }

  /// The styles' names and frames, as far as the terminal shows them.
  package static func styles(isUnicode: Bool) -> String {
    Style.all.map { style in
      let frames = style.frames.joined(separator: " ")
      let isShown = isUnicode || style.isASCII
      return "\(style.name.padded(to: 10))\(isShown ? frames : "(needs a UTF-8 locale)")\n"
    }.joined()
  }

  private static func row(_ option: Option) -> String {
    let short = option.letter.map { "-\($0), " } ?? "    "
    let long = "--\(option.name)" + (option.argument.map { " \($0)" } ?? "")
    return "  \(short)\(long.padded(to: 24))\(option.summary)"
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - self.columns))
  }
}
