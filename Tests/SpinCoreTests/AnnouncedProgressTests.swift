import SpinCore
import Testing

@Suite struct AnnouncedProgressTests {
  private func sequence(_ payload: String) -> String { "\u{1B}]9;4;\(payload)\u{7}" }

  @Test(arguments: ScanMode.all.filter { $0 != .off })
  func oneSequenceCountsAtOnce(_ mode: ScanMode) {
    for end in ["\u{7}", "\u{1B}\\"] {
      for before in ["", "text", "a\n", String(repeating: "x", count: 5000)] {
        let scanner = OutputScanner(mode: mode, reading: before + "\u{1B}]9;4;1;42" + end)
        #expect(scanner.progress == Fraction(42, of: 100))
        #expect(scanner.expiry == nil)
      }
    }
  }

  @Test func noneDoesWhenTheScanIsOff() {
    #expect(OutputScanner(mode: .off, reading: sequence("1;42")).progress == nil)
  }

  @Test func itHoldsUntilItIsCleared() {
    for state in ["0", "3", "0;0"] {
      var scanner = OutputScanner(reading: sequence("1;42"))
      scanner.expire(at: .seconds(1000))
      #expect(scanner.progress == Fraction(42, of: 100))
      scanner.read(sequence(state), at: .seconds(1001))
      #expect(scanner.progress == nil)
    }
  }

  @Test(arguments: [
    ("2;50", 50), ("4;50", 50), ("1", 42), ("2", 42), ("4", 42), ("1;", 42), ("1;101", 42),
    ("5;50", 42),
    ("1;00000000000050", 42),
  ])
  func statesAreUnderstood(_ payload: String, _ percent: Int) {
    let scanner = OutputScanner(reading: sequence("1;42") + sequence(payload))
    #expect(scanner.progress == Fraction(percent, of: 100))
  }

  @Test func itOutranksRecords() {
    var scanner = OutputScanner(reading: "[1/4] a\n" + sequence("1;42") + "[2/4] b\n")
    #expect(scanner.progress == Fraction(42, of: 100))
    scanner.read(sequence("0"), at: .zero)
    #expect(scanner.progress == nil)
    scanner.read("[3/4] c\n[4/4] d\n", at: .zero)
    #expect(scanner.progress == Fraction(1, of: 1))
  }

  @Test(arguments: [
    "\u{1B}]9;4;1;42", "\u{1B}]9;4;1;42\u{1B}", "\u{1B}]9;4;1;42\u{18}\u{7}",
    "\u{1B}]9;4;1;42\u{1B}x\u{7}",
    "\u{1B}P9;4;1;42\u{7}", "]9;4;1;42\u{7}", "\u{1B}]9;4;1;42\n\u{7}", "\u{1B}[9;4;1;42\u{7}",
  ])
  func brokenOnesSayNothing(_ text: String) {
    let scanner = OutputScanner(reading: text)
    #expect(scanner.progress == nil)
  }
}
