/// How a command ended.
package enum Outcome: Equatable, Sendable {
  case exited(status: Int32)
  /// The signal's number, and its name as `SIGTERM`.
  case killed(signal: Int32, name: String)
  /// It was ended because it took longer than this.
  case timedOut(limit: Duration)

  /// Only exit status 0 is success.
  package var isSuccess: Bool { self == .exited(status: 0) }
}
