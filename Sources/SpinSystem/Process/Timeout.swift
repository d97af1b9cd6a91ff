import Foundation
import SpinCore

/// Ends a command that takes too long, with all that has come of it.
///
/// The process group is not spin's to end: a script or a pipeline shares it. So the command's
/// descendants are found by their parents. From the timeout on spin takes the place of parents that
/// die, and it remembers those that had one before.
struct Timeout {
  private enum State {
    case running
    /// SIGTERM was sent to these.
    case terminated(Set<ProcessTree.Member>)
    case killed
  }

  /// When SIGTERM is sent.
  let limit: Duration
  /// How long after that SIGKILL is sent; nil for never.
  private let killAfter: Duration?
  private var state = State.running

  /// How often to look whether something that outlives the command is still there.
  static let watchTime = Duration.milliseconds(20)

  /// How often to look whether all are dead that were killed, which some need a moment for.
  private static let mostLooks = 10

  init(limit: Duration, killAfter: Duration?) {
    self.limit = limit
    self.killAfter = killAfter
  }

  var hasPassed: Bool {
    if case .running = state { false } else { true }
  }

  /// How a command ends that took too long, once it has.
  var outcome: Outcome? { hasPassed ? .timedOut(limit: limit) : nil }

  /// When `update` has something to do, or nil.
  var nextUpdate: Duration? {
    switch state {
    case .running: limit
    case .terminated: killAfter.map { limit + $0 }
    case .killed: nil
    }
  }

  /// Sends what is due.
  ///
  /// - Returns: whether the limit has passed with this.
  mutating func update(at now: Duration) -> Bool {
    guard let due = nextUpdate, now >= due else { return false }
    switch state {
    case .running:
      Platform.adoptOrphans()
      let members = ProcessTree.current().descendants(of: [getpid()])
      state = .terminated(members)
      for member in members { Platform.send([SIGTERM, SIGCONT], to: member) }
      return true
    case .terminated: killRest()
    case .killed: break
    }
    return false
  }

  /// Sends SIGKILL to all that is left, if SIGTERM was sent.
  mutating func killRest() {
    // One that dies may have let another start something.
    for _ in 0..<Self.mostLooks {
      let rest = rest
      if rest.isEmpty { break }
      for member in rest { Platform.send([SIGKILL], to: member) }
    }
    if hasPassed { state = .killed }
  }

  /// Whether something that outlives the command is still to be killed.
  func isWaiting() -> Bool { killAfter != nil && !rest.isEmpty }

  /// What is left of what was to end.
  private var rest: Set<ProcessTree.Member> {
    guard case .terminated(let members) = state else { return [] }
    let tree = ProcessTree.current()
    let remembered = members.filter(tree.contains)
    return tree.descendants(of: [getpid()] + remembered.map(\.pid)).union(remembered)
  }
}
