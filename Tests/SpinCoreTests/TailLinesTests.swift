import SpinCore
import SpinTestSupport
import Testing

@Suite struct TailLinesTests {
  private func lines(
    _ bytes: some Sequence<UInt8>, count: Int = 5, columns: Int = 80, keepsColors: Bool = false
  ) -> [String] {
    var tail = TailLines(count: count)
    Array(bytes).withUnsafeBufferPointer { tail.consume($0) }
    return tail.lines(columns: columns, keepsColors: keepsColors)
  }

  private func colored(_ text: String, columns: Int = 80) -> [String] {
    lines(text.utf8, columns: columns, keepsColors: true)
  }

  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\nb\nc", ["b", "c"]),
      ("a\nb\nc\n", ["b", "c"]), ("\n", [""]), ("\n\n\n", ["", ""]), ("a\n\n", ["a", ""]),
      ("a\r\nb\r\n", ["a", "b"]), ("a\nb\n\r\u{1B}[K\u{1B}[31m\u{8}\t\u{7}", ["a", "b"]),
      ("a\nb\n ", ["b", " "]),
    ] as [(String, [String])])
  func theLastLinesAreKept(_ text: String, _ expected: [String]) {
    #expect(lines(text.utf8, count: 2) == expected)
  }

  @Test(arguments: [
    ("10%\r20%\r", "20%"), ("abcdef\rXY", "XYcdef"), ("abc\u{8}\u{8}X", "aXc"), ("\u{8}a", "a"),
    ("a\tb", "a       b"), ("abcdefgh\ti", "abcdefgh        i"), ("0123456789\r\tX", "01234567X9"),
    ("abcdef\r\u{1B}[K", ""), ("abcdef\u{1B}[3D\u{1B}[K", "abc"), ("abc\u{1B}[2D\u{1B}[1KX", " Xc"),
    ("abcdef\u{1B}[3D\u{1B}[1K", "    ef"), ("abc\u{1B}[2K\rX", "X"), ("abc\u{1B}[2KX", "   X"),
    ("abc\r\u{1B}[J", ""), ("abc\u{1B}[9K", "abc"), ("a\u{1B}[3Cb", "a   b"), ("a\u{1B}[Cb", "a b"),
    ("abc\u{1B}[DX", "abX"), ("abc\u{1B}[99DX", "Xbc"), ("abc\u{1B}[2GX", "aXc"),
    ("abc\u{1B}[GX", "Xbc"), ("漢字\rX", "X 字"), ("漢字\u{8}X", "漢 X"), ("abcd\r漢", "漢cd"),
    ("漢字\r\u{1B}[C漢", " 漢 "), ("漢字\u{1B}[2G\u{1B}[K", " "),
    ("漢字\u{1B}[2G\u{1B}[1K", "  字"), ("e\u{301}e\u{301}\rx", "xe\u{301}"),
  ])
  func aLineChangesInPlace(_ text: String, _ expected: String) {
    #expect(lines(text.utf8) == [expected])
  }

  @Test(arguments: [
    "\u{1B}[2A", "\u{1B}[5;1H", "\u{1B}[?25l", "\u{1B}[?1049h", "\u{1B}[>4;2m", "\u{1B}7",
    "\u{1B}(B", "\u{1B}c", "\u{1B}[38;5;1 q", "\u{1B}]0;title\u{7}",
    "\u{1B}]8;;file:\u{1B}\\", "\u{1B}]0;\nb\n\u{1B}\\", "\u{1B}Pq\nx\u{1B}\\", "\u{1B}_x\u{18}",
    "\u{1B}^x\u{1B}[m", "\u{1B}[\u{1B}[31m", "\u{1B}[3\u{18}", "\u{0}", "\u{7}", "\u{B}", "\u{7F}",
    "\u{9B}", "\u{202E}", "\u{1B}[" + String(repeating: "1;", count: 500) + "m",
  ])
  func whatElseMovesOrControlsIsRemoved(_ sequence: String) {
    for keepsColors in [false, true] {
      let found = lines("a\(sequence)b\u{1B}[m".utf8, keepsColors: keepsColors)
      let expected =
        sequence.hasSuffix("[31m") && keepsColors ? ["a\u{1B}[0;2;31mb\u{1B}[m"] : ["ab"]
      #expect(found == expected, "\(sequence.debugDescription)")
    }
  }

  @Test func aSequenceMayHoldALineFeed() {
    #expect(lines("a\u{1B}[3\n1Cb".utf8) == ["a", String(repeating: " ", count: 31) + "b"])
  }

  @Test(
    arguments: [
      [0xE6, 0x41, 0xFF, 0x42], [0xC0, 0xAF], [0xE0, 0x80, 0x41], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98, 0x41], [0xF0, 0x8F, 0x41], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80],
      [0xE6, 0xBC, 0xE6, 0xBC, 0xA2], [0xF4, 0x8F, 0xBF, 0xBD], [0xC3, 0xC3, 0xA9],
    ] as [[UInt8]])
  func whatIsNoUTF8IsReplaced(_ bytes: [UInt8]) {
    #expect(lines(bytes) == [String(decoding: bytes, as: UTF8.self)])
  }

  @Test(arguments: [
    ("abcdef", 3, "abc"), ("漢字", 3, "漢"), ("漢字", 4, "漢字"), ("e\u{301}x", 1, "e\u{301}"),
    ("👨‍👩‍👧x", 2, "👨‍👩‍👧"), ("👨‍👩‍👧x", 3, "👨‍👩‍👧x"), ("❤️x", 1, ""), ("❤️x", 2, "❤️"), ("🇩🇪🇫🇷", 3, "🇩🇪"),
    ("👍🏽👍🏽", 3, "👍🏽"), ("\u{301}a", 1, "a"), ("abc", 0, ""), ("❤️\r\u{1B}[CX", 2, " X"),
  ])
  func aLineIsCutByColumns(_ text: String, _ columns: Int, _ expected: String) {
    #expect(lines(text.utf8, columns: columns) == [expected])
  }

  @Test func aLongLineIsCutWhereItIsKept() {
    let long = String(repeating: "x", count: 3000)
    #expect(lines((long + "\nb").utf8, columns: 9999) == [String(long.prefix(1024)), "b"])
    #expect(lines((long + "\rab").utf8, columns: 4) == ["abxx"])
    #expect(lines((long + "\u{1B}[9999Cy\u{301}漢").utf8, columns: 9999)[0].count == 1024)
    let odd = "x" + String(repeating: "漢", count: 600)
    #expect(lines((odd + "y").utf8, columns: 9999)[0].columns == 1023)
    let marked = "a" + String(repeating: "\u{301}", count: 3000) + "b\u{301}"
    #expect(lines(marked.utf8)[0].unicodeScalars.count == 1026)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[m", ["\u{1B}[0;2;31mred\u{1B}[m"]),
    ("a\u{1B}[31mb\u{1B}[0mc", ["a\u{1B}[0;2;31mb\u{1B}[0;2mc\u{1B}[m"]),
    ("\u{1B}[31ma\nb\n", ["\u{1B}[0;2;31ma\u{1B}[m", "\u{1B}[0;2;31mb\u{1B}[m"]),
    ("\u{1B}[31ma\u{1B}[1;31mb\u{1B}[31;1mc", ["\u{1B}[0;2;31ma\u{1B}[0;1;2;31mbc\u{1B}[m"]),
    ("\u{1B}[31mabc\r\u{1B}[32mX", ["\u{1B}[0;2;32mX\u{1B}[0;2;31mbc\u{1B}[m"]),
    ("\u{1B}[31m\u{1B}[39mx", ["x"]), ("\u{1B}[31m\u{1B}cx", ["x"]),
    ("\u{1B}[31mx\r\u{1B}[K", [""]),
    ("abc\u{1B}[41m\r\u{1B}[4Cd", ["abc \u{1B}[0;2;41md\u{1B}[m"]),
  ])
  func coloursAreKeptWithinDim(_ text: String, _ expected: [String]) {
    #expect(colored(text) == expected)
  }

  @Test(arguments: [
    ("1;2;3;5;6;7;8;9;53", "1;2;3;5;6;7;8;9;53"), ("4", "2;4"), ("4:3", "2;4:3"), ("21", "2;4:2"),
    ("4;24;1;22;3;23;5;25;7;27;8;28;9;29;53;55;36", "2;36"), ("97;107", "2;97;107"),
    ("90;40", "2;90;40"), ("38;5;200;1", "1;2;38;5;200"), ("38;2;1;2;3;4", "2;4;38;2;1;2;3"),
    ("38:2:1:2:3;4", "2;4;38;2;1;2;3"), ("48:2::1:2:3:0", "2;48;2;1;2;3"),
    ("48:5:7;1", "1;2;48;5;7"),
    ("58;5;9;4", "2;4;58:5:9"), ("58:2::1:2:3", "2;58:2::1:2:3"), ("38;5;999;35", "2;35"),
    ("31;;32", "2;32"), ("11;35", "2;35"), ("1;31;49;59;22", "2;31"),
  ])
  func everyColourIsKnown(_ parameters: String, _ expected: String) {
    #expect(colored("\u{1B}[\(parameters)mx") == ["\u{1B}[0;\(expected)mx\u{1B}[m"])
  }

  @Test func aCutLineEndsInDefaultColours() {
    #expect(colored("a\u{1B}[31mbc", columns: 2) == ["a\u{1B}[0;2;31mb\u{1B}[m"])
    #expect(colored("a\u{1B}[31mbc", columns: 1) == ["a"])
  }

  // The screen erases wide characters by halves.
  @Test(arguments: [["漢", "\u{1B}[2D"], ["\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K"]])
  func linesAreThoseOfATerminal(_ specialParts: [String]) {
    var generator = SeededGenerator(seed: 1)
    let parts =
      specialParts + [
        "a", "bc", "\t", "\r", "\u{8}", "\u{1B}[31m", "\u{1B}[3G", "\u{1B}[2C", "\u{1B}[D",
        "long words ", "é", "\n", "e\u{301}",
      ]
    for _ in 0..<100 {
      let text = (0..<30).map { _ in parts.randomElement(using: &generator)! }.joined()
      var screen = Screen(columns: 400, rows: 32)
      screen.feed(text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      var found = lines(text.utf8, count: 32, columns: 400).map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
      while found.last == "" { found.removeLast() }
      #expect(found == screen.lines, "\(text.debugDescription)")
    }
  }

  @Test func thePiecesDoNotMatter() {
    var generator = SeededGenerator(seed: 2)
    let parts =
      [
        "a", "b\n", "\n", "\n\n", "漢", "\t", "\r", "\u{8}", "\u{1B}[31m", "\u{1B}[1;38;5;9m",
        "\u{1B}[m",
        "\u{1B}[3G", "\u{1B}[K", "word ", "e\u{301}", "👨‍👩‍👧", "❤️", "🇩🇪", "\u{1B}]0;t\u{7}",
        "\u{1B}]0;t\nu\n\n\n\u{1B}\\", "\u{1B}P\n\u{18}", "\u{1B}[3\n2m", "\u{1B}[\u{1B}",
        "\u{1B}\n[34m",
        "\u{1B}c", "\u{1B}(\nB", "\u{202E}",
      ].map { Array($0.utf8) } + [[0xE6], [0xFF], [0xF0, 0x9F], [0x9B], [0x1B], [0x1B, 0x5D]]
    for _ in 0..<500 {
      let bytes = (0..<40).flatMap { _ in parts.randomElement(using: &generator)! }
      let count = Int.random(in: 1...4, using: &generator)
      let size = Int.random(in: 1...60, using: &generator)
      var byBytes = TailLines(count: count)
      for byte in bytes { [byte].withUnsafeBufferPointer { byBytes.consume($0) } }
      let expected = byBytes.lines(columns: 30, keepsColors: true)

      var byPieces = TailLines(count: count)
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...size, using: &generator))
        piece.withUnsafeBufferPointer { byPieces.consume($0) }
        rest = rest.dropFirst(piece.count)
      }
      #expect(byPieces.lines(columns: 30, keepsColors: true) == expected, "\(bytes)")
      #expect(lines(bytes, count: count, columns: 30, keepsColors: true) == expected, "\(bytes)")
      let plain = byPieces.lines(columns: 30, keepsColors: false)
      #expect(plain.count <= count)
      for line in plain { #expect(line.columns <= 30 && line == line.harmless) }
    }
  }
}

/// The same numbers in every run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
