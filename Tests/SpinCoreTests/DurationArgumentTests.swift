import SpinCore
import Testing

@Suite struct DurationArgumentTests {
  @Test(arguments: [
    ("0", Duration.zero), ("1", .seconds(1)), ("1s", .seconds(1)), ("500ms", .milliseconds(500)),
    ("1.5m", .seconds(90)), ("2h", .seconds(7200)), (".25", .milliseconds(250)),
    ("0.001ms", .microseconds(1)), ("876000h", DurationArgument.maximum),
  ])
  func numbersWithUnits(_ text: String, _ duration: Duration) {
    #expect(DurationArgument.duration(from: text) == duration)
  }

  @Test(arguments: [
    "", "s", "-1", "+1", "1 s", "1d", "1S", "1e3", "inf", "nan", "0x10", "1,5", ".", "1.2.3", "１",
    "1ss", "876001h", "99999999999999999999999999999999999h",
  ])
  func anythingElseIsNone(_ text: String) {
    #expect(DurationArgument.duration(from: text) == nil)
  }
}
