import SpinCore
import Testing

/// Formats that are read only by their name: each reads its own whole record, and nothing else.
@Suite struct NamedFormatTests {
  private static let named = OutputFormat.allCases.filter { !$0.checksItself }

  private func progress(_ text: String, _ format: OutputFormat) -> Fraction? {
    OutputScanner(mode: .format(format), reading: text).progress
  }

  @Test(arguments: [
    (
      OutputFormat.rsync,
      "\r     21,331,968  35%   19.55MB/s    0:00:01  \r     42,631,168  71%   19.55MB/s    0:00:00  \r",
      710
    ),
    (
      .rsync,
      "\r  32.77K   0%    0.00kB/s    0:00:00\r  60.00M 100%   19,63MB/s    0:00:02 (xfr#1, to-chk=0/1)\r",
      1000
    ),
    (
      .rsync,
      "\r     1.331.968  35%   19,55MB/s   ??:??:??  \r     2.331.968  36%   19,55MB/s  100:00:01  \r",
      360
    ),
    (
      .ytDLP,
      "\r[download]   1.0% of   10.00MiB at  Unknown B/s ETA Unknown\r[download]  42.3% of ~  10.00MiB at    1.20MiB/s ETA 00:05 (frag 3/120)\r",
      423
    ),
    (
      .ytDLP,
      "[download]  41.0% at 1.00MiB/s ETA 00:05\n[download] 100% of   10.00MiB in 00:00:08 at 1.2MiB/s\n",
      1000
    ),
    (
      .sevenZip,
      "  0%\u{8}\u{8}\u{8}\u{8}    \u{8}\u{8}\u{8}\u{8}  2% + a\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}        \u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8} 42% 12 U b 90% off\u{8}",
      420
    ),
    (.sevenZip, "  0%\r 42% 3 - a b.iso\r", 420),
    (
      .xz,
      "\r  5.1 %           2.9 MiB / 2.9 MiB = 0.981                   0:01\r\r 42.5 %           5.3 MiB / 5.3 MiB = 0.988   2.4 MiB/s       0:02             \r",
      425
    ),
    (
      .xz, "\r  5,1 %           2,9 MiB / 2,9 MiB = 0,981\r 42,5 %   5,3 MiB / 5,3 MiB = 0,988\r",
      425
    ),
  ])
  func itsOwnRecordIsRead(_ format: OutputFormat, _ text: String, _ tenths: Int) {
    for other in Self.named {
      let expected = other == format ? Fraction(tenths, of: 1000) : nil
      #expect(progress(text, other) == expected, "\(other.rawValue)")
    }
  }

  @Test(arguments: [
    "z 90% off.iso\nz 91% off.iso\n", " 90% off.iso\n 91% off.iso\n", "41%\n42%\n",
    "100 41%\n100 42%\n",
    "[download] Destination: 90% off.mp4\n[download] Destination: 91% off.mp4\n",
    "[download]  41% complete\n[download]  42% complete\n", "CPU 95% busy\nCPU 96% busy\n",
    "a.xz: 41.5 %\na.xz: 42.5 %\n", "41.5 % / done\n42.5 % / done\n",
    "     21,331,968  35%   fast\n     42,631,168  71%   faster\n",
    "  21  35%   1 B/s    soon\n  42  71%   1 B/s    later\n",
  ])
  func noOtherPercentageIs(_ text: String) {
    for format in Self.named {
      #expect(progress(text, format) == nil, "\(format.rawValue)")
    }
  }

  @Test func curlAndQEMUWriteTheNumbersOfTheLocale() {
    #expect(progress("\r####        15,3%\r######      42,5%\r", .curl) == Fraction(425, of: 1000))
    #expect(progress("    (0,00/100%)\r    (42,50/100%)\r", .qemu) == Fraction(425, of: 1000))
  }

  /// Git puts its figures on a line of their own in a window that is too narrow for both.
  @Test func gitIsReadInANarrowWindow() {
    let text = "Receiving objects:\n   41% (120/292)\r   42% (123/292), 1.2 MiB | 3 MiB/s\r"
    #expect(OutputScanner(reading: text).progress == Fraction(123, of: 292))
    #expect(OutputScanner(reading: "   41% (12/292)\n   42% (13/292)\n").progress == nil)
  }
}
