import Foundation
import SpinCore

/// The command's outputs that spin reads itself: to hold them, or to read progress in what goes
/// elsewhere than to the indicator's terminal.
final class CapturedOutput: CarryingOn {
  /// What becomes of what comes.
  private enum Course {
    case passing
    case holding(HeldOutput)
    case discarding
  }

  private let streams: [CapturedStream]
  private let mode: OutputMode
  private let display: any Display
  private var course: Course
  /// Waits, while the command may still run, until whoever reads its output may have room; false if what
  /// is not taken is to be given up.
  var waitForRoom: (pollfd) -> Bool = { _ in false }

  /// More than a pipe or a pseudo-terminal holds: what comes after it was written after the command's
  /// end.
  private static let mostLeftOutput = 131_072

  /// - Parameters:
  ///   - numbers: the command's descriptors that are captured.
  ///   - terminal: the one that shows the indicator, if there is one.
  ///   - display: shows what is to be shown of it.
  ///   - scanned: reads each stream of it.
  init(
    _ numbers: [Int32], mode: OutputMode, terminal: Terminal?, display: any Display,
    scanned: ScannedOutput
  ) throws(SystemError) {
    var streams: [CapturedStream] = []
    // What goes to one file goes through one pipe, so that its order stays.
    for number in numbers where !streams.contains(where: { $0.numbers.contains(number) }) {
      let same = numbers.filter { Self.isSame($0, number) }
      streams.append(
        try CapturedStream(replacing: same, known: terminal, scanned: scanned.addStream()))
    }
    self.streams = streams
    self.mode = mode
    self.display = display
    switch mode {
    case .stream: course = .passing
    case .none: course = .discarding
    case .tail, .onFailure, .atEnd: course = .holding(HeldOutput())
    }
  }

  /// Whether two descriptors lead to one file, or to one terminal by whatever names.
  private static func isSame(_ one: Int32, _ other: Int32) -> Bool {
    if let device = Platform.terminalDevice(of: one) {
      return device == Platform.terminalDevice(of: other)
    }
    return FileIdentity(of: one) == FileIdentity(of: other)
  }

  var replacements: [CommandDescriptor] { streams.flatMap(\.replacements) }

  /// The command has its descriptors.
  func commandHasStarted() { for stream in streams { stream.commandHasStarted() } }

  /// Gives the command the window's size.
  func resize() { for stream in streams { stream.resize() } }

  // MARK: Waiting

  /// When `update` has something to do without an event; nil for never.
  func nextUpdate(after now: Duration) -> Duration? {
    streams.filter { $0.isOpen && now < $0.pacing.pauseEnd }.map(\.pacing.pauseEnd).min()
  }

  /// What lets `update` do something.
  func events(at now: Duration) -> [pollfd] {
    streams.compactMap { stream in
      if !stream.isReady { return stream.writable }
      return stream.isOpen && now >= stream.pacing.pauseEnd ? stream.readable : nil
    }
  }

  /// Does what these events let it do.
  func update(at now: Duration, events: some Sequence<pollfd>) {
    for stream in streams {
      if events.contains(where: { $0.hasHappened(stream.writable) }) { stream.flush() }
      if stream.isReady, events.contains(where: { $0.hasHappened(stream.readable) }) {
        take(stream.read(at: now), stream, now)
      }
    }
    releaseTargets()
  }

  /// Lets go of where nothing more is written to.
  private func releaseTargets() {
    if case .holding = course { return }
    for stream in streams where !stream.isOpen && stream.isReady { stream.releaseTarget() }
  }

  private func take(
    _ piece: UnsafeBufferPointer<UInt8>, _ stream: CapturedStream, _ now: Duration
  ) {
    guard !piece.isEmpty else { return }
    stream.scanned.read(piece, at: now)
    if case .tail = mode { display.showTail(piece, at: now) }
    switch course {
    case .passing: stream.write(piece)
    case .discarding: break
    case .holding(let held):
      do throws(SystemError) {
        try held.append(piece, to: stream.numbers[0])
      } catch {
        giveUpHolding(held, because: error)
      }
    }
  }

  /// Prints what is held, and passes the rest on as it comes.
  private func giveUpHolding(_ held: HeldOutput, because error: SystemError) {
    display.retire()
    StandardError.write(Phrases.cannotHold(error.text))
    course = .passing
    print(held, waitForRoom)
  }

  // MARK: The end

  /// Reads what the command has written before its end, and passes it on where that is its course.
  ///
  /// - Parameter waitForRoom: waits until an event may have happened; false to wait no longer.
  func drain(at now: Duration, _ waitForRoom: (pollfd) -> Bool) {
    for stream in streams {
      var rest = Self.mostLeftOutput
      while rest > 0, stream.isOpen {
        let piece = stream.read(at: now)
        if piece.isEmpty { break }
        rest -= piece.count
        take(piece, stream, now)
        guard finishWriting(stream, waitForRoom) else { return }
      }
      guard finishWriting(stream, waitForRoom) else { return }
    }
  }

  /// Prints what was held, if that is to be printed after this end. What comes from others after that
  /// is passed on or thrown away in the same way.
  func finish(_ outcome: Outcome, _ waitForRoom: (pollfd) -> Bool) {
    if case .holding(let held) = course {
      course = mode.prints(after: outcome) ? .passing : .discarding
      if case .passing = course, !held.isEmpty {
        display.retire()
        print(held, waitForRoom)
      }
    }
    if case .discarding = course { for stream in streams { stream.releaseTarget() } }
    releaseTargets()
  }

  /// Why some of the output did not get where it was to go, where that is to be said.
  var failure: SystemError? { streams.lazy.compactMap(\.failure).first }

  private func print(_ held: HeldOutput, _ waitForRoom: (pollfd) -> Bool) {
    struct GivenUp: Error {}
    do {
      try held.forEachPiece { number, piece in
        guard let stream = streams.first(where: { $0.numbers[0] == number }) else { return }
        if let device = stream.device { display.willPrint(piece, on: device) }
        stream.write(piece)
        if !finishWriting(stream, waitForRoom) { throw GivenUp() }
      }
    } catch let error as SystemError {
      StandardError.write(Phrases.message("--output: \(error.action): \(error.reason)"))
    } catch {
      // Asked to end, in the middle of it.
    }
    held.removeAll()
  }

  /// Waits until the stream's target has taken everything.
  ///
  /// - Returns: false if the wait was given up.
  private func finishWriting(_ stream: CapturedStream, _ waitForRoom: (pollfd) -> Bool) -> Bool {
    while !stream.isReady {
      guard waitForRoom(stream.writable) else { return false }
      stream.flush()
    }
    return true
  }

  /// Whether somebody who outlives the command may still write.
  var isHeld: Bool { streams.contains(where: \.isOpen) }

  var isReady: Bool { streams.allSatisfy(\.isReady) }

  var descriptors: [Int32] {
    streams.filter { $0.isOpen || !$0.isReady }.flatMap { [$0.readable.fd, $0.writable.fd] }
      .filter { $0 >= 0 }
  }

  var events: [pollfd] { events(at: .seconds(Int64.max / 2)) }

  /// Passes on or throws away what others than the command write, until the last of them has gone.
  func carryOn(_ events: [pollfd]) { update(at: .zero, events: events) }
}
