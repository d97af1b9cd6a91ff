/// A record that the output so far has not ended.
struct UnfinishedRecord {
  /// A record with more bytes than this is ignored.
  static let longest = 1024

  /// The bytes, without escape sequences.
  private var bytes: [UInt8] = []
  private var isTooLong = false
  /// The escape sequence that the output so far has not ended.
  var sequence = SequenceReader()
  /// The byte before it, which ended another record: a line starts with the output.
  var opening = UInt8(ascii: "\n")
  /// What has been taken of it already.
  var counted: OutputRecord?

  /// Whether there is nothing of it.
  var isEmpty: Bool { bytes.isEmpty && !isTooLong && sequence.isIdle }

  /// Whether there is text of it.
  var hasText: Bool { !bytes.isEmpty }

  mutating func append(_ more: Slice<UnsafeBufferPointer<UInt8>>) {
    guard !isTooLong else { return }
    if bytes.count + more.count <= Self.longest {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: more))
    } else {
      bytes.removeAll(keepingCapacity: true)
      isTooLong = true
    }
  }

  /// Gives it up for the one that this byte opens.
  mutating func restart(after byte: UInt8) {
    bytes.removeAll(keepingCapacity: true)
    isTooLong = false
    sequence.cancel()
    opening = byte
    counted = nil
  }

  /// What it reports.
  func record(isEnded: Bool, mode: ScanMode) -> OutputRecord? {
    guard hasText else { return nil }
    return bytes.withUnsafeBufferPointer {
      mode.record(in: RecordText(bytes: $0, opening: opening, isEnded: isEnded))
    }
  }
}
