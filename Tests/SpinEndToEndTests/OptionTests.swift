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

  /// Messages and requests arrive whole also where somebody has made the pipe one that does not block.
  @Test(arguments: [
    "--help", "--list-styles", "--no-such-option",
  ])
  func textsArriveWholeThroughAFullPipe(_ argument: String) throws {
    let script = """
      import fcntl, os, subprocess, sys, time
      def run(is_full):
          ends = os.pipe()
          fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, 4096)
          os.set_blocking(ends[1], False)
          if is_full: os.write(ends[1], b"=" * 4090)
          spin = subprocess.Popen([os.environ["SPIN"], sys.argv[1]], stdout=ends[1], stderr=ends[1])
          os.close(ends[1])
          while True:
              state = open("/proc/%d/stat" % spin.pid).read().rsplit(")", 1)[1].split()[0]
              if state in "SZ": break
          text = b""
          while True:
              piece = os.read(ends[0], 100)
              if not piece: break
              text += piece
          return text.lstrip(b"="), spin.wait()
      full, roomy = run(True), run(False)
      assert full == roomy and len(roomy[0]) > 6, (full, roomy)
      """
    let run = try PipedRun(
      ["python3", "-c", script, argument].map { Array($0.utf8) },
      environment: Program.environment())
    #expect(run.errorText == "")
    #expect(run.status == .exited(0))
  }
}
