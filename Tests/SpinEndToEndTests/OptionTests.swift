import SpinCore
import SpinTestSupport
import Testing

@Suite struct OptionTests {
  @Test(arguments: [
    [], ["--foo", "touch"], ["-d", "soon", "echo", "ran"], ["--style=x", "echo", "ran"],
    ["--keep=1", "echo", "ran"], ["--timeout"],
  ])
  func misuseIsTwoLinesAndNothingRuns(_ arguments: [String]) throws {
    let run = try PipedRun(
      ([Program.spin] + arguments).map { Array($0.utf8) }, environment: Program.environment())
    #expect(run.status == .exited(125))
    #expect(run.outputText == "")
    let lines = run.errorText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("spin: ") == true)
    #expect(lines[1] == "Try 'spin --help' for more information.")
    #expect(lines.last == "")
  }

  @Test func requestsArePrinted() throws {
    for (option, text) in [
      ("--help", HelpText.help), ("--list-styles", HelpText.styles(isUnicode: true)),
      ("--version", "spin \(HelpText.version)\n"),
    ] {
      let run = try PipedRun.spin(option)
      #expect(run.status == .exited(0))
      #expect(run.outputText == text)
      #expect(run.errorText == "")
    }
  }

  @Test func requestsThatCannotBePrintedFail() throws {
    let run = try PipedRun.shell("\"$SPIN\" --help >/dev/full")
    #expect(run.status == .exited(125))
    #expect(run.errorText == "spin: standard output: no space left on device\n")
    let closed = try PipedRun.shell("\"$SPIN\" --version >&-")
    #expect(closed.status == .exited(125))
    #expect(closed.errorText == "spin: standard output: bad file descriptor\n")
  }

  @Test func optionsAfterTheCommandAreItsOwn() throws {
    let run = try PipedRun.spin("echo", "--help", "-d", "x")
    #expect(run.outputText == "--help -d x\n")
  }

  @Test func anUnreachableModeIsSaidAndTheCommandRuns() throws {
    let message =
      "spin: --mode: 'animated' needs a terminal with control sequences on standard error; "
      + "using 'plain'\n"
    let run = try PipedRun.spin("--mode", "animated", "-d", "60", "--", "echo", "hi")
    #expect(run.outputText == "hi\n")
    #expect(run.errorText == message)
    #expect(run.status == .exited(0))

    let dumb = try TerminalSession.spin(
      "--mode", "animated", "--", "true", columns: 120, environment: ["TERM": "dumb"])
    #expect(try dumb.waitForEnd() == .exited(0))
    #expect(dumb.screen.lines == [String(message.dropLast())])
  }
}
