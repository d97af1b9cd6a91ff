/// Formats that are read only where they are asked for by name, each by its own whole record.
extension RecordText {
  /// The record `     21,331,968  35%   19.55MB/s    0:00:01` of rsync's `--info=progress2` and `-P`, and
  /// what it says of files behind it (`rprint_progress` of its `progress.c`).
  var rsync: OutputRecord? {
    var cursor = cursorAtLineStart
    cursor.takeAll(" ")
    guard cursor.takeAmount(), cursor.takeAll(" ") > 0, let percent = cursor.takePercent(),
      cursor.take("%"), cursor.takeAll(" ") > 0, cursor.takeAmount(), cursor.take("B/s"),
      cursor.takeAll(" ") > 0, cursor.takeTime(), cursor.isAtEnd || cursor.take(" ")
    else { return nil }
    cursor.takeAll(" ")
    guard cursor.isAtEnd || cursor.take("(") else { return nil }
    return OutputRecord(.named, percent)
  }

  /// The record `[download]  42.3% of   10.00MiB at    1.20MiB/s ETA 00:05` of yt-dlp (`report_progress`
  /// of its `downloader/common.py`).
  var ytDLP: OutputRecord? {
    var cursor = cursorAtLineStart
    guard cursor.take("[download] ") else { return nil }
    cursor.takeAll(" ")
    guard let percent = cursor.takePercent(), cursor.take("%"),
      cursor.isAhead(" at "), cursor.take(" of ") || cursor.take(" at ")
    else { return nil }
    return OutputRecord(.named, percent)
  }

  /// The records `  0%`, ` 42% + name` and ` 42% 12 + name` of 7-Zip, each taken back by backspaces or a
  /// carriage return (`CPercentPrinter` of its `PercentPrinter.cpp`).
  var sevenZip: OutputRecord? {
    var cursor = RecordCursor(bytes, at: 0)
    guard let percent = cursor.takePaddedPercent(), cursor.take("%") else { return nil }
    if !cursor.isAtEnd {
      guard cursor.take(" ") else { return nil }
      if cursor.takeCount() != nil, !cursor.isAtEnd, !cursor.take(" ") { return nil }
      if !cursor.isAtEnd {
        let sign = cursor.takeAll { "+-=.UTDR".utf8.contains($0) }
        guard sign == 1, cursor.take(" ") else { return nil }
      }
    }
    return OutputRecord(.named, Fraction(percent, of: 100))
  }

  /// The record ` 42.5 %     2.9 MiB / 6.8 MiB = 0.427   2.4 MiB/s   0:03` of `xz -v`, in the numbers of
  /// its locale (`progress_flush` and `message_progress_update` of its `message.c`).
  var xz: OutputRecord? {
    var cursor = cursorAtLineStart
    cursor.takeAll(" ")
    guard let percent = cursor.takePercent(), cursor.take(" %"), cursor.takeAll(" ") > 0,
      cursor.isAhead(" / "), cursor.isAhead(" = ")
    else { return nil }
    return OutputRecord(.named, percent)
  }
}

extension RecordCursor {
  /// Moves over a number with separators, and the letter of a multiple.
  fileprivate mutating func takeAmount() -> Bool {
    let start = index
    guard takeDigit() != nil else { return false }
    takeAll { $0.decimalDigit != nil || ".,'".utf8.contains($0) }
    takeAll { "kKMGTP".utf8.contains($0) }
    return index > start
  }

  /// Moves over hours, minutes and seconds, known or not.
  fileprivate mutating func takeTime() -> Bool {
    takeTimePart() > 0 && take(":") && takeTimePart() == 2 && take(":") && takeTimePart() == 2
  }

  private mutating func takeTimePart() -> Int {
    takeAll { $0.decimalDigit != nil || $0 == UInt8(ascii: "?") }
  }
}
