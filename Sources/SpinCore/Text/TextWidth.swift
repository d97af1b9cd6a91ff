extension Unicode.Scalar {
  /// The columns that a terminal moves its cursor for this scalar alone, 0...2, as `wcwidth(3)`
  /// counts; 0 for control characters.
  package var columns: Int {
    if value < 0x300 {
      return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1
    }
    if value >= 0x1100, isWide { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      return isJoiningJamo ? 0 : 1
    }
  }

  private var isWide: Bool {
    var low = 0
    var high = WideScalars.ranges.count
    while low < high {
      let middle = (low + high) / 2
      let range = WideScalars.ranges[middle]
      if value < range.lowerBound {
        high = middle
      } else if value > range.upperBound {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }

  /// Whether this is a vowel or final consonant that a terminal draws into the Hangul syllable
  /// before it.
  private var isJoiningJamo: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }
}

extension Character {
  /// The columns that this grapheme takes on a terminal, 0...2 for all but conjuncts.
  ///
  /// Emoji sequences count two, as terminals that join them draw them.
  package var columns: Int {
    var sum = 0
    var isSequence = false
    for scalar in unicodeScalars {
      sum += scalar.columns
      switch scalar.value {
      case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: isSequence = true
      default: break
      }
    }
    return isSequence && sum > 0 ? 2 : sum
  }
}

extension StringProtocol {
  /// The columns that this text takes on a terminal.
  package var columns: Int {
    reduce(0) { $0 + $1.columns }
  }
}
