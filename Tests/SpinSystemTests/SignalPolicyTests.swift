import CSpin
import Foundation
import SpinSystem
import Testing

@Suite struct SignalPolicyTests {
  private let policy = SignalPolicy(ownPID: 10, childPID: 11, isSessionLeader: false)

  private func signal(_ number: Int32, from sender: Int32?) -> cspin_signal {
    cspin_signal(
      number: number, from_process: sender == nil ? 0 : 1, sender: sender ?? 0, code: 0)
  }

  @Test(arguments: [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT, SIGALRM, SIGTSTP,
    SIGTTIN, SIGSEGV, SIGIO,
    40,
  ])
  func whatAProcessSentIsForwarded(_ number: Int32) {
    #expect(policy.forwards(signal(number, from: 99)))
    // A sender in another process namespace has no number here.
    #expect(policy.forwards(signal(number, from: 0)))
  }

  @Test(arguments: [SIGTERM, SIGUSR1, SIGWINCH, SIGPIPE])
  func whatTheCommandOrSpinSentIsNot(_ number: Int32) {
    #expect(!policy.forwards(signal(number, from: 10)))
    #expect(!policy.forwards(signal(number, from: 11)))
  }

  @Test(arguments: [SIGINT, SIGQUIT, SIGTSTP, SIGWINCH, SIGCONT])
  func whatTheTerminalSentHasReachedTheGroup(_ number: Int32) {
    #expect(!policy.forwards(signal(number, from: nil)))
  }

  @Test(arguments: [SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ])
  func whatTheKernelSentToSpinAloneIsForwarded(_ number: Int32) {
    #expect(policy.forwards(signal(number, from: nil)))
  }

  @Test func theTerminalsEndIsForwardedByTheSessionsLeader() {
    let leader = SignalPolicy(ownPID: 10, childPID: 11, isSessionLeader: true)
    #expect(leader.forwards(signal(SIGHUP, from: nil)))
    #expect(!policy.forwards(signal(SIGHUP, from: nil)))
  }

  @Test func spinsOwnAffairsAreNot() {
    #expect(!policy.forwards(signal(SIGCHLD, from: 99)))
    // Notices of its terminal, and faults of its own.
    for number in [34, SIGIO, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP] {
      #expect(!policy.forwards(signal(number, from: nil)))
    }
  }
}
