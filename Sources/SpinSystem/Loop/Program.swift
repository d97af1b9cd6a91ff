import CSpin
import Foundation
import SpinCore

/// spin as a user starts it.
package enum Program {
  /// Does what the command line asks for.
  package static func run() -> Ending {
    cspin_restore_environment()
    do {
      let inheritance = try Inheritance.take()
      guard let arguments = cspin_arguments().map({ $0 + 1 }) else {
        throw UsageError.missingCommand
      }
      let request = try OptionParser.request { index in
        arguments[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
      }
      switch request {
      case .run(let settings, let commandIndex):
        return run(settings, arguments: arguments + commandIndex, inheritance: inheritance)
      case .listStyles:
        return print(HelpText.styles(isUnicode: TerminalEnvironment.current.isUTF8), inheritance)
      case .help: return print(HelpText.help, inheritance)
      case .version: return print("spin \(HelpText.version)\n", inheritance)
      }
    } catch let error as UsageError {
      StandardError.write(Phrases.message(error.text) + Phrases.hint)
      return .exit(status: ExitStatus.failed)
    } catch {
      StandardError.write(Phrases.message((error as? SystemError)?.text ?? "\(error)"))
      return .exit(status: ExitStatus.failed)
    }
  }

  private static func print(_ text: String, _ inheritance: Inheritance) -> Ending {
    do throws(SystemError) {
      guard inheritance.descriptors.contains(STDOUT_FILENO) else {
        throw SystemError("standard output", number: EBADF)
      }
      try WholeWrite.write(Array(text.utf8), to: STDOUT_FILENO, action: "standard output")
      return .exit(status: 0)
    } catch {
      StandardError.write(Phrases.message(error.text))
      return .exit(status: ExitStatus.failed)
    }
  }

  private static func run(
    _ settings: Settings, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    inheritance: Inheritance
  ) -> Ending {
    let command = arguments[0].map { String(cString: $0) } ?? ""
    // The first words are enough.
    let words = (0..<64).lazy.map { arguments[$0] }.prefix { $0 != nil }
    let label = CommandLabel(words.map { String(cString: $0!) }).text
    let failure: CommandFailure
    // A signal that comes before it can be taken waits, so that nothing is left behind.
    SignalState.blockAll()
    do {
      let presentation = try Presentation.choose(
        settings, defaultLabel: label, inheritance: inheritance)
      defer { presentation.progress?.removeName() }
      let block = CommandLineBlock(
        arguments: arguments, variables: presentation.progress?.variables ?? [])
      let session = try Session(
        block, settings: settings, presentation: presentation, inheritance: inheritance)
      let (end, outcome) = session.run()
      switch end {
      case .exited, .killed:
        guard let error = presentation.captured?.failure else { return ending(outcome) }
        StandardError.write(Phrases.message(error.text))
        return outcome.isSuccess ? .exit(status: ExitStatus.failed) : ending(outcome)
      case .notExecuted(ENOENT) where command.contains("/") && access(command, F_OK) == 0:
        failure = .noInterpreter(command)
      case .notExecuted(ENOENT):
        failure = .notFound(command)
      case .notExecuted(let number):
        failure = .cannotRun(command, reason: SystemError("", number: number).reason)
      case .notLaunched(0):
        failure = .notLaunched("launcher: ended before it could run the command")
      case .notLaunched(let number):
        failure = .notLaunched("launcher: \(SystemError("", number: number).reason)")
      }
    } catch {
      failure = .notLaunched(error.text)
    }
    StandardError.write(Phrases.message(failure.text))
    return .exit(status: failure.exitStatus)
  }

  private static func ending(_ outcome: Outcome) -> Ending {
    switch outcome {
    case .exited(let status): .exit(status: status)
    case .killed(let signal, _): .signal(signal)
    case .timedOut: .exit(status: ExitStatus.timedOut)
    }
  }
}
