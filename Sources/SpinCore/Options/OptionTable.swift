extension Option {
  /// Every option, in the order of the help text.
  package static let all: [Option] = [
    Option(
      "label", "l", .value(argument: "TEXT") { (settings, value) in settings.label = value.text },
      "text beside the indicator (default: by the command)"),
    Option(
      "delay", "d", duration(\.delay),
      "show nothing for so long (default: 1s)"),
    Option(
      "style", "s",
      .value(argument: "NAME", choice(\.style, of: Style.all, named: \.name) { $0 }),
      "frames of the indicator (default: dots)"),
    Option(
      "color", "c",
      .value(argument: "COLOR", choice(\.color, of: Tint.all, named: \.name) { $0 }),
      "tint: a colour's name, or none (default: the style's)"),
    Option(
      "bar", nil,
      .value(argument: "NAME", choice(\.bar, of: BarStyle.all, named: \.name) { $0 }),
      "look of the bar: line, block, dots or ascii (default: line)"),
    Option(
      "hide-track", nil, .flag { $0.hidesTrack = true },
      "leave the part of the bar that is not done blank"),
    Option(
      "keep", nil, .flag { $0.keepsLastLine = true },
      "leave a last line that says how it ended"),
    Option(
      "output", "o",
      .value(argument: "MODE") { (settings, value) throws(UsageError) in
        guard let mode = OutputMode(value.text) else {
          throw .unknownName(
            option: value.option, value: value.text, accepted: OutputMode.names)
        }
        settings.outputMode = mode
      },
      "stream, tail[:N], on-failure, at-end or none (default: stream)"),
    Option(
      "quiet", "q", .flag { $0.outputMode = .onFailure },
      "print the output only if the command fails (--output on-failure)"),
    Option(
      "scan", nil,
      .value(argument: "MODE", choice(\.scanMode, of: ScanMode.all, named: \.name) { $0 }),
      "percentages in output: auto, any, off or a format (default: auto)"),
    Option(
      "progress-from", nil,
      .value(argument: "PATH") { (settings, value) in settings.progressPath = value.text },
      "read progress from a FIFO or /dev/fd/N, not from SPIN_PROGRESS"),
    Option(
      "mode", "m",
      .value(argument: "MODE", choice(\.mode, of: Mode.allCases, named: \.rawValue) { $0 }),
      "auto, animated, plain, accessible or silent (default: auto)"),
    Option(
      "taskbar", nil,
      .value(argument: "WHEN", choice(\.taskbar, of: Occasion.allCases, named: \.rawValue) { $0 }),
      "progress in the terminal's taskbar or tab: auto, always or never"),
    Option(
      "heartbeat", nil, duration(\.heartbeat),
      "in plain mode, a line at least so often (default: 60s, 0: never)"),
    Option(
      "timeout", "t", duration(\.timeout),
      "end the command with SIGTERM after so long (default: never)"),
    Option(
      "kill-after", "k", duration(\.killAfter),
      "send SIGKILL so long after the timeout (default: 10s, 0: never)"),
    Option(
      "block-input", nil, .flag { $0.blocksInput = true },
      "hide what is typed, and discard what the command does not read"),
    Option("list-styles", nil, .request(.listStyles), "show the styles and exit"),
    Option("help", "h", .request(.help), "show this text and exit"),
    Option("version", "V", .request(.version), "show the version and exit"),
  ]

  private static func duration(
    _ setting: WritableKeyPath<Settings, Duration> & Sendable
  ) -> Effect {
    .value(argument: "DURATION") { (settings, value) throws(UsageError) in
      settings[keyPath: setting] = try value.duration()
    }
  }

  /// Sets a setting to the one of these choices that has the value's name.
  private static func choice<Setting, Choice: Sendable>(
    _ setting: WritableKeyPath<Settings, Setting> & Sendable, of choices: [Choice],
    named name: @escaping @Sendable (Choice) -> String,
    as form: @escaping @Sendable (Choice) -> Setting
  ) -> @Sendable (inout Settings, Value) throws(UsageError) -> Void {
    { (settings, value) throws(UsageError) in
      settings[keyPath: setting] = form(try value.choice(of: choices, named: name))
    }
  }
}
