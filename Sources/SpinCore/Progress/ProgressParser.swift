/// Reads what a command writes to its progress pipe, in any pieces.
///
/// A line ends with CR, LF or both; a sequence for terminals ends where it ends. Of a line only the first
/// 4096 bytes count. Three X in a line of their own begin and end a block, as dialog(1) reads it.
package struct ProgressParser {
  private typealias Bytes = ProgressLine.Bytes

  /// What a block has said so far.
  private struct Block {
    var isFirstLine = true
    var fraction: Fraction?
    var text: [UInt8] = []
  }

  /// The beginning of a line whose end has not come yet.
  private var pending: [UInt8] = []
  /// The last byte of that line so far.
  private var lastByte: UInt8 = 0
  /// Nil outside a block.
  private var block: Block?
  private var update = ProgressUpdate()

  package static let longestLine = 4096

  package init() {}

  /// What has changed since this was last called; nil if nothing has.
  package mutating func takeUpdate() -> ProgressUpdate? {
    defer { update = ProgressUpdate() }
    return update == ProgressUpdate() ? nil : update
  }

  package mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = bytes.startIndex
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\\") else { continue }
      guard ends(byte, bytes[start..<index]) else { continue }
      endLine(bytes[start..<index])
      start = index + 1
    }
    keep(bytes[start...])
  }

  /// Every writer has gone: the last line counts, and nothing more can be known.
  package mutating func finish() {
    if !pending.isEmpty { endLine(UnsafeBufferPointer(start: nil, count: 0)[...]) }
    block = nil
    update.merge(ProgressUpdate(.unknown))
  }

  /// Whether this byte ends a line of which these bytes have come last.
  private func ends(_ byte: UInt8, _ bytes: Bytes) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    case 0x07: (pending.first ?? bytes.first) == 0x1B
    case UInt8(ascii: "\\"):
      (bytes.last ?? lastByte) == 0x1B && (pending.first ?? bytes.first) == 0x1B
    default: false
    }
  }

  private mutating func keep(_ bytes: Bytes) {
    pending += bytes.prefix(Self.longestLine - pending.count)
    if let last = bytes.last { lastByte = last }
  }

  private mutating func endLine(_ bytes: Bytes) {
    if pending.isEmpty { return read(bytes.prefix(Self.longestLine)) }
    keep(bytes)
    var line: [UInt8] = []
    swap(&line, &pending)
    line.withUnsafeBufferPointer { read($0[...]) }
    line.removeAll(keepingCapacity: true)
    pending = line
    lastByte = 0
  }

  private mutating func read(_ line: Bytes) {
    if block == nil, let fraction = Self.plainPercentage(line) {
      update.change = .known(fraction)
      return
    }
    if line.count == 3, line.allSatisfy({ $0 == UInt8(ascii: "X") }) { return toggleBlock() }
    if block != nil { return readInBlock(line) }
    guard let read = ProgressLine.update(from: line.last == 0x1B ? line.dropLast() : line) else {
      return
    }
    update.merge(read)
  }

  /// What most lines are, read in less time: a percentage of at most two digits and nothing else.
  private static func plainPercentage(_ line: Bytes) -> Fraction? {
    guard (1...2).contains(line.count) else { return nil }
    var value = 0
    for byte in line {
      let digit = Int(byte) - 0x30
      guard (0...9).contains(digit) else { return nil }
      value = value * 10 + digit
    }
    return Fraction(value, of: 100)
  }

  private mutating func toggleBlock() {
    guard let ended = block else {
      block = Block()
      return
    }
    block = nil
    update.merge(
      ProgressUpdate(
        ended.fraction.map { .known($0) }, detail: ended.text.isEmpty ? nil : ended.text))
  }

  private mutating func readInBlock(_ line: Bytes) {
    let text = ProgressLine.trimmed(line)
    guard !text.isEmpty, var block else { return }
    self.block = nil
    defer { self.block = block }
    let isFirst = block.isFirstLine
    block.isFirstLine = false
    if isFirst, let fraction = ProgressLine.percentage(line) {
      block.fraction = fraction
      return
    }
    if !block.text.isEmpty { block.text.append(UInt8(ascii: " ")) }
    block.text += text
    block.text = Array(block.text.prefix(Self.longestLine))
  }
}
