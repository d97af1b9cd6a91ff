import SpinCore

/// One way of showing that a command is alive, chosen once.
///
/// Times are counted from the command's start. No display waits, and none fails: what cannot be
/// shown is left out.
protocol Display: AnyObject {
  /// When `update` has something to do next, or nil; never before `now`. To be asked after each
  /// call of the others.
  func nextUpdate(after now: Duration) -> Duration?

  /// Shows what is due.
  func update(at now: Duration)

  /// The command has reported something of its progress.
  func report(_ update: ProgressUpdate, at now: Duration)

  /// So much was read from the command's output; nil if nothing is known from there any more.
  func scan(_ fraction: Fraction?, at now: Duration)

  /// The command was stopped, or continued, which is to be shown at the next `update`.
  func setHalted(_ isHalted: Bool, at now: Duration)

  /// spin itself is about to be stopped: leaves the terminal to others.
  func leave()

  /// The command has ended.
  func finish(_ outcome: Outcome, at now: Duration)

  /// Lines were typed at the terminal, which has moved the cursor down by as many rows.
  func moveCursorDown(lines: Int)

  /// This much more of the command's output, which is held, may be shown while it runs.
  func showTail(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration)

  /// From now on others write where it shows itself: shows nothing more but how the command ended.
  func retire()

  /// Somebody else is about to write this to a terminal, which is named by its device.
  func willPrint(_ piece: UnsafeBufferPointer<UInt8>, on device: UInt64)
}

/// What only a display on a terminal has to know.
extension Display {
  func moveCursorDown(lines: Int) {}
  func showTail(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration) {}
  func retire() {}
  func willPrint(_ piece: UnsafeBufferPointer<UInt8>, on device: UInt64) {}
}
