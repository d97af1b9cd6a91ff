/// The colours and attributes of text as control sequences set them (SGR of ECMA-48, 8.3.117, and
/// `ctlseqs` of xterm).
struct Rendition: Equatable, Sendable {
  private enum Color: Equatable {
    case standard
    /// One of the sixteen, by its number 0...15.
    case named(UInt8)
    case indexed(UInt8)
    case direct(red: UInt8, green: UInt8, blue: UInt8)
  }

  /// A bit for each of `attributeParameters`, in their order.
  private var attributes: UInt16 = 0
  /// The kind of underline: 0 for none, 1 for a single line, up to 5.
  private var underline: UInt8 = 0
  private var foreground = Color.standard
  private var background = Color.standard
  private var underlineColor = Color.standard

  private static let attributeParameters: [Int] = [1, 2, 3, 5, 6, 7, 8, 9, 53]

  /// The parameters that make this of any other rendition.
  var parameters: String {
    var text = "0"
    for (bit, parameter) in Self.attributeParameters.enumerated()
    where attributes & 1 << bit != 0 { text += ";\(parameter)" }
    if underline > 0 { text += underline == 1 ? ";4" : ";4:\(underline)" }
    text += Self.parameters(foreground, first: 30)
    text += Self.parameters(background, first: 40)
    // With colons, a terminal that does not know this colour ignores it as a whole.
    switch underlineColor {
    case .standard: break
    case .named(let index), .indexed(let index): text += ";58:5:\(index)"
    case .direct(let red, let green, let blue): text += ";58:2::\(red):\(green):\(blue)"
    }
    return text
  }

  private static func parameters(_ color: Color, first: Int) -> String {
    switch color {
    case .standard: ""
    case .named(let index): ";\(first + Int(index) + (index < 8 ? 0 : 52))"
    case .indexed(let index): ";\(first + 8);5;\(index)"
    case .direct(let red, let green, let blue): ";\(first + 8);2;\(red);\(green);\(blue)"
    }
  }

  /// This rendition in dim.
  var dimmed: Rendition {
    var dimmed = self
    dimmed.set(2)
    return dimmed
  }

  /// Changes what the parameters of a sequence say; what is unknown changes nothing.
  mutating func apply(_ bytes: [UInt8]) {
    var reader = RenditionParameters(bytes)
    while let parameter = reader.next() {
      switch parameter {
      case 0: self = Rendition()
      case 1...3, 5...9, 53: set(parameter)
      case 4: underline = UInt8(min(reader.nextPart() ?? 1, 5))
      case 21: underline = 2
      case 22: clear(1, 2)
      case 23: clear(3)
      case 24: underline = 0
      case 25: clear(5, 6)
      case 27...29: clear(parameter - 20)
      case 30...37: foreground = .named(UInt8(parameter - 30))
      case 38: foreground = Self.color(&reader) ?? foreground
      case 39: foreground = .standard
      case 40...47: background = .named(UInt8(parameter - 40))
      case 48: background = Self.color(&reader) ?? background
      case 49: background = .standard
      case 55: clear(53)
      case 58: underlineColor = Self.color(&reader) ?? underlineColor
      case 59: underlineColor = .standard
      case 90...97: foreground = .named(UInt8(parameter - 82))
      case 100...107: background = .named(UInt8(parameter - 92))
      default: break
      }
    }
  }

  private mutating func set(_ parameter: Int) {
    attributes |= Self.bit(parameter)
  }

  private mutating func clear(_ parameters: Int...) {
    for parameter in parameters { attributes &= ~Self.bit(parameter) }
  }

  private static func bit(_ parameter: Int) -> UInt16 {
    attributeParameters.firstIndex(of: parameter).map { 1 << $0 } ?? 0
  }

  /// What follows 38, 48 or 58: `5;n`, `2;r;g;b`, and both with colons, where `2` may have the
  /// number of a colour space behind it.
  private static func color(_ reader: inout RenditionParameters) -> Color? {
    guard reader.hasParts else {
      switch reader.next() {
      case 5: return reader.next().flatMap { UInt8(exactly: $0) }.map { .indexed($0) }
      case 2: return direct(reader.next(), reader.next(), reader.next())
      default: return nil
      }
    }
    let kind = reader.nextPart()
    let parts = (reader.nextPart(), reader.nextPart(), reader.nextPart(), reader.nextPart())
    switch kind {
    case 5: return parts.0.flatMap { UInt8(exactly: $0) }.map { .indexed($0) }
    case 2 where parts.3 == nil: return direct(parts.0, parts.1, parts.2)
    case 2: return direct(parts.1, parts.2, parts.3)
    default: return nil
    }
  }

  private static func direct(_ red: Int?, _ green: Int?, _ blue: Int?) -> Color? {
    guard let red = red.flatMap({ UInt8(exactly: $0) }),
      let green = green.flatMap({ UInt8(exactly: $0) }),
      let blue = blue.flatMap({ UInt8(exactly: $0) })
    else { return nil }
    return .direct(red: red, green: green, blue: blue)
  }
}
