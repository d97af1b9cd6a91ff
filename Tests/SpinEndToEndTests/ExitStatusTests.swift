import Foundation
import SpinTestSupport
import Testing

@Suite struct ExitStatusTests {
  @Test func everyStatusIsTheCommands() throws {
    let run = try PipedRun.shell(
      """
      for status in {0..255}; do
        "$SPIN" -d 60 -- sh -c "exit $status"
        [ $? = $status ] || echo "$status became $?"
      done
      """)
    #expect(run.outputText == "")
    #expect(run.errorText == "")
  }

  /// The shell sees what it would see without spin: the signal, its status and its message.
  @Test func everySignalThatKillsIsTheCommands() throws {
    let script = """
      ulimit -c 0
      for signal in {1..31} {34..64}; do
        # Those that stop or do nothing.
        case $signal in 17 | 18 | 19 | 20 | 21 | 22 | 23 | 28) continue ;; esac
        $PREFIX sh -c "kill -$signal \\$\\$"
        echo "$signal $?"
      done
      """
    let bare = try PipedRun.shell(script, environment: ["PREFIX": ""])
    let spun = try PipedRun.shell(script, environment: ["PREFIX": "\(Program.spin) --"])
    #expect(bare.outputText.contains("9 137\n"))
    #expect(spun.outputText == bare.outputText)
  }

  @Test func theProcessItselfIsKilledAsTheCommandWas() throws {
    for signal in [SIGTERM, SIGKILL, SIGINT, SIGSEGV, SIGHUP] {
      let run = try PipedRun.spin("-d", "60", "--", "sh", "-c", "ulimit -c 0; kill -\(signal) $$")
      #expect(run.status == .killed(signal))
      #expect(run.errorText == "")
    }
  }

  @Test func aKilledCommandLeavesNoCoreFileOfSpins() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let run = try PipedRun.shell(
      """
      cd "\(directory.path)"
      ulimit -c unlimited
      "$SPIN" -- sh -c 'ulimit -c 0; kill -ABRT $$'
      echo $? *
      """)
    #expect(run.outputText == "134 *\n")
  }

  @Test(arguments: [
    ("no-such-command", 127, "spin: 'no-such-command': command not found\n"),
    ("", 127, "spin: '': command not found\n"),
    ("./no/such/path", 127, "spin: './no/such/path': command not found\n"),
    ("/", 126, "spin: '/': permission denied\n"),
    ("/etc/passwd", 126, "spin: '/etc/passwd': permission denied\n"),
    ("/etc/passwd/x", 126, "spin: '/etc/passwd/x': not a directory\n"),
    (
      "wait", 127,
      "spin: 'wait': command not found; what a shell understands runs as: spin -- sh -c 'wait'\n"
    ),
  ])
  func aCommandThatDoesNotStartIsSaid(_ command: String, _ status: Int32, _ message: String) throws
  {
    let run = try PipedRun.spin("-d", "60", "--", command)
    #expect(run.status == .exited(status))
    #expect(run.outputText == "")
    #expect(run.errorText == message)
  }

  @Test func aScriptWhoseInterpreterIsNotThereIsSaidToBeThere() throws {
    let run = try PipedRun.shell(
      """
      cd "$(mktemp -d)" && echo '#!/no/such' > script && chmod +x script
      "$SPIN" -d 60 -- ./script; echo $?
      rm script && rmdir "$PWD"
      """)
    #expect(run.outputText == "127\n")
    #expect(run.errorText == "spin: './script': what interprets it was not found\n")
  }

  @Test(arguments: [10, 20, 31])
  func tooFewDescriptorsAreSaid(_ limit: Int) throws {
    let run = try PipedRun.shell("ulimit -n \(limit); \"$SPIN\" -- echo hi; echo $?")
    #expect(run.outputText == "125\n")
    #expect(run.errorText == "spin: descriptors: too many open files\n")
  }

  @Test func anUnsearchablePathIsTheCommandsFault() throws {
    let run = try PipedRun.spin("--", "true", environment: ["PATH": "/no/such/directory"])
    #expect(run.status == .exited(127))
  }
}
