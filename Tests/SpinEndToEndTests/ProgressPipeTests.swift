import Foundation
import SpinTestSupport
import Testing

/// Where the pipe is found, and that it is never taken for another file nor another file for it.
@Suite struct ProgressPipeTests {
  /// An empty folder for the pipe's directory, which goes with the test.
  private final class Folder {
    let path = "/tmp/\(UUID().uuidString)"

    init(mode: Int = 0o700) throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
    }

    var contents: [String] {
      (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? []
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// README's idiom.
  private static let report = "echo 42 >\"${SPIN_PROGRESS:-/dev/null}\""

  @Test func theNumberIsTheLowestFreeOne() throws {
    let script = "echo $SPIN_PROGRESS_FD; test /dev/fd/$SPIN_PROGRESS_FD -ef $SPIN_PROGRESS"
    let run = try PipedRun.spin("--", "sh", "-c", script)
    #expect(run.outputText == "3\n")
    #expect(run.status == .exited(0))
    let taken = try PipedRun.shell(
      "\"$SPIN\" -- sh -c \"$SCRIPT\" 3</dev/null 4</dev/null 6</dev/null",
      environment: ["SCRIPT": script])
    #expect(taken.outputText == "5\n")
    #expect(taken.status == .exited(0))
  }

  @Test func theNameIsForThisUserAlone() throws {
    let folder = try Folder()
    let run = try PipedRun.spin(
      "--", "sh", "-c",
      "stat -c '%A' \"$SPIN_PROGRESS\" \"${SPIN_PROGRESS%/*}\"; echo \"${SPIN_PROGRESS%.*}\"",
      environment: ["TMPDIR": folder.path])
    #expect(run.outputText == "prw-------\ndrwx------\n\(folder.path)/spin\n")
    #expect(folder.contents == [])
  }

  @Test func theRuntimeFolderComesFirst() throws {
    let (runtime, temporary) = (try Folder(), try Folder())
    let run = try PipedRun.spin(
      "--", "sh", "-c", "echo \"$SPIN_PROGRESS\"",
      environment: ["XDG_RUNTIME_DIR": runtime.path, "TMPDIR": temporary.path])
    #expect(run.outputText.hasPrefix(runtime.path))
    let next = try PipedRun.spin(
      "--", "sh", "-c", "echo \"$SPIN_PROGRESS\"",
      environment: ["XDG_RUNTIME_DIR": "relative", "TMPDIR": temporary.path])
    #expect(next.outputText.hasPrefix(temporary.path))
  }

  /// Makes the last folder that is asked one that takes nothing.
  private static let withoutFolder = """
    unshare --user --map-root-user --mount sh -c '
      mount --bind /tmp /tmp && mount -o remount,bind,ro /tmp && exec "$@"' sh
    """

  private static var canDoWithoutFolder: Bool {
    (try? PipedRun.shell("\(withoutFolder) true"))?.status == .exited(0)
  }

  @Test(.enabled(if: canDoWithoutFolder, "needs a user's own mounts"))
  func theNumberRemainsWhereNoFolderTakesTheName() throws {
    let run = try PipedRun.shell(
      "TMPDIR=/proc \(Self.withoutFolder) \"$SPIN\" -d 0 -- sh -c \"$SCRIPT\"",
      environment: ["SCRIPT": "echo ${SPIN_PROGRESS:-none} $SPIN_PROGRESS_FD; echo 45 >&3; exit 4"])
    #expect(run.outputText == "none 3\n")
    #expect(run.status == .exited(4))
    #expect(run.errorText.contains("spin: sh: running"))
  }

  @Test(arguments: ["exec 3<\"$FILE\"", "exec 3>>\"$FILE\"", "exec 3>&1", "exec 3>&-"])
  func aScriptsOwnDescriptorIsLeftAlone(_ opening: String) throws {
    let folder = try Folder()
    let file = folder.path + "/hosts.txt"
    try "alpha\n".write(toFile: file, atomically: true, encoding: .utf8)
    let session = try PipedSession.spin(
      "-d", "0", "--", "bash", "-c", "set -e; \(opening); \(Self.report); read go || echo end",
      environment: ["FILE": file])
    try session.wait("progress line") { $0.errorText.contains("spin: bash: 42%") }
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.outputText == "end\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "alpha\n")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGPIPE])
  func theNameGoesWithEverySignal(_ signal: Int32) throws {
    let folder = try Folder()
    let session = try PipedSession.spin(
      "--", "sh", "-c", "echo ready; exec sleep 100", environment: ["TMPDIR": folder.path])
    try session.waitForOutput("ready\n")
    #expect(folder.contents.count == 2)
    session.process.send(signal)
    #expect(try session.waitForEnd() == .killed(signal))
    #expect(folder.contents == [])
  }

  @Test func theNameGoesWhateverHasFailed() throws {
    let folder = try Folder()
    for command in ["/no/such/command", "/etc/passwd", "sh -c 'kill -9 $$'", "sh -c 'sleep 0.1 &'"]
    {
      _ = try PipedRun.shell("\"$SPIN\" -- \(command)", environment: ["TMPDIR": folder.path])
      #expect(folder.contents == [])
    }
  }

  @Test func aPathThatHasOutlivedItsRunHarmsNobody() throws {
    // One that is gone, one that leads to a file, and one that nobody reads.
    let folder = try Folder()
    try "data\n".write(toFile: folder.path + "/file", atomically: true, encoding: .utf8)
    mkfifo(folder.path + "/fifo", 0o600)
    for path in ["/no/such/progress", folder.path + "/file", folder.path + "/fifo"] {
      let session = try TerminalSession.spin(
        "-d", "0", "--", "sh", "-c", "read go; exit 3", environment: ["SPIN_PROGRESS": path])
      try session.waitForLine("⠙ sh")
      session.type("\n")
      #expect(try session.waitForEnd() == .exited(3))
    }
    #expect(try String(contentsOfFile: folder.path + "/file", encoding: .utf8) == "data\n")
  }

  @Test func aNumberThatTheEnvironmentNamesIsNoPipe() throws {
    let session = try TerminalSession.spin(
      "-d", "0", "--", "sh", "-c", "read go",
      environment: ["SPIN_PROGRESS_FD": "9", "SPIN_PROGRESS_PIPE": "1:1"])
    try session.waitForLine("⠙ sh")
    session.type("\n")
    try session.waitForEnd()
  }

  @Test func whoReportsAfterTheEndIsNotHeldUp() throws {
    // More than the pipe holds however it was enlarged.
    let run = try PipedRun.shell(
      """
      mkfifo "$FIFO"
      "$SPIN" -d 60 -- sh -c '(read go <"$FIFO"; yes 50 | head -n 1500000 >&3; echo reported) &'
      echo go >"$FIFO"; rm "$FIFO"
      """, environment: ["FIFO": "/tmp/\(UUID().uuidString)"])
    #expect(run.outputText == "reported\n")
    #expect(run.errorText == "")
  }

  @Test func theGuardedIdiomIsSafeAfterTheEnd() throws {
    let run = try PipedRun.shell(
      """
      mkfifo "$FIFO"
      "$SPIN" -d 60 -- bash -c '
        progress() {
          [ ! -p "${SPIN_PROGRESS:-}" ] || echo "$*" > "$SPIN_PROGRESS"
        }
        progress 40 Linking
        (read go <"$FIFO"; set -e; progress 50; echo reported) &'
      echo go >"$FIFO"; rm "$FIFO"
      """, environment: ["FIFO": "/tmp/\(UUID().uuidString)"])
    #expect(run.outputText == "reported\n")
    #expect(run.errorText == "")
  }
}
