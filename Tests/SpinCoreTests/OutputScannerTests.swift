import SpinCore
import Testing

@Suite struct OutputScannerTests {
  private let half = Fraction(1, of: 2)

  @Test func nothingIsKnownAtFirst() {
    let scanner = OutputScanner(mode: .automatic)
    #expect(scanner.progress == nil)
    #expect(scanner.expiry == nil)
    #expect(!scanner.hasUnfinishedRecord)
  }

  @Test func oneRecordIsChance() {
    var scanner = OutputScanner(reading: "[1/4] a\n")
    #expect(scanner.progress == nil)
    scanner.read("text\n\r\n[1/4] a\n", at: .seconds(1))
    #expect(scanner.progress == nil)
    scanner.read("text\n[2/4] a\n", at: .seconds(2))
    #expect(scanner.progress == half)
    #expect(scanner.expiry == .seconds(12))
    scanner.read("[3/4] a\n", at: .seconds(3))
    #expect(scanner.progress == Fraction(3, of: 4))
    #expect(scanner.expiry == .seconds(13))
    scanner.read("[3/4] a\n", at: .seconds(4))
    #expect(scanner.expiry == .seconds(14))
  }

  @Test func twoRecordsFarApartAreChance() {
    var scanner = OutputScanner(reading: "[1/4] a\n")
    scanner.read("[2/4] a\n", at: .seconds(60))
    #expect(scanner.progress == nil)
    scanner.read("[3/4] a\n", at: .milliseconds(119_999))
    #expect(scanner.progress == Fraction(3, of: 4))
  }

  @Test func progressExpires() {
    var scanner = OutputScanner(reading: "[1/4] a\n[2/4] b\n")
    scanner.expire(at: .milliseconds(9_999))
    #expect(scanner.progress == half)
    scanner.read("text\n", at: .milliseconds(9_999))
    #expect(scanner.progress == half)
    scanner.expire(at: .seconds(10))
    #expect(scanner.progress == nil)
    #expect(scanner.expiry == nil)
    // The same series goes on, only slowly.
    scanner.read("[3/4] c\n", at: .seconds(40))
    #expect(scanner.progress == Fraction(3, of: 4))
    #expect(scanner.expiry == .seconds(50))
  }

  @Test func otherOutputLetsItExpire() {
    var scanner = OutputScanner(reading: "[1/4] a\n[2/4] b\n")
    scanner.read("text\n", at: .seconds(10))
    #expect(scanner.progress == nil)
  }

  @Test func anotherKindTakesOverWithTwoOfItsOwn() {
    var scanner = OutputScanner(reading: "[1/4] a\n[2/4] b\n[ 10%] c\n")
    #expect(scanner.progress == half)
    scanner.read("[ 10%] c\n", at: .seconds(1))
    #expect(scanner.progress == half)
    scanner.read("[ 20%] c\n", at: .seconds(2))
    #expect(scanner.progress == Fraction(20, of: 100))
    scanner.read("[3/4] a\n", at: .seconds(3))
    #expect(scanner.progress == Fraction(20, of: 100))
  }

  @Test func kindsThatAlternateDoNot() {
    let text = (1...9).map { "[\($0)/10] a\n[ \($0)0%] b\n" }.joined()
    #expect(OutputScanner(reading: text).progress == nil)
    let scanner = OutputScanner(reading: "[0/10] a\n" + text)
    #expect(scanner.progress == Fraction(9, of: 10))
  }

  @Test func titlesOfGitAreKinds() {
    let first = "Counting:  10% (1/10)\rCounting:  20% (2/10)\r"
    var scanner = OutputScanner(reading: first + "Writing:   0% (0/4)\r")
    #expect(scanner.progress == Fraction(2, of: 10))
    scanner.read("Writing:  25% (1/4)\r", at: .zero)
    #expect(scanner.progress == Fraction(1, of: 4))
  }

  @Test func quietOutputIsTakenForWhatItIsSoFar() {
    var scanner = OutputScanner(reading: "\r[1/4] a\r[2/4] b")
    #expect(scanner.progress == nil)
    #expect(scanner.hasUnfinishedRecord)
    scanner.settle(at: .seconds(1))
    #expect(scanner.progress == half)
    #expect(scanner.expiry == .seconds(11))
  }

