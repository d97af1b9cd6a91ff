/// Splits bytes into what a terminal does with them (ECMA-48, UTF-8).
struct SequenceParser {
  enum Action {
    case print(Unicode.Scalar)
    case execute(UInt8)
    case escape(intermediates: String, final: Character)
    case control(prefix: String, parameters: [Int], final: Character)
    /// An operating system command or another string.
    case string(String)
  }

  private enum State {
    case ground
    case escape(String)
    case control(String)
    case string([UInt8], escaped: Bool)
  }

  private var state = State.ground
  private var pending: [UInt8] = []

  mutating func parse(_ byte: UInt8) -> Action? {
    switch state {
    case .ground: return ground(byte)
    case .escape(let text): return escape(byte, text)
    case .control(let text): return control(byte, text)
    case .string(let bytes, let escaped): return string(byte, bytes, escaped)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Action? {
    if byte >= 0x80 {
      pending.append(byte)
      guard let scalar = Self.scalar(pending) else {
        if pending.count >= 4 { pending = [] }
        return nil
      }
      pending = []
      return .print(scalar)
    }
    pending = []
    if byte == 0x1B {
      state = .escape("")
      return nil
    }
    return byte < 0x20 || byte == 0x7F ? .execute(byte) : .print(Unicode.Scalar(byte))
  }

  private static func scalar(_ bytes: [UInt8]) -> Unicode.Scalar? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return text.unicodeScalars.first
  }

  private mutating func escape(_ byte: UInt8, _ text: String) -> Action? {
    let character = Character(Unicode.Scalar(byte))
    switch byte {
    case 0x20..<0x30:
      state = .escape(text + String(character))
      return nil
    case UInt8(ascii: "[") where text.isEmpty:
      state = .control("")
      return nil
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "X"):
      state = .string([byte], escaped: false)
      return nil
    default:
      state = .ground
      return .escape(intermediates: text, final: character)
    }
  }

  private mutating func control(_ byte: UInt8, _ text: String) -> Action? {
    if byte < 0x20 {
      if byte == 0x1B { state = .escape("") }
      return .execute(byte)
    }
    let character = Character(Unicode.Scalar(byte))
    guard byte >= 0x40 else {
      state = .control(text + String(character))
      return nil
    }
    state = .ground
    let prefix = text.prefix { "<=>?".contains($0) }
    let parameters = text.dropFirst(prefix.count).split(
      separator: ";", omittingEmptySubsequences: false)
    return .control(
      prefix: String(prefix), parameters: parameters.map { Int($0) ?? 0 }, final: character)
  }

  private mutating func string(_ byte: UInt8, _ bytes: [UInt8], _ escaped: Bool) -> Action? {
    if byte == 0x07 || (escaped && byte == UInt8(ascii: "\\")) {
      state = .ground
      return .string(String(decoding: bytes, as: UTF8.self))
    }
    state = byte == 0x1B ? .string(bytes, escaped: true) : .string(bytes + [byte], escaped: false)
    return nil
  }
}
