import Foundation
import SpinCore

/// The command's outputs that spin reads itself: to hold them, or to read progress in what goes
/// elsewhere than to the indicator's terminal.
final class CapturedOutput {
  /// What becomes of what comes.
  private enum Course {
    case passing
    case holding(HeldOutput)
    case discarding
  }

  private let streams: [CapturedStream]
  private let mode: OutputMode
  private let display: any Display
  private let scanned: ScannedOutput
  private var course: Course

  /// More than a pipe or a pseudo-terminal holds: what comes after it was written after the command's
  /// end.
  private static let mostLeftOutput = 131_072

  /// - Parameters:
  ///   - numbers: the command's descriptors that are captured.
  ///   - display: shows what is to be shown of it.
  ///   - scanned: reads it.
  init(
    _ numbers: [Int32], mode: OutputMode, display: any Display, scanned: ScannedOutput
  ) throws(SystemError) {
    var streams: [CapturedStream] = []
    // What goes to one file goes through one pipe, so that its order stays.
    for number in numbers where !streams.contains(where: { $0.numbers.contains(number) }) {
      let same = numbers.filter { FileIdentity(of: $0) == FileIdentity(of: number) }
      streams.append(try CapturedStream(replacing: same))
    }
    self.streams = streams
    self.mode = mode
    self.display = display
    self.scanned = scanned
    switch mode {
    case .stream: course = .passing
    case .none: course = .discarding
    case .tail, .onFailure, .atEnd: course = .holding(HeldOutput())
    }
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
    for event in events where event.revents != 0 {
      for stream in streams {
        if event.fd == stream.writable.fd { stream.flush() }
        if event.fd == stream.readable.fd, stream.isReady {
          take(stream.read(at: now), stream, now)
        }
      }
    }
  }

  private func take(
    _ piece: UnsafeBufferPointer<UInt8>, _ stream: CapturedStream, _ now: Duration
  ) {
    guard !piece.isEmpty else { return }
    scanned.read(piece, at: now)
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
    StandardError.write(Phrases.cannotHold("\(error.action): \(error.reason)"))
    course = .passing
    print(held) { stream in
      while !stream.isReady {
        Self.wait(for: [stream.writable])
        stream.flush()
      }
      return true
    }
  }

  // MARK: The end

  /// Reads what the command has written before its end, and passes it on where that is its course.
  func drain(at now: Duration, inbox: SignalInbox, isGivenUp: () -> Bool) {
    for stream in streams {
      var rest = Self.mostLeftOutput
      while rest > 0, stream.isOpen {
        let piece = stream.read(at: now)
        if piece.isEmpty { break }
        rest -= piece.count
        take(piece, stream, now)
        guard finishWriting(stream, inbox, isGivenUp) else { return }
      }
      guard finishWriting(stream, inbox, isGivenUp) else { return }
    }
  }

  /// Prints what was held, if that is to be printed after this end. What comes from others after that
  /// is passed on or thrown away in the same way.
  func finish(_ outcome: Outcome, inbox: SignalInbox, isGivenUp: () -> Bool) {
    guard case .holding(let held) = course else { return }
    course = mode.prints(after: outcome) ? .passing : .discarding
    guard case .passing = course, !held.isEmpty else { return }
    display.retire()
    print(held) { finishWriting($0, inbox, isGivenUp) }
  }

  /// - Parameter finish: waits until a stream has taken everything; false to print no more.
  private func print(_ held: HeldOutput, finish: (CapturedStream) -> Bool) {
    struct GivenUp: Error {}
    do {
      try held.forEachPiece { number, piece in
        guard let stream = streams.first(where: { $0.numbers[0] == number }) else { return }
        if let device = stream.device { display.willPrint(piece, on: device) }
        stream.write(piece)
        if !finish(stream) { throw GivenUp() }
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
  private func finishWriting(
    _ stream: CapturedStream, _ inbox: SignalInbox, _ isGivenUp: () -> Bool
  ) -> Bool {
    while !stream.isReady {
      Self.wait(for: [stream.writable, inbox.readable])
      if isGivenUp() { return false }
      stream.flush()
    }
    return true
  }

  private static func wait(for events: [pollfd]) {
    var events = events
    poll(&events, nfds_t(events.count), -1)
  }

  /// Whether somebody who outlives the command may still write.
  var isHeld: Bool { streams.contains(where: \.isOpen) }

  /// What `carryOn` needs.
  var descriptors: [Int32] { streams.flatMap { [$0.readable.fd, $0.writable.fd] } }

  /// Passes on or throws away what others than the command write, until the last of them has gone.
  func carryOn() {
    while isHeld {
      var events = events(at: .seconds(Int64.max / 2))
      poll(&events, nfds_t(events.count), -1)
      update(at: .zero, events: events)
    }
  }
}
