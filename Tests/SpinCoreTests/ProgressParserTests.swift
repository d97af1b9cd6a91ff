import SpinCore
import SpinTestSupport
import Testing

@Suite struct ProgressParserTests {
  private func fraction(_ part: Int, _ whole: Int) -> ProgressUpdate.Change {
    .known(Fraction(part, of: whole)!)
  }

  /// What is known after these bytes, in pieces of so many.
  private func update(
    _ bytes: [UInt8], pieceSize: Int = .max, isFinished: Bool = false
  ) -> ProgressUpdate? {
    var parser = ProgressParser()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(pieceSize))
      piece.withUnsafeBufferPointer { parser.consume($0) }
      rest = rest.dropFirst(piece.count)
    }
    if isFinished { parser.finish() }
    return parser.takeUpdate()
  }

  private func update(_ text: String) -> ProgressUpdate? { update(Array(text.utf8)) }

  @Test(arguments: [
    ("42", 420, 1000), ("42%", 42, 100), ("42.5 %", 425, 1000), ("42,5", 425, 1000), ("0", 0, 1),
    ("100", 1, 1), ("100.0", 1, 1), ("007", 7, 100), ("  42\t", 42, 100), ("3/10", 3, 10),
    ("0/1", 0, 1), ("33.33333333333333", 33_333_333_333, 100_000_000_000),
    ("\u{1B}]9;4;1;42", 42, 100), ("\u{1B}]9;4;2;42", 42, 100), ("\u{1B}]9;4;4;42", 42, 100),
    ("[GNUPG:] PROGRESS stdin ? 30 100 B", 30, 100), ("[GNUPG:] PROGRESS x X 1 4", 1, 4),
  ])
  func amountsAreRead(_ line: String, _ part: Int, _ whole: Int) throws {
    let update = try #require(self.update(line + "\n"))
    #expect(update.detail == nil)
    guard case .known(let read) = update.change else { throw CancellationError() }
    let expected = try #require(Fraction(part, of: whole))
    #expect(read.value == expected.value)
    #expect(read.percent == expected.percent)
  }

  @Test(arguments: [
    ("42 Linking", 42, "Linking"), ("42% Linking", 42, "Linking"), ("42 % x", 42, "x"),
    ("42.9 a b", 42, "a b"), ("3/10 Copying x", 30, "Copying x"), ("42 %x", 42, "%x"),
    ("dlstatus:2:12.1477:Retrieving file 2 of 3", 12, "Retrieving file 2 of 3"),
    ("pmstatus:libc6:20.0000:Unpacking a:b", 20, "Unpacking a:b"),
  ])
  func amountsMayHaveALabel(_ line: String, _ percent: Int, _ label: String) throws {
    let update = try #require(self.update(line + "\n"))
    guard case .known(let read) = update.change else { throw CancellationError() }
    #expect(read.percent == percent)
    #expect(update.detail == Array(label.utf8))
  }

  @Test(arguments: [
    ("# Fetch", "Fetch"), ("#Fetch", "Fetch"), ("#", ""), ("#  a \u{1B}[31mb ", "a \u{1B}[31mb"),
  ])
  func labelsAreRead(_ line: String, _ label: String) {
    #expect(update(line + "\n") == ProgressUpdate(detail: Array(label.utf8)))
  }

  @Test(arguments: [
    "-", "pulsate:true", "\u{1B}]9;4;0", "\u{1B}]9;4;3", "\u{1B}]9;4;3;0",
    "[GNUPG:] PROGRESS need_entropy X 30 0",
  ])
  func notKnowingIsRead(_ line: String) {
    #expect(update(line + "\n") == ProgressUpdate(.unknown))
  }

  @Test(arguments: [
    "", " ", "x", "101", "100.5", "-1", "+1", "1e2", ".5", "5.", "5..5", "42x", "42%x", "3/2",
    "3/0", "/3", "3/", "1.5/3", "99999999999999999999", "1/99999999999999999999", "NaN", "--",
    "- 5",
    "pulsate:false", "pulsate", "dlstatus:1", "pmerror:x:20:y", "pmstatus:x:y:z", "\u{1B}]9;4;1",
    "\u{1B}]9;4;1;101", "\u{1B}]9;4;5;1", "\u{1B}]9;4;12", "\u{1B}]0;42", "\u{1B}[42",
    "[GNUPG:] PROGRESS",
    "[GNUPG:] PROGRESS x X 5 4", "[GNUPG:] GOODSIG 42", "CPU 95% busy", "[ 42%] x", "Step 3/10",
  ])
  func anythingElseIsIgnored(_ line: String) {
    #expect(update(line + "\n") == nil)
    // What is known stays.
    #expect(update("7\n" + line + "\n") == update("7\n"))
  }

  @Test func everyKindOfLineEndCounts() {
    for text in ["5\n6\n", "5\r6\r", "5\r\n6\r\n", "5\n\n6\n\r"] {
      #expect(update(text)?.change == .known(Fraction(6, of: 100)!))
    }
    #expect(update("5\n6")?.change == .known(Fraction(5, of: 100)!))
  }

  @Test func sequencesEndWhereTheyEnd() {
    for end in ["\u{7}", "\u{1B}\\"] {
      #expect(update("\u{1B}]9;4;1;42\(end)")?.change == .known(Fraction(42, of: 100)!))
      #expect(
        update("\u{1B}]9;4;1;42\(end)\u{1B}]9;4;1;43\(end)")?.change
          == .known(Fraction(43, of: 100)!))
    }
    #expect(update("# a\\b\u{7}c\n")?.detail == Array("a\\b\u{7}c".utf8))
  }

  private static let blocks: [(String, Int?, String?)] = [
    ("XXX\n42\nCopying\nXXX\n", 42, "Copying"),
    ("XXX\r\n42\r\nCopying\r\nfiles\r\nXXX\r\n", 42, "Copying files"),
    ("XXX\nCopying\n42\nXXX\n", nil, "Copying 42"), ("XXX\n42\nXXX\n", 42, nil),
  ]

  @Test(arguments: blocks)
  func blocksAreReadAtTheirEnd(_ text: String, _ percent: Int?, _ label: String?) {
    let update = self.update(text)
    let change = percent.map { fraction($0, 100) }
    #expect(update?.change == change)
    #expect(update?.detail == label.map { Array($0.utf8) })
    #expect(self.update(String(text.dropLast(4))) == nil)
    #expect(self.update(text + "43\n")?.change == fraction(43, 100))
  }

  @Test func theEndEndsTheLastLineAndAllKnowledge() {
    let update = self.update(Array("42 x\n# last".utf8), isFinished: true)
    #expect(update == ProgressUpdate(.unknown, detail: Array("last".utf8)))
  }

  @Test func longLinesAreCut() {
    let label = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
    let line = Array("42 ".utf8) + label + [0x0A]
    #expect(update(line)?.detail?.count == ProgressParser.longestLine - 3)
    #expect(update(line, pieceSize: 1000) == update(line))
    let block = Array("XXX\n".utf8) + label + [0x0A] + label + Array("\nXXX\n".utf8)
    #expect((update(block)?.detail?.count ?? .max) <= ProgressParser.longestLine)
  }

  @Test func thePiecesDoNotMatter() {
    let parts: [[UInt8]] =
      [
        "42", "4.5", "%", " ", "/", "10", "\n", "\r", "\r\n", "#", "x", "XXX", "\nXXX\n", "-",
        "\n-\n",
        "\u{1B}", "\u{1B}]9;4;1;", "\u{7}", "\\", "pulsate:true\n", "dlstatus:1:2:",
        "[GNUPG:] PROGRESS ",
      ].map { Array($0.utf8) } + [[0xFF], [0], [0xE2, 0x82]]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let bytes = (0..<40).flatMap { _ in parts.randomElement(using: &generator)! }
      let isFinished = Bool.random(using: &generator)
      let whole = update(bytes, isFinished: isFinished)
      for size in [1, 2, 3, 7, 16] {
        #expect(update(bytes, pieceSize: size, isFinished: isFinished) == whole)
      }
    }
    for _ in 0..<200 {
      let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(update(bytes, pieceSize: 3) == update(bytes))
    }
  }
}
