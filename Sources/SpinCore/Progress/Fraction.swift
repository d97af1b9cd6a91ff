/// A part of a whole, exactly as it was reported.
package struct Fraction: Equatable, Hashable, Sendable {
  /// 0...denominator.
  package let numerator: Int
  /// At least 1.
  package let denominator: Int

  /// Nil if it is no part of the whole.
  package init?(_ numerator: Int, of denominator: Int) {
    guard denominator >= 1, (0...denominator).contains(numerator) else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A percentage of decimal digits, or nil.
  package init?(percent digits: some Collection<UInt8>) {
    var value = 0
    var scale = 100
    var whole = 0
    var decimals: Int?
    for byte in digits {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if decimals == nil { whole += 1 } else { decimals! += 1 }
        if whole > 12 { return nil }
        if let decimals, decimals > 9 { continue }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        if decimals != nil { scale *= 10 }
      case UInt8(ascii: "."), UInt8(ascii: ","):
        guard decimals == nil, whole > 0 else { return nil }
        decimals = 0
      default: return nil
      }
    }
    if whole == 0 || decimals == 0 { return nil }
    self.init(value, of: scale)
  }

  package var value: Double { Double(numerator) / Double(denominator) }

  /// In whole percent, never rounded up.
  package var percent: Int {
    let product = numerator.multipliedFullWidth(by: 100)
    return denominator.dividingFullWidth(product).quotient
  }
}
