/// How long output is left to gather before it is passed on, so that a command which writes many
/// small pieces costs few wake-ups and one that writes much never waits.
package struct OutputPacing: Equatable, Sendable {
  /// Until when nothing is to be passed on.
  package private(set) var pauseEnd = Duration.zero
  /// How many bytes were passed on lately: within about `longestPause`.
  private var recentBytes = 0.0
  /// When the last piece was passed on.
  private var pieceTime = Duration.zero
  private var lastPause = Duration.zero
  private let gatheredSize: Int
  private let longestPause: Duration

  /// A pause that is shorter is not worth a wake-up of its own.
  private static let shortestPause = Duration.milliseconds(1)

  /// - Parameters:
  ///   - gatheredSize: how many bytes may gather while the command runs on.
  ///   - longestPause: how long they may gather.
  package init(gatheredSize: Int, longestPause: Duration) {
    self.gatheredSize = gatheredSize
    self.longestPause = longestPause
  }

  /// Passes nothing on before then.
  package mutating func pause(until end: Duration) {
    pauseEnd = max(pauseEnd, end)
  }

  /// Notes that a piece of so many bytes was passed on.
  ///
  /// After a small piece there is a pause as long as `gatheredSize` takes to gather at the present
  /// rate. The first ones are shorter, since it is not known yet how much will follow.
  package mutating func notePiece(of count: Int, at now: Duration) {
    guard count > 0 else { return }
    let kept = max(0, 1 - (now - pieceTime) / longestPause)
    recentBytes = recentBytes * kept + Double(count)
    let isFirst = now - pieceTime > longestPause * 2
    pieceTime = now
    guard count < gatheredSize else { return }
    let gathering = longestPause * min(1, Double(gatheredSize) / recentBytes)
    let growing = isFirst ? Self.shortestPause : max(lastPause * 2, Self.shortestPause)
    lastPause = min(gathering, growing)
    if lastPause >= Self.shortestPause { pauseEnd = now + lastPause }
  }
}
