import Foundation
import SpinTestSupport
import Testing

@Suite struct SignalTests {
  /// A command that says `ready` and then each of these signals that it gets, until its input ends.
  ///
  /// It waits for both at once: a signal that comes just before it waits is not missed.
  static func counter(_ signals: String) -> String {
    """
    import os, select, signal
    def name(number):
        try: return signal.Signals(number).name
        except ValueError: return number
    noted, note = os.pipe()
    os.set_blocking(note, False)
    signal.set_wakeup_fd(note)
    for number in \(signals):
        signal.signal(number, lambda number, frame: None)
    os.write(1, b"ready\\n")
    while True:
        ready, _, _ = select.select([0, noted], [], [])
        if noted in ready:
            for number in os.read(noted, 100):
                os.write(1, ("got %s\\n" % name(number)).encode())
        elif not os.read(0, 100):
            break
    os.write(1, b"end\\n")
    """
  }

  private static let counter = counter("[1, 2, 3, 6, 7, 8, 10, 11, 12, 14, 15, 18, 21, 24, 28, 29]")

  @Test(arguments: [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGUSR1, "SIGUSR1"),
    (SIGUSR2, "SIGUSR2"), (SIGALRM, "SIGALRM"), (SIGTERM, "SIGTERM"), (SIGWINCH, "SIGWINCH"),
    (SIGABRT, "SIGABRT"), (SIGIO, "SIGIO"), (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"),
    (SIGFPE, "SIGFPE"), (SIGCONT, "SIGCONT"), (SIGTTIN, "SIGTTIN"),
  ])
  func oneSentToSpinReachesTheCommandOnce(_ signal: Int32, _ name: String) throws {
    let session = try PipedSession.spin("--", "python3", "-c", Self.counter)
    try session.waitForOutput("ready\n")
    session.process.send(signal)
    try session.waitForOutput("got \(name)\n")
    // A second one that was sent before this has come before it.
    session.process.send(SIGXCPU)
    try session.waitForOutput("got SIGXCPU\n")
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.outputText == "ready\ngot \(name)\ngot SIGXCPU\nend\n")
  }

  /// Sends signals to a process as fast as it can, and says `ready` when there were many.
  private static func flood(_ pid: pid_t, _ signal: Int32) throws -> PipedSession {
    let script = """
      import os
      for _ in range(20000): os.kill(\(pid), \(signal))
      os.write(1, b"ready\\n")
      while True: os.kill(\(pid), \(signal))
      """
    let flood = try PipedSession(
      ["python3", "-c", script].map { Array($0.utf8) }, environment: Program.environment())
    try flood.waitForOutput("ready\n")
    return flood
  }

  @Test(
    arguments: [
      (35, nil, .exited(3)), (SIGUSR1, nil, .exited(3)),
      (35, SIGTERM, .killed(SIGTERM)), (35, SIGHUP, .killed(SIGHUP)), (35, SIGINT, .killed(SIGINT)),
    ] as [(Int32, Int32?, ProcessStatus)])
  func aFloodHoldsBackNeitherTheEndNorARequest(
    _ signal: Int32, _ request: Int32?, _ status: ProcessStatus
  ) throws {
    let session = try PipedSession.spin(
      "-m", "silent", "--", "python3", "-c",
      """
      import os, signal, sys
      for number in [10, *range(34, 65)]: signal.signal(number, signal.SIG_IGN)
      signal.signal(2, signal.SIG_DFL)
      os.write(1, b"ready\\n")
      os.read(0, 1)
      sys.exit(3)
      """)
    try session.waitForOutput("ready\n")
    let flood = try Self.flood(session.process.pid, signal)
    if let request { session.process.send(request) } else { session.closeInput() }
    #expect(try session.waitForEnd() == status)
    flood.process.send(SIGKILL)
  }

  @Test func realTimeSignalsArePassedOn() throws {
    let session = try PipedSession.spin("--", "python3", "-c", Self.counter("range(35, 65)"))
    try session.waitForOutput("ready\n")
    for number: Int32 in [40, 64] {
      session.process.send(number)
      try session.waitForOutput("got \(number == 64 ? "SIGRTMAX" : "\(number)")\n")
    }
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(0))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1])
  func oneThatKillsTheCommandKillsSpin(_ signal: Int32) throws {
    let session = try PipedSession.spin("--", "sh", "-c", "ulimit -c 0; echo ready; exec sleep 60")
    try session.waitForOutput("ready\n")
    session.process.send(signal)
    #expect(try session.waitForEnd() == .killed(signal))
  }

  /// Also while it is not the command yet, but on the way there.
  @Test(arguments: 0..<20)
  func aChildThatIsKilledAtAnyMomentEndsSpin(_ delay: Int) throws {
    let session = try PipedSession.spin("--", "sleep", "60")
    let children = "/proc/\(session.process.pid)/task/\(session.process.pid)/children"
    var child: pid_t?
    while child == nil, session.process.status == nil {
      let text = try? String(contentsOfFile: children, encoding: .utf8)
      child = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespaces)) }
    }
    // The system has no better measure for moments that are so close to each other.
    for _ in 0..<(delay * 50) { sched_yield() }
    kill(try #require(child), SIGKILL)
    #expect(try session.waitForEnd() == .killed(SIGKILL))
  }

  @Test func aCommandThatHandlesTheSignalDecidesTheStatus() throws {
    let session = try PipedSession.spin(
      "--", "bash", "-c", "trap 'exit 7' TERM; echo ready; while :; do sleep 0.02; done")
    try session.waitForOutput("ready\n")
    session.process.send(SIGTERM)
    #expect(try session.waitForEnd() == .exited(7))
  }

  @Test func whatWasIgnoredStaysIgnored() throws {
    let session = try PipedSession(
      ["bash", "-c", "trap '' HUP; exec \"$SPIN\" -- sh -c 'echo ready; read line; exit 3'"].map {
        Array($0.utf8)
      }, environment: Program.environment())
    try session.waitForOutput("ready\n")
    session.process.send(SIGHUP)
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(3))
  }

  @Test func anAlarmThatWasSetBeforeReachesTheCommand() throws {
    let run = try PipedRun.shell(
      """
      python3 -c 'import os, signal, sys; signal.setitimer(signal.ITIMER_REAL, 0.3); \
        os.execvp(sys.argv[1], sys.argv[1:])' "$SPIN" -- \
        bash -c 'trap "echo alarm; exit 5" ALRM; echo ready; while :; do read -t 1 line; done'
      """)
    #expect(run.outputText == "ready\nalarm\n")
    #expect(run.status == .exited(5))
  }

  @Test func whatTheCommandSendsToItsGroupComesBackToNobody() throws {
    let session = try TerminalSession.shell(
      """
      set -m
      "$SPIN" -- bash -c 'trap "echo got it" USR1; kill -USR1 0; echo end'
      """)
    #expect(try session.waitForEnd() == .exited(0))
    #expect(session.screen.lines == ["got it", "end"])
  }

  @Test func typedInterruptsReachTheCommandOnce() throws {
    for (key, name) in [("\u{3}", "SIGINT"), ("\u{1C}", "SIGQUIT")] {
      let session = try TerminalSession.spin("-d", "0", "--", "python3", "-c", Self.counter)
      try session.waitForLine("ready")
      session.type(key)
      try session.waitForText("got \(name)")
      session.process.send(SIGUSR2)
      try session.waitForText("got SIGUSR2")
      session.type("\u{4}")
      #expect(try session.waitForEnd() == .exited(0))
      let got = session.screen.everything.filter { $0.contains("got") }
      #expect(got.count == 2)
    }
  }

  @Test func aTypedInterruptKillsBoth() throws {
    let session = try TerminalSession.spin("-d", "0", "--", "sh", "-c", "echo ready; exec sleep 60")
    try session.waitForLine("ready")
    session.type("\u{3}")
    #expect(try session.waitForEnd() == .killed(SIGINT))
    #expect(session.screen.lines == ["ready", "^C"])
  }

  @Test func aCommandThatEndsWellOnAnInterruptEndsWell() throws {
    let session = try TerminalSession.spin(
      "--", "bash", "-c", "trap 'exit 0' INT; echo ready; while :; do sleep 0.02; done")
    try session.waitForLine("ready")
    session.type("\u{3}")
    #expect(try session.waitForEnd() == .exited(0))
  }

  @Test func theTerminalsEndReachesACommandOfItsOwnSession() throws {
    let session = try TerminalSession.spin(
      "--", "bash", "-c",
      "trap 'kill $!; exit 9' HUP; sleep 60 & echo ready; while :; do sleep 0.02; done")
    try session.waitForLine("ready")
    session.hangUp()
    #expect(try session.process.wait() == .exited(9))
    try session.waitForSessionEnd()
  }

  @Test func nohupProtectsBoth() throws {
    let session = try PipedSession(
      ["nohup", Program.spin, "--", "sh", "-c", "echo ready; read line; exit 3"].map {
        Array($0.utf8)
      }, environment: Program.environment())
    try session.waitForOutput("ready\n")
    session.process.send(SIGHUP)
    session.closeInput()
    #expect(try session.waitForEnd() == .exited(3))
  }

  /// Also before the command is there.
  @Test func anInterruptThatIsTypedAtAnyMomentEndsIt() throws {
    for delay: UInt32 in stride(from: 0, through: 15_000, by: 500) {
      let session = try TerminalSession.spin("--", "sleep", "60")
      usleep(delay)
      session.type("\u{3}")
      #expect(try session.waitForEnd() == .killed(SIGINT), "after \(delay) µs")
    }
  }
}
