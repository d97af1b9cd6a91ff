/// Follows an escape sequence to its end, and keeps what it may say about progress.
struct SequenceReader {
  private enum State {
    case idle
    /// After ESC.
    case escape
    /// After ESC and an intermediate byte: one more follows.
    case designation
    case control
    /// Within an operating system command or another string, which ST ends, or BEL.
    case string
    case stringEscape
  }

  private var state = State.idle
  /// Whether the string is an operating system command.
  private var isCommand = false
  /// The command so far, or one byte more of it than says anything.
  private var payload: [UInt8] = []

  /// Whether there is no sequence.
  var isIdle: Bool { state == .idle }

  /// Begins a sequence, after its ESC.
  mutating func begin() { state = .escape }

  /// Gives the sequence up.
  mutating func cancel() { state = .idle }

  /// Moves over the bytes of a string, if it is one, up to a control character.
  ///
  /// - Returns: where that is.
  mutating func skipString(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard state == .string else { return start }
    let end = bytes.firstControl(in: start..<bytes.count) ?? bytes.count
    if isCommand {
      let room = ProgressSequence.longestPayload + 1 - payload.count
      payload.append(contentsOf: bytes[start..<min(end, start + room)])
    }
    return end
  }

  /// Follows the next byte.
  ///
  /// - Returns: what the sequence says, if the byte ends it.
  mutating func consume(_ byte: UInt8) -> ProgressSequence? {
    switch state {
    case .idle: break
    case .escape: escape(byte)
    case .designation: if byte >= 0x30 { state = .idle }
    case .control: control(byte)
    case .string:
      switch byte {
      case 0x07: return finish()
      case 0x18, 0x1A: state = .idle
      case 0x1B: state = .stringEscape
      default: break
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { return finish() }
      escape(byte)
    }
    return nil
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x20..<0x30: state = .designation
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "]"):
      state = .string
      isCommand = true
      payload.removeAll(keepingCapacity: true)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string
      isCommand = false
    default: state = .idle
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x18, 0x1A, 0x40...: state = .idle
    default: break
    }
  }

  private mutating func finish() -> ProgressSequence? {
    state = .idle
    return isCommand ? ProgressSequence(payload: payload) : nil
  }
}
