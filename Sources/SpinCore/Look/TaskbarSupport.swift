/// Whether a terminal shows progress in its taskbar or tab, by what the environment says of it.
///
/// Others print the sequence or alert, so that only those count that are known to show it.
package struct TaskbarSupport: Equatable, Sendable {
  package let isSupported: Bool
  /// How often the terminal is to be told again; nil where once is enough.
  package let renewal: Duration?

  /// Ghostty drops a state after about 15 s.
  private static let ghosttyRenewal = Duration.seconds(10)

  /// Reads variables by name.
  package init(_ variable: (String) -> String?) {
    let program = variable("TERM_PROGRAM")
    let version = variable("TERM_PROGRAM_VERSION").map(Self.version) ?? []
    func number(_ name: String) -> Int { variable(name).flatMap(Int.init) ?? 0 }

    let term = variable("TERM") ?? ""
    let isMultiplexed =
      variable("TMUX") != nil || variable("STY") != nil || term.hasPrefix("screen")
      || term.hasPrefix("tmux")
    let isGhostty = program == "ghostty" && !version.lexicographicallyPrecedes([1, 2])
    renewal = isGhostty && !isMultiplexed ? Self.ghosttyRenewal : nil
    if isMultiplexed {
      isSupported = program == "tmux" && !version.lexicographicallyPrecedes([3, 7])
      return
    }
    isSupported =
      isGhostty || program == "WezTerm" || program == "vscode"
      || variable("WT_SESSION") != nil || variable("ConEmuANSI") == "ON"
      || Self.features(variable("TERM_FEATURES") ?? "").contains("P")
      || number("KONSOLE_VERSION") >= 260_400 || number("VTE_VERSION") >= 7900
      || (variable("PTYXIS_VERSION").map(Self.version)?.first ?? 0) >= 48
  }

  /// The numbers of a version, as far as they are numbers: 3.7a is 3 and 7.
  private static func version(_ text: String) -> [Int] {
    text.split(separator: ".").map { part in Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
  }

  /// The names in iTerm2's list: each is a capital letter and what follows that is none.
  private static func features(_ text: String) -> [String] {
    var names: [String] = []
    for character in text {
      if character.isUppercase {
        names.append(String(character))
      } else if let last = names.popLast() {
        names.append(last + String(character))
      }
    }
    return names
  }
}
