import SpinCore
import Testing

@Suite struct OutputModeTests {
  private static let modes: [(String, OutputMode?)] = [
    ("stream", .stream), ("tail", .tail(lines: 5)), ("tail:1", .tail(lines: 1)),
    ("tail:1000", .tail(lines: 1000)), ("on-failure", .onFailure), ("at-end", .atEnd),
    ("none", OutputMode.none),
    ("tail:0", nil), ("tail:1001", nil), ("tail:", nil), ("tail:x", nil), ("tails", nil), ("", nil),
    ("Stream", nil),
  ]

  @Test(arguments: modes)
  func modesAreReadByName(_ text: String, _ mode: OutputMode?) {
    #expect(OutputMode(text) == mode)
  }

  @Test func onlyFailuresAndWhatIsAskedForArePrinted() {
    let good = Outcome.exited(status: 0)
    for bad in [
      Outcome.exited(status: 1), .killed(signal: 15, name: "SIGTERM"), .timedOut(limit: .zero),
    ] {
      #expect(OutputMode.onFailure.prints(after: bad))
      #expect(OutputMode.tail(lines: 5).prints(after: bad))
      #expect(OutputMode.atEnd.prints(after: bad))
      #expect(!OutputMode.none.prints(after: bad))
    }
    #expect(!OutputMode.onFailure.prints(after: good))
    #expect(!OutputMode.tail(lines: 5).prints(after: good))
    #expect(OutputMode.atEnd.prints(after: good))
  }
}
