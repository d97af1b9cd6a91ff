import Foundation
import SpinCore

/// How this run is shown: the display, and what of the command's output it stands beside.
struct Presentation {
  let display: any Display
  /// Nil where nothing is relayed.
  var output: TerminalOutput?
  /// Nil where no output is read.
  var scanned: ScannedOutput?
  /// Nil where nothing would be made of progress.
  var progress: ProgressSource?

  /// Chooses by the settings and by what standard error is. A mode that was asked for and cannot
  /// be had is said there. Fails if what is to be read from cannot be.
  static func choose(
    _ settings: Settings, commandName: String, inheritance: Inheritance
  ) throws(SystemError) -> Presentation {
    var presentation = choose(settings, commandName, inheritance)
    if let path = settings.progressPath {
      presentation.progress = try .file(path)
    } else if !(presentation.display is SilentDisplay) {
      presentation.progress = try? .pipe(beside: inheritance.descriptors)
    }
    return presentation
  }

  private static func choose(
    _ settings: Settings, _ commandName: String, _ inheritance: Inheritance
  ) -> Presentation {
    let environment = TerminalEnvironment.current
    // A line without a subject would say nothing.
    let subject = settings.label.flatMap { $0.isEmpty ? nil : $0 } ?? commandName
    let heartbeat = settings.heartbeat > .zero ? settings.heartbeat : nil
    var log: LogLines { LogLines(label: subject, delay: settings.delay, heartbeat: heartbeat) }

    let label = settings.label ?? commandName
    if settings.mode == .automatic || settings.mode == .animated,
      let pipe = OuterDisplay.pipe(inherited: inheritance.descriptors)
    {
      return Presentation(
        display: OuterDisplay(to: pipe, label: label.harmless, delay: settings.delay))
    }

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
      let indicator = Indicator(label: label, delay: settings.delay, look: look)
      if environment.isCapable, let terminal = Terminal(behind: STDERR_FILENO) {
        let display = AnimatedDisplay(
          on: terminal, indicator: indicator, look: look, keepsLastLine: settings.keepsLastLine,
          taskbar: taskbar(settings))
        let scanned = ScannedOutput(mode: settings.scanMode)
        if let output = try? TerminalOutput(
          of: inheritance, to: terminal, display: display, scanned: scanned)
        {
          return Presentation(display: display, output: output, scanned: scanned)
        }
      }
      if settings.mode == .animated { StandardError.write(Phrases.noAnimation) }
      return Presentation(display: LogDisplay(log))
    }
  }

  private static func taskbar(_ settings: Settings) -> Taskbar? {
    let support = TaskbarSupport(TerminalEnvironment.variable)
    switch settings.taskbar {
    case .automatic where !support.isSupported, .never: return nil
    case .automatic, .always: return Taskbar(renewal: support.renewal)
    }
  }

  /// What the command gets in place of this process's own descriptors, and beside them.
  var replacements: [CommandDescriptor] {
    (output?.replacements ?? []) + [progress?.commandDescriptor].compactMap { $0 }
  }

  private static func accessible(_ settings: Settings, label: String) -> Presentation {
    Presentation(
      display: LogDisplay(LogLines(label: label, delay: settings.delay, heartbeat: nil)))
  }
}

extension TerminalEnvironment {
  /// What this process's environment says.
  static var current: TerminalEnvironment { TerminalEnvironment(variable) }

  /// A variable's value as text.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
