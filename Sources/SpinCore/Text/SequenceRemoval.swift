extension String.UnicodeScalarView {
  /// These scalars without control sequences and strings (ECMA-48, 5.4 and 5.6), of which what is not
  /// ended reaches to the end.
  var withoutSequences: String.UnicodeScalarView {
    var rest = String.UnicodeScalarView()
    var index = startIndex
    while index < endIndex {
      if self[index] == "\u{1B}" {
        index = endOfSequence(at: index)
      } else {
        rest.append(self[index])
        index = self.index(after: index)
      }
    }
    return rest
  }

  /// The place behind the sequence that begins with an escape character here.
  private func endOfSequence(at escape: Index) -> Index {
    let introducer = index(after: escape)
    guard introducer < endIndex else { return endIndex }
    let next = index(after: introducer)
    switch self[introducer] {
    case "[":
      let final = self[next...].firstIndex { (0x40...0x7E).contains($0.value) }
      return final.map { index(after: $0) } ?? endIndex
    case "]", "P", "X", "^", "_":
      return endOfString(from: next)
    case "\u{1B}":
      return introducer
    case let scalar where (0x20..<0x30).contains(scalar.value):
      let final = self[next...].firstIndex { $0.value >= 0x30 }
      return final.map { index(after: $0) } ?? endIndex
    default:
      return next
    }
  }

  /// The place behind BEL or ST, or before another escape sequence.
  private func endOfString(from start: Index) -> Index {
    guard let end = self[start...].firstIndex(where: { $0 == "\u{7}" || $0 == "\u{1B}" }) else {
      return endIndex
    }
    let next = index(after: end)
    if self[end] == "\u{7}" { return next }
    return next < endIndex && self[next] == "\\" ? index(after: next) : end
  }
}
