/// What has changed by one or more reports of a command's.
package struct ProgressUpdate: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    /// How much is done.
    case known(Fraction)
    /// Nothing is known any more.
    case unknown
  }

  /// Nil if nothing was said of it.
  package var change: Change?
  /// A new text, in UTF-8; nil if nothing was said of it.
  package var detail: [UInt8]?

  package init(_ change: Change? = nil, detail: [UInt8]? = nil) {
    self.change = change
    self.detail = detail
  }

  /// Adds a later one.
  package mutating func merge(_ later: ProgressUpdate) {
    change = later.change ?? change
    detail = later.detail ?? detail
  }
}
