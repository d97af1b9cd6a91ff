/// A place within a record, which moves over what it finds there.
struct RecordCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  var index: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    self.bytes = bytes
    self.index = index
  }

  var isAtEnd: Bool { index == bytes.count }

  /// Moves over this ASCII text, if it is there.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= bytes.count - index else { return false }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
    index += count
    return true
  }

  /// Moves over every repetition of a character.
  ///
  /// - Returns: how many there were.
  @discardableResult
  mutating func takeAll(_ character: Unicode.Scalar) -> Int {
    takeAll(where: { $0 == UInt8(ascii: character) })
  }

  /// Moves over what stands before a number's decimals, by the locale.
  mutating func takeDecimalSign() -> Bool { take(".") || take(",") }

  mutating func takeDigit() -> Int? {
    guard index < bytes.count, let digit = bytes[index].decimalDigit else { return nil }
    index += 1
    return digit
  }

  /// Moves over a number of at most 18 digits without leading zeros.
  mutating func takeCount() -> Int? {
    let start = index
    guard var value = takeDigit() else { return nil }
    while let digit = takeDigit() {
      guard value > 0, index - start <= 18 else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Moves over a decimal percentage of 0...100, with a point or a comma.
  mutating func takePercent() -> Fraction? {
    let start = index
    takeAll(where: { $0.decimalDigit != nil || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    return Fraction(percent: bytes[start..<index])
  }

  /// Moves over every byte of a kind.
  ///
  /// - Returns: how many there were.
  @discardableResult
  mutating func takeAll(where isOne: (UInt8) -> Bool) -> Int {
    let start = index
    while index < bytes.count, isOne(bytes[index]) { index += 1 }
    return index - start
  }

  /// Whether this text stands anywhere behind.
  func isAhead(_ text: StaticString) -> Bool {
    var cursor = self
    while cursor.index < bytes.count {
      if cursor.take(text) { return true }
      cursor.index += 1
    }
    return false
  }

  /// Moves over a percentage of 0...100 in three columns.
  mutating func takePaddedPercent() -> Int? {
    let start = index
    takeAll(" ")
    guard let percent = takeCount(), index - start == 3, percent <= 100 else { return nil }
    return percent
  }
}