  @Test(arguments: [
    "\r[0/4] a\r[2/4] a", "\r##   49.9%\r##   50.0%", "A:   0% (0/2)\rA:  50% (1/2), 2 MiB",
    "[ 49%] a\n[ 50%] a", "\r49%[=> ]\r50%[=> ]", "\r    (49.99/100%)\r    (50.00/100%)",
  ])
  func whatIsReadOfItSoFarStays(_ text: String) {
    var scanner = OutputScanner(reading: text)
    #expect(scanner.progress == nil)
    scanner.settle(at: .zero)
    #expect(scanner.progress == half)
    scanner.read("\r", at: .zero)
    #expect(scanner.progress == half)
  }

  @Test func aRecordCountsOnce() {
    var scanner = OutputScanner(reading: "\r[1/4] a\r[2/4] b")
    scanner.settle(at: .seconds(1))
    scanner.settle(at: .seconds(2))
    scanner.read(" more\r", at: .seconds(3))
    #expect(scanner.progress == half)
    #expect(scanner.expiry == .seconds(11))
    scanner.read("[2/4] c\r", at: .seconds(4))
    #expect(scanner.expiry == .seconds(14))
  }

  @Test func settlingDoesNotTakeAPartForTheWhole() {
    var scanner = OutputScanner(reading: "Progress 10 of 87")
    scanner.settle(at: .zero)
    scanner.read("6263\n", at: .zero)
    #expect(scanner.progress == nil)
    scanner.read("Progress 20 of 876263\n", at: .zero)
    #expect(scanner.progress == Fraction(20, of: 876263))
  }

  @Test func settlingNothingDoesNothing() {
    for text in ["", "\n", "text", "\u{1B}[m", String(repeating: "#", count: 2000)] {
      var scanner = OutputScanner(reading: text)
      scanner.settle(at: .zero)
      #expect(scanner.progress == nil)
    }
  }

  @Test func settlingLetsOthersExpire() {
    var scanner = OutputScanner(reading: "[1/4] a\n[2/4] b\ntext")
    scanner.settle(at: .seconds(10))
    #expect(scanner.progress == nil)
  }

  @Test(arguments: [1024, 1025, 1026, 5000])
  func longRecordsAreIgnored(_ count: Int) {
    let start = "[1/4] a\n[2/4] "
    let text = start + String(repeating: "x", count: count - 6)
    let expected = count <= 1024 ? half : nil
    #expect(OutputScanner(reading: text + "\n").progress == expected)
    #expect(OutputScanner(reading: text + "\u{1B}[m\n").progress == expected)
    var scanner = OutputScanner(reading: start)
    for byte in text.dropFirst(start.count) { scanner.read(String(byte), at: .zero) }
    scanner.read("\u{1B}[m\n", at: .zero)
    #expect(scanner.progress == expected)
    // What follows is read again.
    scanner.read("[2/4] a\n[3/4] a\n", at: .zero)
    #expect(scanner.progress == Fraction(3, of: 4))
  }

  @Test func sequencesDoNotMakeARecordLong() {
    let colours = String(repeating: "\u{1B}[38;5;12mx\u{1B}[m", count: 900)
    let text = "[1/4] \(colours)\n\u{1B}]0;\(String(repeating: "t", count: 3000))\u{7}[2/4] b\n"
    #expect(OutputScanner(reading: text).progress == half)
  }

  @Test(arguments: [
    "\u{1B}[31m", "\u{1B}[?25l", "\u{1B}]0;title\u{7}", "\u{1B}]0;title\u{1B}\\", "\u{1B}(B",
    "\u{1B}7", "\u{1B}Pdata\u{1B}\\", "\u{1B}_data\u{1B}\\", "\u{1B}\u{1B}[m", "\u{1B}[3\u{18}",
    "\u{1B}]8;;http://a/%20\u{1B}\\",
  ])
  func sequencesAreSkipped(_ sequence: String) {
    let text = "[1/4] a\n\(sequence)[2\(sequence)/4] b\(sequence)\n"
    #expect(OutputScanner(reading: text).progress == half)
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[31", "\u{1B}]0;title", "\u{1B}Pdata", "\u{1B}", "\u{1B}("])
  func theEndOfARecordEndsEverySequence(_ sequence: String) {
    #expect(OutputScanner(reading: "[1/4] a\n[2/4] b\(sequence)\n").progress == half)
    #expect(OutputScanner(reading: "\(sequence)\n[1/4] a\n[2/4] b\n").progress == half)
  }
}
