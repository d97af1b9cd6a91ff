import SpinCore
import Testing

@Suite struct TimeTextTests {
  @Test(arguments: [
    (Duration.zero, "0.0s", "0s"), (.milliseconds(1449), "1.4s", "1s"),
    (.milliseconds(9999), "9.9s", "9s"), (.seconds(10), "10s", "10s"),
    (.milliseconds(12900), "12s", "12s"), (.seconds(60), "1m 0s", "1m 0s"),
    (.seconds(151), "2m 31s", "2m 31s"), (.seconds(3600), "1h 0m", "1h 0m"),
    (.seconds(3900), "1h 5m", "1h 5m"), (.seconds(90061), "1d 1h", "1d 1h"),
  ])
  func theTwoLargestUnits(_ time: Duration, _ text: String, _ wholeText: String) {
    #expect(time.text == text)
    #expect(time.wholeText == wholeText)
  }
}
