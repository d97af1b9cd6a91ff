/// What an OSC 9;4 sequence says about progress.
package enum ProgressSequence: Equatable, Sendable {
  case known(Fraction)
  case unknown

  /// The longest payload that says anything.
  static let longestPayload = 9

  /// Reads a payload, which is what stands between `ESC ]` and BEL or ST: `9;4;`, a state, and
  /// `;` with a percentage if the state has one.
  ///
  /// Nil if it says nothing: another sequence, or one that leaves the percentage as it is.
  package init?(payload: some Collection<UInt8>) {
    let fields = payload.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard
      3...4 ~= fields.count, fields[0].elementsEqual("9".utf8), fields[1].elementsEqual("4".utf8),
      fields[2].count == 1, let state = fields[2].first
    else { return nil }
    switch state {
    case UInt8(ascii: "0"), UInt8(ascii: "3"):
      self = .unknown
    case UInt8(ascii: "1"), UInt8(ascii: "2"), UInt8(ascii: "4"):
      guard
        fields.count == 4, 1...3 ~= fields[3].count,
        fields[3].allSatisfy({ $0.decimalDigit != nil }),
        let fraction = Fraction(percent: fields[3])
      else { return nil }
      self = .known(fraction)
    default:
      return nil
    }
  }
}
