extension String {
  /// This text in at most so many columns: whole, or with `mark` in place of its middle.
  ///
  /// Where even the mark does not fit, the text's beginning stands alone.
  package func elided(toColumns limit: Int, mark: String) -> String {
    guard columns > limit else { return self }
    let room = limit - mark.columns
    guard room > 0 else { return String(prefix(fittingColumns: limit)) }
    let tailColumns = room / 2
    let head = prefix(fittingColumns: room - tailColumns)
    return head + mark + suffix(fittingColumns: room - head.columns)
  }

  private func prefix(fittingColumns limit: Int) -> Substring {
    var used = 0
    return prefix { character in
      used += character.columns
      return used <= limit
    }
  }

  private func suffix(fittingColumns limit: Int) -> Substring {
    var used = 0
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      used += self[before].columns
      guard used <= limit else { break }
      start = before
    }
    return self[start...]
  }
}
