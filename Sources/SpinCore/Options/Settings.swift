/// What the user asked for: each option's value, or its default.
package struct Settings: Equatable, Sendable {
  /// Text beside the indicator; nil for the command's name.
  package var label: String?
  /// How long a command may take before anything shows.
  package var delay = Duration.seconds(1)
  /// Nil for the default style.
  package var style: Style?
  /// Nil for the style's own tint.
  package var color: Tint?
  /// Nil for the default bar.
  package var bar: BarStyle?
  /// Whether the part of the bar that is not done is left blank.
  package var hidesTrack = false
  /// Whether a last line stays when the command has ended.
  package var keepsLastLine = false
  package var outputMode = OutputMode.stream
  /// What the command's output is read for.
  package var scanMode = ScanMode.automatic
  /// Where progress is reported in place of the command's pipe; nil for that pipe.
  package var progressPath: String?
  package var mode = Mode.automatic
  /// Whether what is typed is neither shown nor left over.
  package var blocksInput = false
  /// When progress is shown in the terminal's taskbar or tab as well.
  package var taskbar = Occasion.automatic
  /// The longest silence of plain lines; zero for no limit.
  package var heartbeat = Duration.seconds(60)
  /// How long the command may take at all; zero for no limit.
  package var timeout = Duration.zero
  /// How long after the timeout what is left of the command is killed; zero for never.
  package var killAfter = Duration.seconds(10)

  package init() {}
}
