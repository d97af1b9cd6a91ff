import Foundation
import SpinCore

/// How this run is shown: the display, and what of the command's output it stands beside.
struct Presentation {
  var display: any Display
  /// Nil where nothing is relayed.
  var output: TerminalOutput?
  /// Nil where no output is captured.
  var captured: CapturedOutput?
  /// Nil where what is typed is left alone.
  var inputTerminal: Terminal?
  /// Nil before it is chosen.
  var scanned: ScannedOutput?
  /// Nil where nothing would be made of progress.
  var progress: ProgressSource?

  /// Chooses by the settings and by what standard error is. A mode that was asked for and cannot
  /// be had is said there. Fails if what is to be read from cannot be.
  static func choose(
    _ settings: Settings, defaultLabel: String, inheritance: Inheritance
  ) throws(SystemError) -> Presentation {
    let scanned = ScannedOutput(mode: settings.scanMode)
    var presentation = Presentation(display: SilentDisplay())
    var relayed: [Int32] = []
    let animation = animation(settings, defaultLabel)
    if let (terminal, display) = animation, settings.outputMode == .stream {
      relayed = inheritance.outputs(to: terminal)
      presentation.output = try? TerminalOutput(
        relayed, to: terminal, display: display, scanned: scanned.addStream())
    }
    // Without a way past it, the command's output would run through what is drawn.
    if let animation, presentation.output != nil || settings.outputMode != .stream {
      presentation.display = animation.1
    } else {
      relayed = []
      presentation.display = otherDisplay(settings, defaultLabel)
    }

    let others = inheritance.outputs.filter { !relayed.contains($0) }
    if !others.isEmpty, settings.outputMode != .stream || settings.scanMode.isAskedFor {
      presentation.captured = try CapturedOutput(
        others, mode: settings.outputMode, terminal: animation?.0, display: presentation.display,
        scanned: scanned)
    }
    presentation.scanned = scanned
    if settings.blocksInput {
      presentation.inputTerminal = animation?.0 ?? Terminal(behind: STDIN_FILENO)
    }
    presentation.progress = try progress(settings, presentation.display, inheritance)
    return presentation
  }

  /// The moving indicator and its terminal, where it is to be had.
  private static func animation(
    _ settings: Settings, _ defaultLabel: String
  ) -> (Terminal, AnimatedDisplay)? {
    let environment = TerminalEnvironment.current
    switch settings.mode {
    case .silent, .plain, .accessible: return nil
    case .automatic where environment.isAutomated || environment.wantsAccessibility: return nil
    case .automatic, .animated: break
    }
    guard OuterDisplay.pipe() == nil, environment.isCapable,
      let terminal = Terminal(behind: STDERR_FILENO)
    else { return nil }
    let look = Look(settings: settings, environment: environment)
    let indicator = Indicator(
      label: settings.label ?? defaultLabel, delay: settings.delay, look: look)
    var tail: TailLines?
    if case .tail(let count) = settings.outputMode { tail = TailLines(count: count) }
    let display = AnimatedDisplay(
      on: terminal, indicator: indicator, look: look, keepsLastLine: settings.keepsLastLine,
      taskbar: taskbar(settings), tail: tail)
    return (terminal, display)
  }

  /// What shows a command without a moving indicator.
  private static func otherDisplay(
    _ settings: Settings, _ defaultLabel: String
  ) -> any Display {
    // A line without a subject would say nothing.
    let subject = settings.label.flatMap { $0.isEmpty ? nil : $0 } ?? defaultLabel
    func log(heartbeat: Duration?) -> LogDisplay {
      LogDisplay(LogLines(label: subject, delay: settings.delay, heartbeat: heartbeat))
    }
    let heartbeat = settings.heartbeat > .zero ? settings.heartbeat : nil
    switch settings.mode {
    case .silent: return SilentDisplay()
    case .plain: return log(heartbeat: heartbeat)
    case .accessible: return log(heartbeat: nil)
    case .automatic, .animated:
      if let pipe = OuterDisplay.pipe() {
        return OuterDisplay(to: pipe, label: subject.harmless, delay: settings.delay)
      }
      if settings.mode == .animated { StandardError.write(Phrases.noAnimation) }
      let environment = TerminalEnvironment.current
      let isSpoken = !environment.isAutomated && environment.wantsAccessibility
      return log(heartbeat: isSpoken ? nil : heartbeat)
    }
  }

  private static func progress(
    _ settings: Settings, _ display: any Display, _ inheritance: Inheritance
  ) throws(SystemError) -> ProgressSource? {
    if let path = settings.progressPath {
      return try .file(path, inherited: inheritance.descriptors)
    }
    return display is SilentDisplay ? nil : try? .pipe(beside: inheritance.descriptors)
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
    (output?.replacements ?? []) + (captured?.replacements ?? [])
      + [progress?.commandDescriptor].compactMap { $0 }
  }
}

extension TerminalEnvironment {
  /// What this process's environment says.
  static var current: TerminalEnvironment { TerminalEnvironment(variable) }

  /// A variable's value as text.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
