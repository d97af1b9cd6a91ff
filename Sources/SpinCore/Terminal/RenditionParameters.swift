/// Reads the parameters of a sequence that sets colours: numbers between semicolons, which colons
/// may divide into parts.
struct RenditionParameters {
  private let bytes: [UInt8]
  private var index = 0
  /// What stands before the next number; nil if there is none.
  private var separator: UInt8? = Self.semicolon

  private static let semicolon = UInt8(ascii: ";")
  private static let colon = UInt8(ascii: ":")

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether the last parameter has parts that were not read yet.
  var hasParts: Bool { separator == Self.colon }

  /// The next parameter, 0 if it is left out; nil behind the last.
  mutating func next() -> Int? {
    while nextPart() != nil {}
    return separator == nil ? nil : number()
  }

  /// The next part of the last parameter, 0 if it is left out; nil behind its last.
  mutating func nextPart() -> Int? { hasParts ? number() : nil }

  private mutating func number() -> Int {
    var number = 0
    separator = nil
    while index < bytes.count, separator == nil {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = min(number * 10 + Int(bytes[index] - UInt8(ascii: "0")), 9999)
      default: separator = bytes[index]
      }
      index += 1
    }
    return number
  }
}
