import Foundation
import SpinSystem
import SpinTestSupport
import Testing

@Suite struct ProcessTreeTests {
  private func process(_ pid: pid_t, parent: pid_t, start: UInt64 = 1) -> ProcessTree.Process {
    ProcessTree.Process(
      member: ProcessTree.Member(pid: pid, startTime: start), parent: parent)
  }

  @Test func descendantsAreFoundByTheirParents() {
    let tree = ProcessTree([
      process(2, parent: 1), process(3, parent: 2), process(4, parent: 3), process(5, parent: 1),
      process(6, parent: 2), process(7, parent: 99),
    ])
    #expect(Set(tree.descendants(of: [2]).map(\.pid)) == [3, 4, 6])
    #expect(tree.descendants(of: [4]) == [])
    #expect(Set(tree.descendants(of: [3, 5]).map(\.pid)) == [4])
  }

  @Test func aCircleIsNoTrap() {
    let tree = ProcessTree([process(2, parent: 3), process(3, parent: 2)])
    #expect(Set(tree.descendants(of: [2]).map(\.pid)) == [2, 3])
  }

  @Test func aLaterProcessOfTheSameNumberIsAnother() {
    let tree = ProcessTree([process(2, parent: 1, start: 5)])
    #expect(tree.contains(ProcessTree.Member(pid: 2, startTime: 5)))
    #expect(!tree.contains(ProcessTree.Member(pid: 2, startTime: 4)))
  }

  @Test func theSystemsProcessesAreSeen() throws {
    let child = try SpawnedProcess(
      ["sh", "-c", "sleep 60 & wait"].map { Array($0.utf8) }, environment: Program.environment())
    let deadline = Deadline.generous
    var grandchildren: Set<ProcessTree.Member> = []
    while grandchildren.isEmpty, !deadline.hasPassed {
      grandchildren = ProcessTree.current().descendants(of: [child.pid])
    }
    #expect(grandchildren.count == 1)
    #expect(ProcessTree.current().descendants(of: [getpid()]).map(\.pid).contains(child.pid))
    for grandchild in grandchildren { kill(grandchild.pid, SIGKILL) }
    _ = try child.wait()
    // One that has ended and was waited for is gone.
    #expect(!ProcessTree.current().descendants(of: [getpid()]).map(\.pid).contains(child.pid))
  }
}
