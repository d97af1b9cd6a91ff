/// The text between two ends of records, without escape sequences, and how each format reads it.
struct RecordText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The byte before it, which ended another record.
  let opening: UInt8
  /// Whether nothing can follow.
  let isEnded: Bool

  /// What it reports in the first of the formats that check themselves.
  var selfCheckingRecord: OutputRecord? {
    switch bytes.first {
    case UInt8(ascii: "["): if let ninja { return ninja }
    case UInt8(ascii: "P"): if let pip { return pip }
    default: break
    }
    guard bytes.firstIndex(of: UInt8(ascii: "%"), in: 0..<bytes.count) != nil else { return nil }
    return cmake ?? git ?? curl ?? wget ?? qemu
  }

  /// Ninja's `[12/345] text`, which it writes without leading zeros, unlike dates.
  var ninja: OutputRecord? {
    var cursor = cursorAtLineStart
    guard
      cursor.take("["), let done = cursor.takeCount(), cursor.take("/"),
      let total = cursor.takeCount(), cursor.take("] "), total >= 2
    else { return nil }
    return OutputRecord(.ninja, Fraction(done, of: total))
  }

  /// CMake's `[ 42%] text`.
  var cmake: OutputRecord? {
    var cursor = cursorAtLineStart
    guard cursor.take("["), let percent = cursor.takePaddedPercent(), cursor.take("%] ") else {
      return nil
    }
    return OutputRecord(.cmake, Fraction(percent, of: 100))
  }

  /// Git's `Title:  42% (123/292)`, whatever follows, and what of it stands on a line of its own where a
  /// window is too narrow (`display` of its `progress.c`).
  var git: OutputRecord? {
    var split = cursorAtLineStart
    if split.take("  "), let fraction = Self.gitCounters(&split) {
      return OutputRecord(.git(title: 0), fraction)
    }
    guard var cursor = cursorAtPercentSign(before: UInt8(ascii: " ")) else { return nil }
    let end = cursor.index
    let titleEnd = end - 5
    guard titleEnd > 0 else { return nil }
    cursor.index = titleEnd
    guard cursor.take(": "), let fraction = Self.gitCounters(&cursor) else { return nil }
    var hasher = Hasher()
    hasher.combine(
      bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<titleEnd]))
    return OutputRecord(.git(title: hasher.finalize()), fraction)
  }

  /// Git's ` 42% (123/292)`, of which each part tells whether the other is right.
  private static func gitCounters(_ cursor: inout RecordCursor) -> Fraction? {
    guard let percent = cursor.takePaddedPercent(), cursor.take("% ("),
      let done = cursor.takeCount(), cursor.take("/"), let total = cursor.takeCount(),
      cursor.take(")"), let fraction = Fraction(done, of: total), fraction.percent == percent
    else { return nil }
    return fraction
  }

  /// The bar of `curl -#`, redrawn after a carriage return (`tool_progress_cb` of `tool_cb_prg.c`).
  var curl: OutputRecord? {
    guard opening == UInt8(ascii: "\r"), bytes.last == UInt8(ascii: "%") else { return nil }
    var cursor = cursorAtLineStart
    cursor.takeAll("#")
    guard
      cursor.takeAll(" ") > 0, let whole = cursor.takeCount(), cursor.takeDecimalSign(),
      let tenth = cursor.takeDigit(), cursor.take("%"), cursor.isAtEnd, whole <= 100
    else { return nil }
    return OutputRecord(.curl, Fraction(whole * 10 + tenth, of: 1000))
  }

  /// The bar of wget, `71%[+++===>  ]`, beside a name and a speed (`create_image` of `progress.c`).
  var wget: OutputRecord? {
    guard var cursor = cursorAtPercentSign(before: UInt8(ascii: "[")) else { return nil }
    var start = cursor.index
    while start > 0, bytes[start - 1].decimalDigit != nil { start -= 1 }
    guard start == 0 || bytes[start - 1] == UInt8(ascii: " ") else { return nil }
    cursor.index = start
    guard let percent = cursor.takeCount(), cursor.take("%[") else { return nil }
    let barStart = cursor.index
    cursor.takeAll("+")
    cursor.takeAll("=")
    _ = cursor.take(">")
    cursor.takeAll(" ")
    guard cursor.index > barStart, cursor.take("]") else { return nil }
    return OutputRecord(.wget, Fraction(percent, of: 100))
  }

  /// The line `Progress 262144 of 876263` of `pip --progress-bar=raw`.
  var pip: OutputRecord? {
    // More digits could follow an end that is none.
    guard isEnded else { return nil }
    var cursor = cursorAtLineStart
    guard
      cursor.take("Progress "), let done = cursor.takeCount(), cursor.take(" of "),
      let total = cursor.takeCount(), cursor.isAtEnd
    else { return nil }
    return OutputRecord(.pip, Fraction(done, of: total))
  }

  /// The record `    (42.00/100%)` of `qemu-img -p` (`progress_simple_print` of `qemu-progress.c`).
  var qemu: OutputRecord? {
    var cursor = cursorAtLineStart
    guard
      cursor.take("    ("), let whole = cursor.takeCount(), cursor.takeDecimalSign(),
      let tenth = cursor.takeDigit(), let hundredth = cursor.takeDigit(),
      cursor.take("/100%)"), cursor.isAtEnd, whole <= 100
    else { return nil }
    return OutputRecord(.qemu, Fraction(whole * 100 + tenth * 10 + hundredth, of: 10_000))
  }

  /// The last percentage, wherever it stands.
  var token: OutputRecord? {
    var end = bytes.count
    while let sign = bytes[..<end].lastIndex(of: UInt8(ascii: "%")) {
      let numberEnd = endOfNumber(before: sign)
      if let start = tokenStart(before: sign, numberEnd: numberEnd) {
        return OutputRecord(.token, Fraction(percent: bytes[start..<numberEnd]))
      }
      end = sign
    }
    return nil
  }

  /// Where the number before a percent sign ends: some languages put a blank between, which may be one
  /// that does not break the line (U+00A0, U+202F).
  private func endOfNumber(before sign: Int) -> Int {
    for blank: StaticString in [" ", "\u{A0}", "\u{202F}"] {
      let start = sign - blank.utf8CodeUnitCount
      guard start >= 0 else { continue }
      var cursor = RecordCursor(bytes, at: start)
      if cursor.take(blank), cursor.index == sign { return start }
    }
    return sign
  }

  /// Where the number before a percent sign starts, or nil if that is part of something else.
  private func tokenStart(before sign: Int, numberEnd: Int) -> Int? {
    if sign + 1 < bytes.count, bytes[sign + 1].continuesNumber { return nil }
    var start = startOfDigits(before: numberEnd)
    guard start < numberEnd else { return nil }
    if start > 1, bytes[start - 2].decimalDigit != nil,
      bytes[start - 1] == UInt8(ascii: ".")
        // Three digits behind a comma are thousands.
        || bytes[start - 1] == UInt8(ascii: ",") && numberEnd - start < 3
    {
      start = startOfDigits(before: start - 1)
    }
    guard start > 0 else { return start }
    switch bytes[start - 1] {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "/"):
      return nil
    default: return bytes[start - 1].continuesNumber ? nil : start
    }
  }

  private func startOfDigits(before end: Int) -> Int {
    var start = end
    while start > 0, bytes[start - 1].decimalDigit != nil { start -= 1 }
    return start
  }

  /// A cursor at the start, or at the end if that is not the start of a line.
  var cursorAtLineStart: RecordCursor {
    RecordCursor(bytes, at: opening == UInt8(ascii: "\u{8}") ? bytes.count : 0)
  }

  /// A cursor at the first percent sign that this byte follows.
  private func cursorAtPercentSign(before next: UInt8) -> RecordCursor? {
    var index = 0
    while let sign = bytes.firstIndex(of: UInt8(ascii: "%"), in: index..<bytes.count) {
      index = sign + 1
      if index < bytes.count, bytes[index] == next { return RecordCursor(bytes, at: sign) }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether beside a number it makes a word of it, or a byte of a URL.
  fileprivate var continuesNumber: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
