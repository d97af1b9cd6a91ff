import Foundation
import SpinCore

/// How this run is shown: the display, and what of the command's output it stands beside.
struct Presentation {
  let display: any Display
  /// Nil where nothing is relayed.
  var output: TerminalOutput?

  /// Chooses by the settings and by what standard error is. A mode that was asked for and cannot
  /// be had is said there.
  static func choose(
    _ settings: Settings, commandName: String, inheritance: Inheritance
  ) -> Presentation {
    let environment = TerminalEnvironment.current
    // A line without a subject would say nothing.
    let subject = settings.label.flatMap { $0.isEmpty ? nil : $0 } ?? commandName
    let heartbeat = settings.heartbeat > .zero ? settings.heartbeat : nil
    var log: LogLines { LogLines(label: subject, delay: settings.delay, heartbeat: heartbeat) }

    switch settings.mode {
    case .silent:
      return Presentation(display: SilentDisplay())
    case .accessible:
      return accessible(settings, label: subject)
    case .plain:
      return Presentation(display: LogDisplay(log))
    case .automatic where environment.isAutomated:
      return Presentation(display: LogDisplay(log))
    case .automatic where environment.wantsAccessibility:
      return accessible(settings, label: subject)
    case .automatic, .animated:
      let look = Look(settings: settings, environment: environment)
      let label = settings.label ?? commandName
      let indicator = Indicator(label: label, delay: settings.delay, look: look)
      if environment.isCapable, let terminal = Terminal(behind: STDERR_FILENO) {
        let display = AnimatedDisplay(
          on: terminal, indicator: indicator, look: look, keepsLastLine: settings.keepsLastLine)
        if let output = try? TerminalOutput(of: inheritance, to: terminal, display: display) {
          return Presentation(display: display, output: output)
        }
      }
      if settings.mode == .animated { StandardError.write(Phrases.noAnimation) }
      return Presentation(display: LogDisplay(log))
    }
  }

  private static func accessible(_ settings: Settings, label: String) -> Presentation {
    Presentation(
      display: LogDisplay(LogLines(label: label, delay: settings.delay, heartbeat: nil)))
  }
}

extension TerminalEnvironment {
  /// What this process's environment says.
  static var current: TerminalEnvironment {
    TerminalEnvironment { name in getenv(name).map { String(cString: $0) } }
  }
}
