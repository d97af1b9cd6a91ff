/// The part of a whole that is done, kept exactly.
package struct Fraction: Sendable {
  /// What is done, 0...`denominator`.
  package let numerator: Int
  /// The whole, at least 1.
  package let denominator: Int

  /// A count of a total, or nil if it is not within it.
  package init?(_ numerator: Int, of denominator: Int) {
    guard denominator >= 1, 0...denominator ~= numerator else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A decimal percentage of 0...100 in ASCII, with a point or a comma, or nil if it is none.
  ///
  /// Nine digits after the point are kept.
  package init?(percent digits: some Collection<UInt8>) {
    var whole = 0
    var index = digits.startIndex
    while index < digits.endIndex, let digit = digits[index].decimalDigit {
      whole = whole * 10 + digit
      digits.formIndex(after: &index)
      // Twelve digits, which are within every range here.
      guard whole < 1_000_000_000_000 else { return nil }
    }
    guard 1...12 ~= digits.distance(from: digits.startIndex, to: index), whole <= 100 else {
      return nil
    }
    guard index < digits.endIndex else {
      self.init(whole, of: 100)
      return
    }

    guard digits[index] == UInt8(ascii: ".") || digits[index] == UInt8(ascii: ",") else {
      return nil
    }
    let places = digits[digits.index(after: index)...]
    guard !places.isEmpty, places.allSatisfy({ $0.decimalDigit != nil }) else { return nil }
    var scale = 1
    for place in places.prefix(9) {
      whole = whole * 10 + (place.decimalDigit ?? 0)
      scale *= 10
    }
    self.init(whole, of: 100 * scale)
  }

  /// The nearest number in 0...1.
  package var value: Double { Double(numerator) / Double(denominator) }

  /// The whole percents that are reached, 0...100.
  package var percent: Int {
    let product = UInt(numerator).multipliedFullWidth(by: 100)
    return Int(UInt(denominator).dividingFullWidth(product).quotient)
  }
}

// By value: 1/2 is 2/4.
extension Fraction: Comparable, Hashable {
  package static func == (left: Fraction, right: Fraction) -> Bool {
    let (one, other) = crossProducts(left, right)
    return one == other
  }

  package static func < (left: Fraction, right: Fraction) -> Bool {
    let (one, other) = crossProducts(left, right)
    return one < other
  }

  package func hash(into hasher: inout Hasher) {
    var (divisor, rest) = (denominator, numerator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    hasher.combine(numerator / divisor)
    hasher.combine(denominator / divisor)
  }

  /// Both as counts of one total, in two words each, the higher one first.
  private static func crossProducts(
    _ left: Fraction, _ right: Fraction
  ) -> ((Int, UInt), (Int, UInt)) {
    let one = left.numerator.multipliedFullWidth(by: right.denominator)
    let other = right.numerator.multipliedFullWidth(by: left.denominator)
    return ((one.high, one.low), (other.high, other.low))
  }
}

extension UInt8 {
  /// The value of an ASCII digit, or nil if it is none.
  var decimalDigit: Int? {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self ? Int(self - UInt8(ascii: "0")) : nil
  }
}
