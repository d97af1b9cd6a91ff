/// The progress that a record of the command's output reports.
struct OutputRecord: Equatable {
  /// What a record must have in common with another to be of one series.
  enum Kind: Equatable {
    case cmake
    case ninja
    /// Git's, with a hash of its title, which costs no memory.
    case git(title: Int)
    case curl
    case wget
    case pip
    case qemu
    /// One of the format that was asked for.
    case named
    /// Any percentage.
    case token
  }

  let kind: Kind
  let fraction: Fraction

  /// A record, or nil if there is no fraction.
  init?(_ kind: Kind, _ fraction: Fraction?) {
    guard let fraction else { return nil }
    self.kind = kind
    self.fraction = fraction
  }
}
