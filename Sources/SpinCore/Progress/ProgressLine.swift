/// Reads one line of the progress pipe.
///
/// It is a percentage or a count, with a text or without, a text alone, `-`,
/// and what zenity(1), apt(8), gpg(1) and terminals (OSC 9;4) are told in lines of their own.
enum ProgressLine {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Nil for a line that says nothing, or nothing that can be true.
  static func update(from line: Bytes) -> ProgressUpdate? {
    let line = trimmed(line)
    guard let first = line.first else { return nil }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return amount(line)
    case UInt8(ascii: "#"):
      return ProgressUpdate(detail: Array(trimmed(line.dropFirst())))
    case UInt8(ascii: "-"):
      return line.count == 1 ? ProgressUpdate(.unknown) : nil
    case 0x1B:
      return terminalReport(line)
    case UInt8(ascii: "p"), UInt8(ascii: "d"):
      return statusLine(line)
    case UInt8(ascii: "["):
      return gnupgLine(line)
    default:
      return nil
    }
  }

  /// A percentage by itself, as the first line of a block has it.
  static func percentage(_ line: Bytes) -> Fraction? {
    guard let update = amount(trimmed(line)), update.detail == nil,
      case .known(let fraction) = update.change
    else { return nil }
    return fraction
  }

  // MARK: Amounts

  /// `42`, `42.5 %`, `3/10`, each with a text behind or without.
  private static func amount(_ line: Bytes) -> ProgressUpdate? {
    let number = line.prefix { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    var rest = line[number.endIndex...]
    let fraction: Fraction?
    if rest.first == UInt8(ascii: "/") {
      let total = rest.dropFirst().prefix(while: isDigit)
      rest = rest[total.endIndex...]
      fraction = count(number).flatMap { part in count(total).flatMap { Fraction(part, of: $0) } }
    } else {
      fraction = Fraction(percent: number)
      let behind = rest.drop(while: isBlank)
      if behind.first == UInt8(ascii: "%"), behind.dropFirst().first.map(isBlank) != false {
        rest = behind.dropFirst()
      }
    }
    guard let fraction, rest.first.map(isBlank) != false else { return nil }
    let text = trimmed(rest)
    return ProgressUpdate(.known(fraction), detail: text.isEmpty ? nil : Array(text))
  }

  /// A whole number of at most 18 digits.
  private static func count(_ digits: Bytes) -> Int? {
    guard (1...18).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  // MARK: Other programs' lines

  /// `ESC ]9;4;1;42`, without what ends it.
  private static func terminalReport(_ line: Bytes) -> ProgressUpdate? {
    guard line.dropFirst().first == UInt8(ascii: "]") else { return nil }
    switch ProgressSequence(payload: line.dropFirst(2)) {
    case .known(let fraction): return ProgressUpdate(.known(fraction))
    case .unknown: return ProgressUpdate(.unknown)
    case nil: return nil
    }
  }

  /// zenity's `pulsate:true`, and apt's `dlstatus:2:42.5:text` and `pmstatus:package:42.5:text`.
  private static func statusLine(_ line: Bytes) -> ProgressUpdate? {
    if line.elementsEqual("pulsate:true".utf8) { return ProgressUpdate(.unknown) }
    guard line.starts(with: "dlstatus:".utf8) || line.starts(with: "pmstatus:".utf8) else {
      return nil
    }
    let fields = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count > 2, let fraction = Fraction(percent: fields[2]) else { return nil }
    let text = fields.count > 3 ? trimmed(fields[3]) : line[line.endIndex...]
    return ProgressUpdate(.known(fraction), detail: text.isEmpty ? nil : Array(text))
  }

  /// `[GNUPG:] PROGRESS what char current total [units]`; a total of 0 is unknown.
  private static func gnupgLine(_ line: Bytes) -> ProgressUpdate? {
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count >= 6, fields[0].elementsEqual("[GNUPG:]".utf8),
      fields[1].elementsEqual("PROGRESS".utf8), let current = count(fields[4]),
      let total = count(fields[5])
    else { return nil }
    if total == 0 { return ProgressUpdate(.unknown) }
    return Fraction(current, of: total).map { ProgressUpdate(.known($0)) }
  }

  // MARK: Bytes

  static func trimmed(_ line: Bytes) -> Bytes {
    var line = line.drop(while: isBlank)
    while let last = line.last, isBlank(last) { line = line.dropLast() }
    return line
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
