import SpinCore
import Testing

/// The same output in other pieces means the same.
@Suite struct OutputScannerPieceTests {
  private static let parts = [
    "[", "1", "2", "/", "4", "] ", "%", "% (", ")", " ", "#", "=", ">", "P", "\r", "\n", "\r\n",
    "\u{8}",
    "\u{1B}", "[m", "\u{1B}[31m", "\u{1B}]", "9;4;", "1;42", "\u{7}", "\u{1B}\\",
    "\u{1B}]9;4;1;7\u{7}",
    "\u{1B}]9;4;0\u{1B}\\", "\u{1B}P", "\u{18}", "\t", "é", "text", "\n[1/4] a", "\n[2/4] b",
    "\r[3/4] c\r",
    "\n[ 42%] a\n", "\n[ 57%] b\n", "\nA:  25% (1/4)", "\rA:  50% (2/4)\r", "\r##  15.3%",
    "\r## 42.0%\r",
    "\ra  71%[=>  ]", "\ra  72%[=>  ] b\r", "\nProgress 1 of 9\n", "\nProgress 2 of 9\n",
    "\r    (42.00/100%)\r", "    (43.00/100%)\r", " 41%\u{8}", "\n42.5%\n", "\n-3%\n",
    String(repeating: "x", count: 500), String(repeating: "%", count: 1020),
  ]

  @Test(arguments: [
    ScanMode.automatic, .any, .format(.git), .format(.ninja), .format(.curl), .format(.sevenZip),
  ])
  func thePiecesDoNotMatter(_ mode: ScanMode) {
    var random = SplitMix(state: 42)
    var known = 0
    for _ in 0..<200 {
      let text = text(using: &random)
      let whole = result(text, mode, pieces: [text.count])
      known += whole.progress == nil ? 0 : 1
      let ones = result(text, mode, pieces: Array(repeating: 1, count: text.count))
      #expect(ones == whole, "\(String(decoding: text, as: UTF8.self).debugDescription)")
      for longest in [4, 20, 300] {
        var pieces: [Int] = []
        while pieces.reduce(0, +) < text.count {
          pieces.append(Int.random(in: 0...longest, using: &random))
        }
        #expect(
          result(text, mode, pieces: pieces) == whole,
          "\(String(decoding: text, as: UTF8.self).debugDescription) in \(pieces)")
      }
    }
    #expect(20...190 ~= known, "\(known) texts report progress")
  }

  private struct Result: Equatable {
    let progress: Fraction?
    let expiry: Duration?
    let hasUnfinishedRecord: Bool
    let settled: Fraction?
  }

  private func result(_ text: [UInt8], _ mode: ScanMode, pieces: [Int]) -> Result {
    var scanner = OutputScanner(mode: mode)
    text.withUnsafeBufferPointer { bytes in
      var start = 0
      for count in pieces {
        let end = min(start + count, bytes.count)
        scanner.consume(UnsafeBufferPointer(rebasing: bytes[start..<end]), at: .zero)
        start = end
      }
    }
    var quiet = scanner
    quiet.settle(at: .zero)
    return Result(
      progress: scanner.progress, expiry: scanner.expiry,
      hasUnfinishedRecord: scanner.hasUnfinishedRecord, settled: quiet.progress)
  }

  private func text(using random: inout SplitMix) -> [UInt8] {
    (0..<Int.random(in: 1...40, using: &random)).flatMap { _ -> [UInt8] in
      if Int.random(in: 0..<8, using: &random) == 0 {
        return [UInt8.random(in: 0...255, using: &random)]
      }
      return Array(Self.parts.randomElement(using: &random)!.utf8)
    }
  }
}

/// A generator that gives the same numbers each time (Steele, Lea and Flood, 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
