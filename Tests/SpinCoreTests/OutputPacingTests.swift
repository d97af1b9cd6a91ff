import SpinCore
import Testing

@Suite struct OutputPacingTests {
  /// Passes on what a command writes at a rate, as often as pauses allow but at most each 10 µs.
  ///
  /// - Returns: how many pieces that takes for a second, and how long the command waits for room.
  private func pieces(bytesPerSecond: Double) -> (count: Int, wait: Double) {
    var pacing = OutputPacing(gatheredSize: 2048, longestPause: .milliseconds(8))
    var (time, passed, count, wait) = (Duration.seconds(1), 0.0, 0, 0.0)
    while time < .seconds(2) {
      time = max(time + .microseconds(10), pacing.pauseEnd)
      let written = bytesPerSecond * ((time - .seconds(1)) / .seconds(1))
      let piece = Int(written - passed)
      guard piece > 0 else { continue }
      passed += Double(piece)
      count += 1
      wait += Double(max(0, piece - 12288)) / bytesPerSecond
      pacing.notePiece(of: piece, at: time)
    }
    return (count, wait)
  }

  @Test func theFirstPieceIsPassedOnAtOnce() {
    let pacing = OutputPacing(gatheredSize: 2048, longestPause: .milliseconds(8))
    #expect(pacing.pauseEnd == .zero)
  }

  @Test func aPieceAfterSilenceIsNotHeldBack() {
    var pacing = OutputPacing(gatheredSize: 2048, longestPause: .milliseconds(8))
    pacing.notePiece(of: 10, at: .seconds(1))
    #expect(pacing.pauseEnd <= .seconds(1) + Duration.milliseconds(8))
  }

  @Test(arguments: [100, 1000, 100_000])
  func fewPiecesAreMadeOfALittle(_ bytesPerSecond: Double) {
    #expect(pieces(bytesPerSecond: bytesPerSecond).count <= 135)
  }

  @Test(arguments: [100_000, 300_000, 1_000_000, 3_000_000, 30_000_000])
  func theCommandHardlyWaitsForRoom(_ bytesPerSecond: Double) {
    #expect(pieces(bytesPerSecond: bytesPerSecond).wait < 0.001)
  }

  @Test func largePiecesFollowEachOtherAtOnce() {
    var pacing = OutputPacing(gatheredSize: 2048, longestPause: .milliseconds(8))
    pacing.notePiece(of: 2048, at: .seconds(1))
    #expect(pacing.pauseEnd == .zero)
  }

  @Test func nothingIsNoPiece() {
    var pacing = OutputPacing(gatheredSize: 2048, longestPause: .milliseconds(8))
    pacing.notePiece(of: 0, at: .seconds(1))
    #expect(pacing.pauseEnd == .zero)
  }
}
