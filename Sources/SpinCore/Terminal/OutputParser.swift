/// Splits output into what a terminal does with it (ECMA-48, UTF-8).
///
/// All that it knows of earlier bytes is its state, so it does not matter in which pieces they come.
struct OutputParser: Sendable {
  enum Action: Equatable {
    /// Printable ASCII, by its place in the piece.
    case ascii(Range<Int>)
    /// A scalar beyond ASCII; a replacement character for what is no UTF-8.
    case scalar(Unicode.Scalar)
    /// A control character but ESC.
    case execute(UInt8)
    /// An escape sequence without intermediate bytes, by its final byte.
    case escape(UInt8)
    /// A control sequence, by its final byte; what precedes that is in `parameters`.
    case control(UInt8)
  }

  private enum State {
    case ground
    /// Within a UTF-8 sequence: how many bytes are missing, the value so far, and what may follow.
    case character(missing: Int, value: UInt32, next: ClosedRange<UInt8>)
    case escape
    /// After ESC and an intermediate byte.
    case designation
    /// Within a control sequence.
    case control
    /// Within an operating system command or another string, which ST ends, or BEL.
    case string
    case stringEscape
  }

  private var state = State.ground
  /// What precedes the final byte of a control sequence, at most `parameterLimit` bytes of it.
  private(set) var parameters: [UInt8] = []

  /// More bytes than a control sequence has that anybody means.
  private static let parameterLimit = 256

  /// The parameters of the last control sequence; nil for a private one, and for one that is too
  /// long to be meant.
  var controlParameters: ControlParameters? {
    guard parameters.count < Self.parameterLimit else { return nil }
    let read = parameters.reduce(ControlParameters()) { $0.appending($1) }
    return read.isPrivate ? nil : read
  }

  /// Whether bytes are text here, among which only ESC could begin something else.
  var isInText: Bool {
    switch state {
    case .ground, .character: true
    case .escape, .designation, .control, .string, .stringEscape: false
    }
  }

  /// Whether bytes belong to a string here, line feeds among them.
  var isInString: Bool {
    switch state {
    case .string, .stringEscape: true
    case .ground, .character, .escape, .designation, .control: false
    }
  }

  /// Regards the next byte as the first of what follows some text that was left out.
  mutating func skipText() { state = .ground }

  /// What the bytes from `index` on, which moves behind them, do next; nil if they end before.
  mutating func next(in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Action? {
    while index < bytes.count {
      if case .ground = state, let end = Self.asciiEnd(in: bytes, from: index) {
        defer { index = end }
        return .ascii(index..<end)
      }
      if let action = step(bytes[index], at: &index) { return action }
    }
    return nil
  }

  private static func asciiEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] &- 0x20 < 0x5F { end += 1 }
    return end > start ? end : nil
  }

  /// What the byte at `index` does, which moves behind it, or stays at a byte that ends what was
  /// before it.
  mutating func step(_ byte: UInt8, at index: inout Int) -> Action? {
    index += 1
    switch state {
    case .ground:
      return ground(byte)
    case .character(let missing, let value, let next):
      guard next.contains(byte) else {
        // The byte is the first of something else.
        index -= 1
        state = .ground
        return .scalar("\u{FFFD}")
      }
      return character(missing: missing - 1, value: value << 6 | UInt32(byte & 0x3F))
    case .string:
      switch byte {
      case 0x07, 0x18, 0x1A: state = .ground
      case 0x1B: state = .stringEscape
      default: break
      }
      return nil
    case .stringEscape:
      guard byte != UInt8(ascii: "\\") else {
        state = .ground
        return nil
      }
      state = .escape
      return sequence(byte, at: &index)
    case .escape, .designation, .control:
      return sequence(byte, at: &index)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Action? {
    let all: ClosedRange<UInt8> = 0x80...0xBF
    switch byte {
    case 0x1B: state = .escape
    case 0x00..<0x20: return .execute(byte)
    case 0x20..<0x80: break
    // Table 3-7 of the Unicode Standard.
    case 0xC2...0xDF: state = .character(missing: 1, value: UInt32(byte & 0x1F), next: all)
    case 0xE0: state = .character(missing: 2, value: 0, next: 0xA0...0xBF)
    case 0xED: state = .character(missing: 2, value: 0xD, next: 0x80...0x9F)
    case 0xE1...0xEF: state = .character(missing: 2, value: UInt32(byte & 0x0F), next: all)
    case 0xF0: state = .character(missing: 3, value: 0, next: 0x90...0xBF)
    case 0xF1...0xF3: state = .character(missing: 3, value: UInt32(byte & 0x07), next: all)
    case 0xF4: state = .character(missing: 3, value: 4, next: 0x80...0x8F)
    default: return .scalar("\u{FFFD}")
    }
    return nil
  }

  private mutating func character(missing: Int, value: UInt32) -> Action? {
    if missing > 0 {
      state = .character(missing: missing, value: value, next: 0x80...0xBF)
      return nil
    }
    state = .ground
    return .scalar(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  /// A byte within an escape or control sequence, where a control character does what it does
  /// elsewhere.
  private mutating func sequence(_ byte: UInt8, at index: inout Int) -> Action? {
    switch byte {
    case 0x18, 0x1A:
      state = .ground
    case 0x1B:
      state = .escape
    case 0x00..<0x20:
      return .execute(byte)
    case 0x7F:
      break
    case 0x80...:
      index -= 1
      state = .ground
    default:
      switch state {
      case .escape: return escape(byte)
      case .control: return control(byte)
      default: if byte >= 0x30 { state = .ground }
      }
    }
    return nil
  }

  private mutating func escape(_ byte: UInt8) -> Action? {
    switch byte {
    case 0x20..<0x30:
      state = .designation
    case UInt8(ascii: "["):
      state = .control
      parameters.removeAll(keepingCapacity: true)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    default:
      state = .ground
      return .escape(byte)
    }
    return nil
  }

  private mutating func control(_ byte: UInt8) -> Action? {
    guard byte < 0x40 else {
      state = .ground
      return .control(byte)
    }
    if parameters.count < Self.parameterLimit { parameters.append(byte) }
    return nil
  }
}
