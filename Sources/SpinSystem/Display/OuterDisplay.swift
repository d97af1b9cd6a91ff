import Foundation
import SpinCore

/// Shows nothing by itself, but reports to the spin that runs this one.
final class OuterDisplay: Display {
  private let pipe: Descriptor
  private let label: String
  private let delay: Duration
  /// What the other spin was told since this one's delay: nothing before.
  private var isShown = false
  private var unsent: [String] = []
  private var retryTime: Duration?
  /// Whether the other spin has.
  private var hasGone = false

  /// - Parameter pipe: the other spin's progress pipe.
  init(to pipe: Descriptor, label: String, delay: Duration) {
    self.pipe = pipe
    self.label = Self.shortened(label)
    self.delay = delay
  }

  /// The progress pipe of a spin that runs this one, as the environment names it; nil if there is none,
  /// or none any more.
  static func pipe() -> Descriptor? {
    guard let path = getenv("SPIN_PROGRESS") else { return nil }
    // Another file is not even opened, which may mean something to it.
    var status = stat()
    guard lstat(path, &status) == 0, FileIdentity(status).isPipe else { return nil }
    // It fails where nobody reads (fifo(7)).
    let number = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let pipe = Descriptor(owning: number)
    return FileIdentity(of: number)?.isPipe == true ? pipe : nil
  }

  func nextUpdate(after now: Duration) -> Duration? {
    isShown ? retryTime.map { max($0, now) } : max(delay, now)
  }

  func update(at now: Duration) {
    if !isShown, now >= delay {
      isShown = true
      unsent.insert("# \(label)", at: 0)
    }
    if isShown { send(at: now) }
  }

  func report(_ update: ProgressUpdate, at now: Duration) {
    if let detail = update.detail {
      let text = Self.shortened(String(decoding: detail, as: UTF8.self))
      unsent.append("# " + (text.isEmpty ? label : "\(label): \(text)"))
    }
    switch update.change {
    case .known(let fraction):
      unsent.append("\(fraction.numerator)/\(fraction.denominator)")
    case .unknown: unsent.append("-")
    case nil: break
    }
    // Only the last of each kind matters.
    if unsent.count > Self.mostLines { unsent = unsent.suffix(Self.mostLines) }
    if isShown { send(at: now) }
  }

  func scan(_ fraction: Fraction?, at now: Duration) {
    report(ProgressUpdate(fraction.map { .known($0) } ?? .unknown), at: now)
  }

  func setHalted(_ isHalted: Bool, at now: Duration) {}

  func leave() {}

  /// Takes back the other spin's detail, and gives it its own not knowing.
  func finish(_ outcome: Outcome, at now: Duration) {
    guard isShown else { return }
    unsent = ["-", "#"]
    send(at: now)
  }

  private static let mostLines = 8

  /// A label of so many bytes at the most that all lines together fit a pipe that is ready.
  private static func shortened(_ label: String) -> String {
    String(String.UnicodeScalarView(label.unicodeScalars.prefix(100)))
  }
  private static let retryInterval = Duration.milliseconds(100)

  /// Sends what fits at once, or later.
  private func send(at now: Duration) {
    guard !unsent.isEmpty, !hasGone else { return }
    var event = pollfd(fd: pipe.number, events: Int16(POLLOUT), revents: 0)
    let isReady = retrying { poll(&event, 1, 0) } == 1
    hasGone = event.revents & Int16(POLLERR) != 0
    if hasGone {
      retryTime = nil
      return
    }
    guard isReady else {
      retryTime = now + Self.retryInterval
      return
    }
    retryTime = nil
    // A pipe that is ready takes this many bytes at once.
    let bytes = unsent.map { $0 + "\n" }.joined().utf8.prefix(Int(PIPE_BUF))
    unsent = []
    _ = Array(bytes).withUnsafeBytes { bytes in
      retrying { write(pipe.number, bytes.baseAddress, bytes.count) }
    }
  }
}
