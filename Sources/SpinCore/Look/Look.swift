/// How the indicator looks on this terminal: decided once, from options and environment.
package struct Look: Equatable, Sendable {
  package var style: Style
  package var tint: Tint
  package var bar: BarStyle
  /// Whether what is not done yet is left blank.
  package var hidesTrack: Bool
  /// Whether anything may have a colour or be dim.
  package var isColored: Bool
  /// Whether the terminal shows more than ASCII.
  package var isUnicode: Bool

  package init(
    style: Style, tint: Tint, bar: BarStyle = .line, hidesTrack: Bool = false, isColored: Bool,
    isUnicode: Bool
  ) {
    self.style = style
    self.tint = tint
    self.bar = bar
    self.hidesTrack = hidesTrack
    self.isColored = isColored
    self.isUnicode = isUnicode
  }

  /// The look that the settings ask for and the environment allows: an ASCII style outside UTF-8
  /// locales, and no colour where `NO_COLOR` forbids it and no option names one.
  package init(settings: Settings, environment: TerminalEnvironment) {
    isUnicode = environment.isUTF8
    let wanted = settings.style ?? .dots
    style = isUnicode || wanted.isASCII ? wanted : .line
    let wantedBar = settings.bar ?? .line
    bar = isUnicode || wantedBar.isASCII ? wantedBar : .ascii
    hidesTrack = settings.hidesTrack
    if let color = settings.color {
      tint = color
      isColored = color != .none
    } else {
      tint = style.tint
      isColored = environment.allowsColor
    }
  }

  /// What stands for text left out.
  package var ellipsis: String { isUnicode ? "…" : "..." }

  /// The text as this terminal can show it, in one line.
  package func text(_ text: String) -> String {
    isUnicode ? text.harmless : text.harmless.inASCII
  }

  /// The number of the moving glyph's frame at a time.
  package func tick(at elapsed: Duration) -> Int {
    Int(elapsed / Style.frameTime) % style.frames.count
  }

  /// The SGR sequence's parameters for an ink; nil for the terminal's own colours.
  package func parameters(for ink: Ink) -> String? {
    guard isColored else { return nil }
    switch ink {
    case .plain: return nil
    case .tinted: return tint.parameters
    case .dim: return "2"
    case .good: return "32"
    case .bad: return "31"
    }
  }
}
