import Foundation

/// Finds out whether the command's standard output comes back to a terminal through other programs
/// of a pipeline, as in `spin -- make | tee log`. What they write is not relayed, so that nothing
/// may stand where it comes.
struct PipelineWatch {
  /// The pipe that the command writes to.
  private let pipe: FileIdentity
  private var reachesTerminal = false
  /// When to look again; nil for no more.
  private var due: Duration? = .zero

  /// What a shell has not started by then is not expected any more.
  private static let lastLook = Duration.seconds(1)

  /// Programs that write one line, and that when they have read everything: just before spin knows
  /// of the command's end.
  private static let summingPrograms: Set<String> = [
    "b2sum", "cksum", "md5sum", "sha1sum", "sha256sum", "sha512sum", "sum", "wc",
  ]

  /// Nil if the descriptor is no pipe.
  init?(behind descriptor: Int32) {
    guard let file = FileIdentity(of: descriptor), file.isPipe else { return nil }
    pipe = file
  }

  /// Whether the terminal is where the pipeline ends, as far as is known at this time.
  mutating func reachesTerminal(at now: Duration) -> Bool {
    if let due, now >= due {
      self.due = now < Self.lastLook ? Self.lastLook : nil
      reachesTerminal = find()
    }
    return reachesTerminal
  }

  private func find() -> Bool {
    let processes = ProcessTree.current().processes
    var pipes = [pipe]
    var index = 0
    while index < pipes.count {
      for process in processes where Platform.file(STDIN_FILENO, of: process) == pipes[index] {
        guard let output = Platform.file(STDOUT_FILENO, of: process),
          !Self.summingPrograms.contains(Platform.name(of: process))
        else { continue }
        if output.isTerminal { return true }
        if output.isPipe, !pipes.contains(output) { pipes.append(output) }
      }
      index += 1
    }
    return false
  }
}
