import SpinCore
import Testing

@Suite struct CommandFailureTests {
  @Test(arguments: [
    (CommandFailure.notFound("no-such"), 127, "'no-such': command not found"),
    (
      .notFound("wait"), 127,
      "'wait': command not found; what a shell understands runs as: spin -- sh -c 'wait'"
    ),
    (
      .notFound("make && echo ok"), 127,
      "'make && echo ok': command not found; "
        + "what a shell understands runs as: spin -- sh -c 'make && echo ok'"
    ),
    (.cannotRun("./x", reason: "permission denied"), 126, "'./x': permission denied"),
    (.noInterpreter("./x"), 127, "'./x': what interprets it was not found"),
    (.notLaunched("launcher: too many open files"), 125, "launcher: too many open files"),
  ])
  func messagesNameTheCommand(_ failure: CommandFailure, _ status: Int32, _ text: String) {
    #expect(failure.exitStatus == status)
    #expect(failure.text == text)
  }
}
