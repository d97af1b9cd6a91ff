import SpinCore
import Testing

@Suite struct ProgressSequenceTests {
  @Test(arguments: [
    ("9;4;1;0", 0), ("9;4;1;42", 42), ("9;4;1;100", 100), ("9;4;2;42", 42), ("9;4;4;42", 42),
    ("9;4;1;042", 42),
  ])
  func percentagesAreRead(_ payload: String, _ percent: Int) {
    let fraction = Fraction(percent, of: 100)
    #expect(ProgressSequence(payload: payload.utf8) == fraction.map { .known($0) })
  }

  @Test(arguments: ["9;4;0", "9;4;3", "9;4;0;", "9;4;3;", "9;4;0;0", "9;4;3;50"])
  func statesWithoutOneMakeItUnknown(_ payload: String) {
    #expect(ProgressSequence(payload: payload.utf8) == .unknown)
  }

  @Test(arguments: [
    "9;4;1", "9;4;2", "9;4;4", "9;4;1;", "9;4;2;", "9;4;1;101", "9;4;1;-1", "9;4;1;4.2", "9;4;1;x",
    "9;4;5;42", "9;4;10;42", "9;4;", "9;4", "9", "", "9;4;1;42;1", "9;5;1;42", "8;4;1;42",
    "0;4;1;42", "9;4;1; 42", "9;4;1;0042", "9;A message", "99;4;1;42",
  ])
  func othersSayNothing(_ payload: String) {
    #expect(ProgressSequence(payload: payload.utf8) == nil)
  }
}
