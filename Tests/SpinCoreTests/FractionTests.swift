import SpinCore
import Testing

@Suite struct FractionTests {
  @Test(arguments: [(0, 1), (1, 1), (0, 5), (3, 10), (Int.max, Int.max)])
  func aPartOfATotalIsKeptAsItIs(_ numerator: Int, _ denominator: Int) throws {
    let fraction = try #require(Fraction(numerator, of: denominator))
    #expect(fraction.numerator == numerator)
    #expect(fraction.denominator == denominator)
  }

  @Test(arguments: [
    (0, 0), (1, 0), (2, 1), (-1, 1), (1, -1), (-1, -1), (0, .min), (.min, 1), (.max, .max - 1),
  ])
  func whatIsNotWithinTheTotalIsNone(_ numerator: Int, _ denominator: Int) {
    #expect(Fraction(numerator, of: denominator) == nil)
  }

  @Test(arguments: [
    (0, 1, 0), (1, 1, 100), (29, 100, 29), (57, 100, 57), (58, 100, 58), (1, 3, 33), (2, 3, 66),
    (999, 1000, 99), (123, 292, 42), (Int.max, Int.max, 100), (Int.max - 1, Int.max, 99),
    (Int.max / 2, Int.max, 49), (Int.max / 2 + 1, Int.max, 50), (1, Int.max, 0),
  ])
  func percentsAreThoseReached(_ numerator: Int, _ denominator: Int, _ percent: Int) throws {
    #expect(try #require(Fraction(numerator, of: denominator)).percent == percent)
  }

  @Test func everyWholePercentIsItself() throws {
    for percent in 0...100 {
      #expect(try #require(Fraction(percent, of: 100)).percent == percent)
      #expect(try #require(Fraction(percent: "\(percent)".utf8)).percent == percent)
    }
  }

  @Test func valuesAreNumbers() throws {
    #expect(try #require(Fraction(1, of: 4)).value == 0.25)
    #expect(try #require(Fraction(.max, of: .max)).value == 1)
  }

  @Test func comparisonIsExact() throws {
    let nearHalf = try #require(Fraction(.max / 2, of: .max))
    let half = try #require(Fraction(1, of: 2))
    let all = try #require(Fraction(.max, of: .max))
    let nearAll = try #require(Fraction(.max - 1, of: .max))
    let nearerNone = try #require(Fraction(.max - 2, of: .max - 1))
    #expect([all, half, nearAll, nearHalf].sorted() == [nearHalf, half, nearAll, all])
    #expect(nearerNone < nearAll)
    #expect(nearerNone != nearAll)
    #expect(!(half < half))
  }

  @Test func equalPartsAreEqual() throws {
    let half = try #require(Fraction(1, of: 2))
    #expect(half == Fraction(50, of: 100))
    #expect(Fraction(0, of: 7) == Fraction(0, of: 9))
    #expect(half != Fraction(1, of: 3))
    #expect(Set([half, Fraction(2, of: 4), Fraction(percent: "50,0".utf8)]).count == 1)
  }

  @Test(arguments: [
    ("0", 0, 1), ("42", 42, 100), ("100", 1, 1), ("007", 7, 100), ("42.5", 425, 1000),
    ("42,5", 425, 1000), ("0.1", 1, 1000), ("100.0", 1, 1), ("100.000", 1, 1),
    ("99.99", 9999, 10000),
    ("000000000042", 42, 100), ("12.1477", 121477, 1_000_000),
    ("33.333333333", 33_333_333_333, 100_000_000_000),
    ("33.3333333339", 33_333_333_333, 100_000_000_000), ("100.0000000009", 1, 1),
  ])
  func percentagesAreRead(_ text: String, _ numerator: Int, _ denominator: Int) throws {
    let fraction = try #require(Fraction(percent: text.utf8))
    #expect(fraction == Fraction(numerator, of: denominator))
  }

  @Test(arguments: [
    "", "-1", "+1", "101", "100.5", "100.000000001", "1e2", ".5", "5.", ",5", "5,", ".", "1.2.3",
    "1,2.3", " 5", "5 ", "5%", "0x5", "0000000000042", "99999999999999999999999", "4a", "4.a", "٤",
    "inf", "nan",
  ])
  func othersAreNot(_ text: String) {
    #expect(Fraction(percent: text.utf8) == nil)
  }
}
