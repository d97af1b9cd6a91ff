extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte that may matter to the scanner: of a percent sign, of ESC, or of the
  /// first letter of a record that has neither; now and then of a control character else.
  func firstHint(in range: Range<Int>) -> Int? {
    firstIndex(in: range) { word in
      // One bit apart: ESC and "[", and "P" and a control character.
      let folded = word & repeated(0xBF)
      return zeros(word ^ repeated(UInt8(ascii: "%"))) | zeros(folded ^ repeated(0x1B))
        | zeros(folded ^ repeated(0x10))
    }
  }

  /// The first place of a control character.
  func firstControl(in range: Range<Int>) -> Int? {
    firstIndex(in: range) { word in (word &- repeated(0x20)) & ~word & repeated(0x80) }
  }

  /// The first place of a byte that `matches` marks with its highest bit.
  ///
  /// It is given words of bytes in the order of their significance; only the lowest mark must be
  /// right.
  @inline(__always)
  private func firstIndex(in range: Range<Int>, matches: (UInt64) -> UInt64) -> Int? {
    let raw = UnsafeRawBufferPointer(self)
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      let marks = matches(
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < range.upperBound {
      if matches(repeated(self[index])) != 0 { return index }
      index += 1
    }
    return nil
  }
}

@inline(__always)
private func repeated(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

/// Marks the bytes that are zero, the lowest one exactly.
@inline(__always)
private func zeros(_ word: UInt64) -> UInt64 { (word &- repeated(1)) & ~word & repeated(0x80) }
