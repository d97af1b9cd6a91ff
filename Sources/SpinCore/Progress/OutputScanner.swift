/// Reads the command's output for the progress that it reports: in formats that check themselves,
/// and in OSC 9;4 sequences.
///
/// A record is what stands between two line feeds or carriage returns. Its bytes are looked at one
/// by one only where it may report something: nearly all output is passed over a word at a time.
package struct OutputScanner {
  private let mode: ScanMode
  private let endsRecordsAtBackspace: Bool
  private var series = RecordSeries()
  /// What the last sequence has said.
  private var announced: Fraction?
  private var unfinished = UnfinishedRecord()

  package init(mode: ScanMode) {
    self.mode = mode
    endsRecordsAtBackspace = mode.endsRecordsAtBackspace
  }

  /// What is known of the command's progress, or nil while nothing is.
  package var progress: Fraction? { announced ?? series.fraction }

  /// When the progress is unknown again unless more is read, or nil if it is not known or holds.
  package var expiry: Duration? { announced == nil ? series.expiry : nil }

  /// Whether there is a record without an end, for `settle`.
  package var hasUnfinishedRecord: Bool { unfinished.hasText }

  /// Reads the next piece of output.
  package mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>, at now: Duration) {
    guard mode != .off else { return }
    series.expire(at: now)
    var index = 0
    if !unfinished.isEmpty { index = continueRecord(bytes, from: 0, at: now) }
    while index < bytes.count {
      index = readRecords(bytes, from: index, at: now)
      if index < bytes.count { index = continueRecord(bytes, from: index, at: now) }
    }
  }

  /// Takes the record that is not ended yet for what it is so far: the output is quiet.
  package mutating func settle(at now: Duration) {
    series.expire(at: now)
    guard let record = unfinished.record(isEnded: false, mode: mode) else { return }
    count(record, at: now)
  }

  /// Drops the progress that nothing was read of for ten seconds.
  package mutating func expire(at now: Duration) { series.expire(at: now) }

  /// Reads the records from the start of one on, where they stand.
  ///
  /// - Returns: the end of the piece, or the place of the first escape sequence.
  private mutating func readRecords(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, at now: Duration
  ) -> Int {
    var start = start
    var index = start
    while let hint = bytes.firstHint(in: index..<bytes.count) {
      guard isWorthReading(bytes, at: hint, from: start) else {
        index = hint + 1
        continue
      }
      let recordStart = startOfRecord(in: bytes, before: hint, from: start)
      let end = endOfText(in: bytes, from: hint)
      guard end < bytes.count, bytes[end] != 0x1B else {
        unfinished.append(bytes[recordStart..<end])
        return end
      }
      if end - recordStart <= UnfinishedRecord.longest {
        let text = RecordText(
          bytes: UnsafeBufferPointer(rebasing: bytes[recordStart..<end]),
          opening: unfinished.opening, isEnded: true)
        if let record = mode.record(in: text) { series.append(record, at: now) }
      }
      unfinished.opening = bytes[end]
      start = end + 1
      index = start
    }
    let recordStart = startOfRecord(in: bytes, before: bytes.count, from: start)
    unfinished.append(bytes[recordStart...])
    return bytes.count
  }

  /// Reads the rest of a record, of which there may be something already.
  ///
  /// - Returns: where the next record starts.
  private mutating func continueRecord(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, at now: Duration
  ) -> Int {
    var index = start
    while index < bytes.count {
      if unfinished.sequence.isIdle {
        let end = endOfText(in: bytes, from: index)
        unfinished.append(bytes[index..<end])
        index = end
      } else {
        index = unfinished.sequence.skipString(in: bytes, from: index)
      }
      guard index < bytes.count else { break }

      let byte = bytes[index]
      index += 1
      // Within a sequence, too: an end that never comes must not hide all that follows.
      if endsRecord(byte) {
        if let record = unfinished.record(isEnded: true, mode: mode) { count(record, at: now) }
        unfinished.restart(after: byte)
        return index
      }
      if unfinished.sequence.isIdle {
        unfinished.sequence.begin()
      } else if let sequence = unfinished.sequence.consume(byte) {
        obey(sequence)
      }
    }
    return index
  }

  /// Takes what the unfinished record reports, once.
  private mutating func count(_ record: OutputRecord, at now: Duration) {
    guard record != unfinished.counted else { return }
    unfinished.counted = record
    series.append(record, at: now)
  }

  private mutating func obey(_ sequence: ProgressSequence) {
    switch sequence {
    case .known(let fraction):
      announced = fraction
    case .unknown:
      announced = nil
      series = RecordSeries()
    }
  }

  private func endsRecord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    case 0x08: endsRecordsAtBackspace
    default: false
    }
  }

  /// The end of a record, or an escape sequence, or the end of the piece.
  private func endOfText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while let control = bytes.firstControl(in: index..<bytes.count) {
      if bytes[control] == 0x1B || endsRecord(bytes[control]) { return control }
      index = control + 1
    }
    return bytes.count
  }

  /// Where the record before `end` starts, or a place from which it is too long already.
  ///
  /// The records begin at `start`. Notes what opens the record.
  private mutating func startOfRecord(
    in bytes: UnsafeBufferPointer<UInt8>, before end: Int, from start: Int
  ) -> Int {
    let earliest = max(start, end - UnfinishedRecord.longest - 1)
    var index = end
    while index > earliest, !endsRecord(bytes[index - 1]) { index -= 1 }
    if index > start { unfinished.opening = bytes[index - 1] }
    return index
  }

  /// Whether the record with this byte may report something, as far as is seen from it.
  private func isWorthReading(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, from start: Int
  ) -> Bool {
    let byte = bytes[index]
    if byte == UInt8(ascii: "%") || byte == 0x1B { return true }
    let isBracket = byte == UInt8(ascii: "[")
    guard
      isBracket || byte == UInt8(ascii: "P"), index == start || endsRecord(bytes[index - 1])
    else { return false }
    guard index + 1 < bytes.count else { return true }
    // CMake's and git's records have a percent sign, which tells them later.
    return isBracket ? bytes[index + 1].decimalDigit != nil : bytes[index + 1] == UInt8(ascii: "r")
  }
}
