import Foundation

/// Processes with their parents, as they were at one moment.
package struct ProcessTree {
  /// A process that cannot be mistaken for a later one with the same number.
  package struct Member: Hashable {
    package let pid: pid_t
    /// When it was started, in a unit of the system's.
    package let startTime: UInt64

    package init(pid: pid_t, startTime: UInt64) {
      self.pid = pid
      self.startTime = startTime
    }
  }

  package struct Process {
    let member: Member
    let parent: pid_t

    package init(member: Member, parent: pid_t) {
      self.member = member
      self.parent = parent
    }
  }

  private let members: Set<Member>
  private let children: [pid_t: [Member]]

  package init(_ processes: [Process]) {
    members = Set(processes.map(\.member))
    children = Dictionary(grouping: processes, by: \.parent).mapValues { $0.map(\.member) }
  }

  /// The processes of this moment, as far as they may be seen.
  package static func current() -> ProcessTree {
    ProcessTree(Platform.processes())
  }

  /// Every process's number.
  package var processes: [pid_t] { members.map(\.pid) }

  /// Whether the process still exists.
  package func contains(_ member: Member) -> Bool { members.contains(member) }

  /// The children of these processes, their children, and so on.
  package func descendants(of ancestors: some Sequence<pid_t>) -> Set<Member> {
    var found: Set<Member> = []
    var next = Array(ancestors)
    while let pid = next.popLast() {
      for child in children[pid] ?? [] where found.insert(child).inserted {
        next.append(child.pid)
      }
    }
    return found
  }
}
