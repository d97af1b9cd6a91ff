import Foundation
import SpinSystem
import Testing

@Suite struct SignalNameTests {
  @Test(arguments: [
    (SIGTERM, "SIGTERM"), (SIGKILL, "SIGKILL"), (SIGSYS, "SIGSYS"), (200, "signal 200"),
  ])
  func signalsHaveTheirNames(_ number: Int32, _ name: String) {
    #expect(SignalName.name(of: number) == name)
  }

  @Test func realTimeSignalsAreCounted() {
    let first: Int32 = 34
    #expect(SignalName.name(of: first) == "SIGRTMIN")
    #expect(SignalName.name(of: first + 6) == "SIGRTMIN+6")
  }

  @Test func everyOrdinarySignalHasAName() {
    for number in 1..<Int32(32) { #expect(SignalName.name(of: number).hasPrefix("SIG")) }
  }
}
