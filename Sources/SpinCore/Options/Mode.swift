/// How the indicator is shown.
package enum Mode: String, CaseIterable, Sendable {
  /// Whatever suits standard error.
  case automatic = "auto"
  /// Drawn on the terminal and moving.
  case animated
  /// Whole lines, as for a log.
  case plain
  /// Whole lines, each thing said once, as for a screen reader.
  case accessible
  /// Nothing.
  case silent
}
