/// What environment variables say of the terminal and of the wish for colour.
package struct TerminalEnvironment: Equatable, Sendable {
  /// Whether the locale's encoding is UTF-8 (`LC_ALL`, else `LC_CTYPE`, else `LANG`).
  package let isUTF8: Bool
  /// `NO_COLOR` (no-color.org), `CLICOLOR=0` and `FORCE_COLOR=0` forbid colour; `CLICOLOR_FORCE` and
  /// other values of `FORCE_COLOR` allow it in spite of `CLICOLOR`.
  package let allowsColor: Bool
  /// Whether the terminal understands control sequences: `TERM` names one, and not `dumb`.
  package let isCapable: Bool
  /// Whether this is an automatic build whose log is read later (`CI`).
  package let isAutomated: Bool
  /// Whether a screen reader reads the terminal (`ACCESSIBLE`).
  package let wantsAccessibility: Bool

  /// Reads variables by name; nil and the empty text are the same.
  package init(_ variable: (String) -> String?) {
    func text(_ name: String) -> String? {
      guard let text = variable(name), !text.isEmpty else { return nil }
      return text
    }
    func isOn(_ name: String) -> Bool {
      guard let text = text(name)?.lowercased() else { return false }
      return text != "0" && text != "false"
    }

    let locale = text("LC_ALL") ?? text("LC_CTYPE") ?? text("LANG") ?? ""
    let encoding = locale.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }.lowercased()
    isUTF8 = encoding == "utf-8" || encoding == "utf8"
    let isForced = isOn("CLICOLOR_FORCE") || isOn("FORCE_COLOR")
    allowsColor =
      text("NO_COLOR") == nil && text("FORCE_COLOR") != "0"
      && (isForced || text("CLICOLOR") != "0")
    isCapable = ![nil, "dumb", "unknown"].contains(text("TERM"))
    isAutomated = isOn("CI")
    wantsAccessibility = isOn("ACCESSIBLE")
  }
}
