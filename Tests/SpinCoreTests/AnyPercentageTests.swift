import SpinCore
import Testing

@Suite struct AnyPercentageTests {
  @Test(arguments: [
    ("41%\n42%\n", 42), ("CPU 95% busy\nCPU 96% busy\n", 96), ("a 10% b 20%\na 10% b 30%\n", 30),
    ("     32.77M  41%  100.00MB/s    0:00:03\r     33.77M  42%  100.00MB/s    0:00:03\r", 42),
    ("\r[download]   41% of 10MiB\r[download]   42% of ~10MiB at 1.00MiB/s\n", 42),
    ("  1%\u{8}\u{8}\u{8}\u{8}    \u{8}\u{8}\u{8}\u{8} 42% 12 + a\u{8}\u{8}", 42),
    ("(41%)\n(42%)\n", 42), ("[41%]\n[42%]\n", 42), ("a=41%\na=42%\n", 42), ("a:41%\na:42%\n", 42),
    ("|41%|\n|42%|\n", 42), ("█41%\n█42%\n", 42), ("41%, 100B\n42%, 100B\n", 42),
    ("0%\n100%\n", 100),
    ("\u{1B}[32m41%\u{1B}[m\n\u{1B}[32m42%\u{1B}[m\n", 42), ("41% a%20b\n42% a%20b\n", 42),
    ("41% x-5%\n42% x-5%\n", 42), ("41% 5%x\n42% 5%x\n", 42), ("41% %\n42% %\n", 42),
  ])
  func theLastOneCounts(_ text: String, _ percent: Int) {
    let progress = OutputScanner(mode: .any, reading: text).progress
    #expect(progress == Fraction(percent, of: 100))
  }

  @Test func tenthsCount() {
    let scanner = OutputScanner(mode: .any, reading: "42.1%\n[download]  42.25% of\n")
    #expect(scanner.progress == Fraction(4225, of: 10000))
  }

  /// As programs write it in many languages.
  @Test(arguments: [
    "41,5%\n42,5%\n", "41.5 %\n42.5 %\n", "x 41,5 %\nx 42,5 %, y\n", "41,5\u{A0}%\n42,5\u{A0}%\n",
    "41,5\u{202F}%\n42,5\u{202F}%\n", "41,25%\n42,50%\n",
  ])
  func localesAreRead(_ text: String) {
    #expect(OutputScanner(mode: .any, reading: text).progress == Fraction(425, of: 1000))
  }

  @Test(arguments: [
    "41%\n41%\n", "-41%\n-42%\n", "+41%\n+42%\n", "x41%\nx42%\n", "_41%\n_42%\n", "a.41%\na.42%\n",
    "1.2.41%\n1.2.42%\n", "1,041%\n1,042%\n", "141%\n142%\n", "100.5%\n100.6%\n", "%41%\n%42%\n",
    "41%%\n42%%\n", "a%41%42\na%42%43\n", "41  %\n42  %\n", "41 %d\n42 %d\n", "%\n%\n", ".%\n.%\n",
    "1/41%\n1/42%\n",
    "0 41%a\n0 42%a\n", "10% 141%\n20% 142%\n",
  ])
  func otherTextIsNot(_ text: String) {
    #expect(OutputScanner(mode: .any, reading: text).progress == nil)
  }

  @Test func aFormatThatChecksItselfComesFirst() {
    let text = "A:  42% (123/292), 10%\nA:  43% (126/292), 10%\n"
    #expect(OutputScanner(mode: .any, reading: text).progress == Fraction(126, of: 292))
  }

  @Test func whatFollowsABackspaceStartsNoLine() {
    let text = "x\u{8}[1/2] a\nx\u{8}[2/2] b\n"
    #expect(OutputScanner(mode: .any, reading: text).progress == nil)
  }
}
