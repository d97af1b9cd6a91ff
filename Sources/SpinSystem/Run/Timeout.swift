import Foundation

/// Ends a command that takes too long, with all that has come of it.
///
/// The process group is not spin's to end: a script or a pipeline shares it. So the command's
/// descendants are found by their parents, and remembered, since one whose parent has died has no
/// parent that leads to it.
struct Timeout {
  private enum State {
    case running
    /// SIGTERM was sent to these, but for the command itself.
    case terminated(Set<ProcessTree.Member>)
    case killed
  }

  /// When SIGTERM is sent.
  let limit: Duration
  /// How long after that SIGKILL is sent; nil for never.
  private let killAfter: Duration?
  private var state = State.running

  /// How often to look whether descendants that outlive the command are still there.
  static let watchTime = Duration.milliseconds(20)

  init(limit: Duration, killAfter: Duration?) {
    self.limit = limit
    self.killAfter = killAfter
  }

  var hasPassed: Bool {
    if case .running = state { false } else { true }
  }

  /// When `update` has something to do, or nil.
  var nextUpdate: Duration? {
    switch state {
    case .running: limit
    case .terminated: killAfter.map { limit + $0 }
    case .killed: nil
    }
  }

  /// Sends what is due. `child` is the command's process, or nil when it has ended.
  mutating func update(at now: Duration, child: pid_t?) {
    guard let due = nextUpdate, now >= due else { return }
    let tree = ProcessTree.current()
    switch state {
    case .running:
      let members = child.map { tree.descendants(of: [$0]) } ?? []
      state = .terminated(members)
      for pid in Self.pids(of: members, and: child) {
        kill(pid, SIGTERM)
        kill(pid, SIGCONT)
      }
    case .terminated(let members):
      let rest = members.filter(tree.contains)
      let ancestors = Self.pids(of: rest, and: child)
      state = .killed
      for pid in ancestors + tree.descendants(of: ancestors).map(\.pid) { kill(pid, SIGKILL) }
    case .killed:
      break
    }
  }

  /// Whether something of the command that has ended is still to be killed.
  func isWaiting() -> Bool {
    guard case .terminated(let members) = state, killAfter != nil, !members.isEmpty else {
      return false
    }
    return members.contains(where: ProcessTree.current().contains)
  }

  private static func pids(of members: Set<ProcessTree.Member>, and child: pid_t?) -> [pid_t] {
    (child.map { [$0] } ?? []) + members.map(\.pid)
  }
}
