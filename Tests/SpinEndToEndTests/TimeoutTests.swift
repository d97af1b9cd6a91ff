import Foundation
import SpinTestSupport
import Testing

@Suite struct TimeoutTests {
  @Test func aCommandThatTakesTooLongIsEnded() throws {
    let run = try PipedRun.spin("-t", "50ms", "-d", "0", "--", "sleep", "60")
    #expect(run.status == .exited(124))
    #expect(run.errorText == "spin: sleep: running\nspin: sleep: timed out after 0.0s\n")
  }

  @Test func oneThatDoesNotKeepsItsStatus() throws {
    #expect(try PipedRun.spin("-t", "60", "--", "sh", "-c", "exit 3").status == .exited(3))
    #expect(try PipedRun.spin("-t", "0", "--", "sh", "-c", "exit 3").status == .exited(3))
  }

  @Test func theCommandMayEndInItsOwnWay() throws {
    let run = try PipedRun.spin(
      "-t", "2", "--", "bash", "-c", "trap 'echo bye; exit 0' TERM; sleep 60 & wait")
    #expect(run.status == .exited(124))
    #expect(run.outputText == "bye\n")
  }

  @Test func descendantsAreEndedToo() throws {
    // Nobody holds the output any more: all of them have gone.
    let run = try PipedRun.spin(
      "-t", "0.3", "--", "sh", "-c", "sh -c 'sleep 60 & sleep 60' & sleep 60; wait")
    #expect(run.status == .exited(124))
  }

  @Test func whatIgnoresTheEndIsKilled() throws {
    let run = try PipedRun.spin(
      "-t", "0.2", "-k", "0.2", "--", "sh", "-c", "trap '' TERM; sleep 60; sleep 60")
    #expect(run.status == .exited(124))
  }

  @Test func whatIsLeftOfIt() throws {
    // The command ends at once; what ignores the signal has lost its parent.
    let run = try PipedRun.spin(
      "-t", "0.3", "-k", "0.2", "--", "sh", "-c",
      "sh -c 'trap \"\" TERM; sleep 60; sleep 60' & wait")
    #expect(run.status == .exited(124))
  }

  @Test func whatIsStartedOnTheWayOutIsKilledToo() throws {
    let run = try PipedRun.spin(
      "-t", "0.2", "-k", "0.2", "--", "bash", "-c",
      "trap 'setsid sleep 60 & exit' TERM; sleep 60 & wait")
    #expect(run.status == .exited(124))
  }

  @Test func aRequestToEndCutsTheWaitShort() throws {
    let session = try PipedSession.spin(
      "-t", "4", "-k", "1h", "--", "sh", "-c",
      "bash -c 'trap \"echo term\" TERM; while :; do sleep 60 & wait; done' & wait")
    try session.waitForOutput("term\n")
    let deadline = Deadline.generous
    while session.process.status == nil, !deadline.hasPassed {
      // The command itself may not have ended yet, which is told of each.
      session.process.send(SIGINT)
      usleep(5000)
    }
    #expect(try session.waitForEnd() == .exited(124))
  }

  @Test func aStoppedCommandIsContinuedToEnd() throws {
    let run = try PipedRun.spin("-t", "0.2", "--", "sh", "-c", "kill -STOP $$; echo gone on")
    #expect(run.status == .exited(124))
  }

  @Test func othersOfTheGroupAreLeftAlone() throws {
    let run = try PipedRun.shell(
      "(sleep 1; echo lives) & \"$SPIN\" -t 0.1 -- sleep 60; echo $?; wait")
    #expect(run.outputText == "124\nlives\n")
  }

  @Test func withoutKillingTheEndIsTheCommands() throws {
    let session = try PipedSession.spin(
      "-t", "0.2", "-k", "0", "--", "sh", "-c",
      "trap 'echo no' TERM; echo ready; read line; read line")
    try session.waitForOutput("ready\nno\n")
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(124))
  }

  @Test func oneThatIsStoppedIsContinuedForItsEnd() throws {
    let run = try PipedRun.spin(
      "-d", "60", "-t", "2", "-k", "0", "--", "sh", "-c",
      "trap 'echo bye; exit 0' TERM; kill -STOP $$; while :; do sleep 1; done")
    #expect(run.outputText == "bye\n")
    #expect(run.status == .exited(124))
  }
}
