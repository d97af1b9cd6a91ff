extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte within a range, searched a word at a time.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pattern = ones &* UInt64(byte)
    let raw = UnsafeRawBufferPointer(self)
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      let word =
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
      let zeros = (word &- ones) & ~word & (ones &* 0x80)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < range.upperBound {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }
}
