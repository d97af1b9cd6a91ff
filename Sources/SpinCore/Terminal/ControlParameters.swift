/// The parameter bytes of a control sequence, as far as they matter.
struct ControlParameters: Equatable {
  /// Whether a byte of `<=>?` marks the sequence as private, or an intermediate byte as another.
  private(set) var isPrivate = false
  /// The first parameter; 0 if it is missing.
  private(set) var first = 0
  private var current = 0
  private var isFirst = true
  private var hasAlternateScreen = false

  /// Whether one of the parameters stands for the alternate screen.
  var selectsAlternateScreen: Bool {
    hasAlternateScreen || Self.isAlternateScreen(current)
  }

  func appending(_ byte: UInt8) -> ControlParameters {
    var next = self
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      next.current = min(current * 10 + Int(byte - UInt8(ascii: "0")), 9999)
      if isFirst { next.first = next.current }
    case UInt8(ascii: ";"), UInt8(ascii: ":"):
      next.hasAlternateScreen = selectsAlternateScreen
      next.isFirst = false
      next.current = 0
    default:
      next.isPrivate = true
    }
    return next
  }

  private static func isAlternateScreen(_ parameter: Int) -> Bool {
    parameter == 47 || parameter == 1047 || parameter == 1049
  }
}
