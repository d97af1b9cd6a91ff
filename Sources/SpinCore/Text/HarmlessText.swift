extension String {
  /// This text with nothing in it that could move a terminal's cursor, change its state or reorder
  /// its line: white space becomes a blank, and control sequences, other control characters and
  /// directional ones go.
  package var harmless: String {
    guard unicodeScalars.contains(where: { $0.harmlessForm != $0 }) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars.withoutSequences {
      if let form = scalar.harmlessForm { scalars.append(form) }
    }
    return String(scalars)
  }

  /// This text in ASCII, with a question mark for each other grapheme.
  package var inASCII: String {
    String(map { $0.isASCII ? $0 : "?" })
  }
}

extension Unicode.Scalar {
  /// Nil for a scalar that is dropped.
  var harmlessForm: Unicode.Scalar? {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
    case 0x00...0x1F, 0x7F...0x9F: nil
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: nil
    default: self
    }
  }
}
