import SpinCore
import Testing

@Suite struct LineFeedFilterTests {
  /// What comes out for these pieces, where a terminal has nothing more after each that is
  /// followed by an empty one.
  private func filtered(_ pieces: [[UInt8]]) -> String {
    var filter = LineFeedFilter()
    var output: [UInt8] = []
    for piece in pieces {
      var bytes = [0] + piece
      if piece.isEmpty {
        if filter.flush() { output.append(UInt8(ascii: "\r")) }
        continue
      }
      bytes.withUnsafeMutableBufferPointer { buffer in
        output += buffer[filter.filter(buffer)]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    (["a\r\nb\r\n"], "a\nb\n"), (["a\r\r\n"], "a\r\n"), (["a\rb"], "a\rb"), (["\n\n"], "\n\n"),
    (["a\r", "\nb"], "a\nb"), (["a\r", "b"], "a\rb"), (["a\r", "", "\nb"], "a\r\nb"),
    (["\r", "\r", "\n"], "\r\n"), (["\r\r", "\r\n"], "\r\r\n"), (["a\r", ""], "a\r"),
    (["\r\n"], "\n"), (["x"], "x"),
  ])
  func oneCarriageReturnBeforeEachLineFeedGoes(_ pieces: [String], _ output: String) {
    #expect(filtered(pieces.map { Array($0.utf8) }) == output)
  }

  @Test func theResultDoesNotDependOnThePieces() {
    for _ in 0..<200 {
      let text = (0..<50).map { _ in Array("ab\r\r\r\n".utf8).randomElement()! }
      var pieces: [[UInt8]] = []
      var rest = text[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...5))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(filtered(pieces + [[]]) == filtered([text, []]))
    }
  }
}
