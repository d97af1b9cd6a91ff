/// Takes the command's own taskbar sequences (OSC 9;4) out of its output, where spin writes its own.
///
/// What may be the beginning of one is held until it is known.
package struct TaskbarFilter {
  private var held: [UInt8] = []

  private static let start = [0x1B] + Array("]9;4".utf8)
  /// No sequence of this kind is longer.
  private static let longest = 24

  package init() {}

  /// Whether bytes may pass as they are.
  package func passes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    held.isEmpty && !bytes.contains(0x1B)
  }

  /// The bytes without such sequences.
  package mutating func filter(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var passed: [UInt8] = []
    passed.reserveCapacity(held.count + bytes.count)
    for byte in bytes { step(byte, &passed) }
    return passed
  }

  /// Gives up what is held: nothing more comes.
  package mutating func flush() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private mutating func step(_ byte: UInt8, _ passed: inout [UInt8]) {
    let place = held.count
    if place < Self.start.count {
      if byte == Self.start[place] { return held.append(byte) }
    } else if Self.isEnd(byte, after: held.last) {
      held = []
      return
    } else if continues(byte) {
      return held.append(byte)
    }
    passed += held
    held = byte == 0x1B ? [byte] : []
    if byte != 0x1B { passed.append(byte) }
  }

  /// Whether the byte may stand behind the beginning that is held.
  private func continues(_ byte: UInt8) -> Bool {
    if byte == 0x1B || byte == UInt8(ascii: ";") { return held.count < Self.longest }
    return held.count > Self.start.count && held.count < Self.longest
      && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isEnd(_ byte: UInt8, after last: UInt8?) -> Bool {
    byte == 0x07 || byte == UInt8(ascii: "\\") && last == 0x1B
  }
}
