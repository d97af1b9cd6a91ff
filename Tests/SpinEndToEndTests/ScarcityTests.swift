import Foundation
import SpinTestSupport
import Testing

/// Where the system refuses something, the command runs without it, or a line says what was missing.
@Suite struct ScarcityTests {
  /// What spin does when something is missing, in a shell that takes `script` before it.
  private func expectAnswer(_ script: String, _ spin: String = "exec \"$SPIN\" -d 60") throws {
    let run = try PipedRun.shell("\(script)\n\(spin) -- echo hi")
    expectAnswer(run, script)
  }

  private func expectAnswer(_ run: PipedRun, _ what: String) {
    switch run.status {
    case .exited(0): #expect(run.outputText == "hi\n", "\(what)")
    case .exited(125):
      #expect(run.outputText == "", "\(what)")
      #expect(run.errorText.wholeMatch(of: /spin: [^\n]+: [^\n]+\n/) != nil, "\(what)")
    // A program that is linked to libraries needs some before it is one.
    case .exited(127) where run.errorText.contains("loading shared libraries"): break
    default: Issue.record("\(run.status) with \(what): \(run.errorText)")
    }
  }

  @Test func descriptors() throws {
    for limit in [3, 4, 6, 10, 20, 31, 32, 40] {
      try expectAnswer("ulimit -n \(limit)")
    }
  }

  /// The Swift runtime itself needs most of the first.
  @Test func addresses() throws {
    for limit in stride(from: 70_000, through: 110_000, by: 4000) {
      try expectAnswer("ulimit -v \(limit)")
    }
  }

  private static let isRoot = getuid() == 0

  @Test(.enabled(if: isRoot, "a limit of processes counts all of a user's own"))
  func threads() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    chmod(folder.path, 0o755)
    let program = folder.appending(path: "spin").path
    // A file that this process writes might still be open in another of its children.
    _ = try PipedRun.shell("cp \"$SPIN\" \(program)")
    for limit in 1...8 {
      try expectAnswer(
        "", "setpriv --reuid=54321 --clear-groups prlimit --nproc=\(limit) \(program) -d 60")
    }
  }

  /// Puts an empty folder in place of `/proc`.
  private static let withoutProc = """
    unshare --mount sh -c 'mount --bind /mnt /proc && exec "$@"' sh
    """

  private static let canHideProc =
    (try? PipedRun.shell("\(withoutProc) true").status) == .exited(0)

  @Test(.enabled(if: canHideProc, "needs the right to mount"))
  func proc() throws { try expectAnswer("", "\(Self.withoutProc) \"$SPIN\" -d 60") }

  /// One call of each kind that starting takes fails: the listing and closing of descriptors, messages
  /// to the launcher, limits, links, pipes, folders.
  @Test(
    .enabled(if: Program.canInject, "needs strace"),
    arguments: [
      "close_range", "getcwd", "mkdir", "mknodat", "prlimit64", "readlink", "recvmsg", "sendmsg",
      "setpgid", "signalfd4", "socketpair",
    ])
  func anyCall(_ name: String) throws {
    for number in 1...60 {
      let run = try PipedRun.shell(
        """
        exec strace -f -qq -o /dev/null -e trace=\(name) -e inject=\(name):error=EPERM:when=\(number) \
          "$SPIN" -d 60 -- sh -c 'echo hi'
        """)
      // Loaders and shells say it in their own way.
      if run.errorText.hasPrefix("spin: ") || run.errorText.isEmpty {
        expectAnswer(run, "\(name) \(number)")
      }
      if number > 3, run.status == .exited(0) { break }
    }
  }
}
