import Foundation
import SpinCore

/// Draws the indicator on the terminal, below what the command writes there.
final class AnimatedDisplay: Display {
  private let terminal: Terminal
  private let keepsLastLine: Bool
  private let look: Look
  private var indicator: Indicator
  private var region: LiveRegion
  private var tracker = OutputTracker()
  /// When `update` was last called.
  private var updateTime = Duration.zero
  /// When the picture was last drawn whole.
  private var drawnTime = Duration.zero
  private var drawnRevision = 0
  private var drawnSize: WindowSize
  /// How many typed bytes waited at that time.
  private var drawnInput = 0
  /// Nil where the command's standard output is no pipe.
  private var pipeline = PipelineWatch(behind: STDOUT_FILENO)
  /// Whether the command is part of a pipeline.
  private let isPiped: Bool
  /// When the command last wrote to the terminal; long ago where it has not.
  private var outputTime = Duration.zero - quietTime

  /// What changes the glyph to each of its frames where nothing else changes, once it was needed;
  /// for a region of so many lines, and whether that erases to the right of the cursor.
  private var glyphChanges: [[UInt8]?]
  private var glyphChangesLines = 0
  private var glyphChangesErase = false

  /// How soon to look again whether the terminal may be drawn on.
  private static let retryTime = Duration.milliseconds(250)
  /// How long a command that has moved the cursor writes plain lines before it is drawn beside.
  private static let quietTime = Duration.seconds(1)

  /// Nil where the terminal has none.
  private var taskbar: Taskbar?
  private var taskbarFilter = TaskbarFilter()
  /// Whether typed lines were noticed since the command wrote its last row.
  private var isRowNoticed = false
  /// What shows of the output that is held; nil where nothing does.
  private var tail: TailLines?
  private var hasRetired = false

  init(
    on terminal: Terminal, indicator: Indicator, look: Look, keepsLastLine: Bool, taskbar: Taskbar?,
    tail: TailLines?
  ) {
    self.tail = tail
    isPiped = pipeline != nil || FileIdentity(of: STDIN_FILENO)?.isPipe == true
    self.terminal = terminal
    self.taskbar = taskbar
    self.indicator = indicator
    self.keepsLastLine = keepsLastLine
    drawnSize = WindowSize(terminal.size)
    self.look = look
    region = LiveRegion(look: look)
    glyphChanges = Array(repeating: nil, count: look.style.frames.count)
  }

  // MARK: Display

  func nextUpdate(after now: Duration) -> Duration? {
    guard !terminal.hasGone, !hasRetired, let change = indicator.nextChange(after: now) else {
      return nil
    }
    let isAside = indicator.state != .waiting && !region.isDrawn
    return max(now, isAside ? max(change, updateTime + Self.retryTime) : change)
  }

  func update(at now: Duration) {
    updateTime = now
    indicator.advance(to: now)
    guard terminal.isReady, !terminal.hasGone, !hasRetired, indicator.state != .waiting else {
      return
    }
    if now - outputTime >= Self.quietTime { tracker.forgetOwnDisplay() }
    if taskbar != nil { write(taskbarChange(to: taskbarState, at: now)) }
    let size = WindowSize(terminal.size)
    if !mayDraw(at: now, size) {
      if !isTakenOver(at: now) { write(erasure(size)) }
    } else if region.isInPlace, size == drawnSize,
      indicator.revision == drawnRevision, indicator.onlyMoves(from: drawnTime, to: now)
    {
      region.settle()
      write(
        glyphChange(at: now) + (tracker.wrapping(columns: size.columns) ?? "").utf8,
        isOutput: false)
    } else {
      write(drawing(at: now, size))
    }
  }

  func report(_ update: ProgressUpdate, at now: Duration) {
    indicator.report(update, at: now)
  }

  func scan(_ fraction: Fraction?, at now: Duration) {
    indicator.scan(fraction, at: now)
  }

  func setHalted(_ isHalted: Bool, at now: Duration) {
    if isHalted { indicator.halt() } else { indicator.resume() }
  }

  func leave() {
    write(taskbarChange(to: .none, at: updateTime) + erasure(WindowSize(terminal.size)))
    terminal.settle()
  }

  func finish(_ outcome: Outcome, at now: Duration) {
    let wasShown = indicator.isShown
    indicator.finish(outcome)
    let size = WindowSize(terminal.size)
    var text = isTakenOver(at: now) ? "" : erasure(size, isLast: true)
    if keepsLastLine, wasShown, terminal.isForeground, !tracker.isOnAlternateScreen,
      let line = indicator.lastLine(at: now, columns: size.columns - 1)
    {
      text += (tracker.column > 0 ? "\r\n" : "") + region.lastLine(line)
    }
    write(taskbarFilter.flush(), isOutput: false)
    // Also where the command has left a sequence without its end.
    write((taskbar?.change(to: .none, at: now) ?? "") + text)
    terminal.settle()
  }

  // MARK: The command

  /// Passes on a piece of the command's output, with the indicator out of its way, in one write.
  func show(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration) {
    guard !piece.isEmpty else { return }
    if taskbar == nil || taskbarFilter.passes(piece) { return showFiltered(piece, at: now) }
    taskbarFilter.filter(piece).withUnsafeBufferPointer { showFiltered($0, at: now) }
  }

  private func showFiltered(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration) {
    outputTime = now
    let size = WindowSize(terminal.size)
    var bytes = Array(erasure(size).utf8)
    bytes += piece
    tracker.consume(piece, columns: size.columns, rows: size.rows)
    isRowNoticed = terminal.noticesLines
    if indicator.state != .waiting, mayDraw(at: now, size) { bytes += drawing(at: now, size).utf8 }
    write(bytes, isOutput: true)
  }

  func showTail(_ piece: UnsafeBufferPointer<UInt8>, at now: Duration) {
    tail?.consume(piece)
    drawnRevision = -1
  }

  func retire() {
    leave()
    hasRetired = true
  }

  func willPrint(_ piece: UnsafeBufferPointer<UInt8>, on device: UInt64) {
    guard device == terminal.device else { return }
    let size = WindowSize(terminal.size)
    tracker.consume(piece, columns: size.columns, rows: size.rows)
  }

  func moveCursorDown(lines: Int) {
    // A line that is not shown moves nothing.
    guard terminal.blockedModes == nil, terminal.isInLineMode else { return }
    // Where the bytes that wait do not account for all of them, somebody has read them.
    let bytes = terminal.waitingInput - drawnInput
    region.moveCursorDown(lines: lines, columns: max(0, bytes - lines) / lines)
    tracker.startRow()
  }

  // MARK: Frames

  /// Whether the terminal is spin's to draw on, beside the command.
  private func mayDraw(at now: Duration, _ size: WindowSize) -> Bool {
    tracker.isBetweenSequences && mayMoveCursor(size)
      && !tracker.isOnAlternateScreen && !tracker.hasOwnDisplay
      && size.rows > 1 && terminal.isForeground && terminal.isInLineMode
      && pipeline?.reachesTerminal(at: now) != true
      && (region.isDrawn || terminal.takeForDrawing())
  }

  /// Whether a program has the terminal and is likely to have moved the cursor: one that reads keys and
  /// has not come with output of the command's. What stands below the cursor may be its own then.
  private func isTakenOver(at now: Duration) -> Bool {
    now - outputTime > Self.quietTime && terminal.modes?.isCanonical == false
  }

  /// Whether the cursor can be moved and brought back. Where the terminal is about to wrap, it must be
  /// known that nobody has typed a line since.
  private func mayMoveCursor(_ size: WindowSize) -> Bool {
    tracker.column < size.columns
      || terminal.noticesLines && isRowNoticed && tracker.wrapping(columns: size.columns) != nil
  }

  private func drawing(at now: Duration, _ size: WindowSize) -> String {
    let removal = size == drawnSize ? "" : erasure(size)
    guard let line = indicator.line(at: now, columns: size.columns - 1) else {
      return removal + erasure(size)
    }
    drawnTime = now
    drawnRevision = indicator.revision
    drawnSize = size
    drawnInput = terminal.waitingInput
    return removal
      + wrapped(
        region.drawing(
          tailLines(size) + [line], erasesToRight: tracker.isBlankToRight, rows: size.rows), size)
  }

  /// What shows of the output that is held, in the rows that the window has for it.
  private func tailLines(_ size: WindowSize) -> [StyledLine] {
    let lines = tail?.lines(columns: size.columns - 1, keepsColors: look.isColored) ?? []
    return lines.suffix(max(0, size.rows - 2)).map { StyledLine(ready: $0, .dim) }
  }

  private func glyphChange(at now: Duration) -> [UInt8] {
    if glyphChangesErase != tracker.isBlankToRight || glyphChangesLines != region.lines.count {
      glyphChangesErase = tracker.isBlankToRight
      glyphChangesLines = region.lines.count
      for tick in glyphChanges.indices { glyphChanges[tick] = nil }
    }
    let tick = indicator.tick(at: now)
    if let change = glyphChanges[tick] { return change }
    let text = region.glyphChange(
      to: indicator.glyph(tick: tick), erasesToRight: glyphChangesErase)
    let change = Array(text.utf8)
    glyphChanges[tick] = change
    return change
  }

  /// What removes the indicator; empty if it is not drawn.
  ///
  /// - Parameter isLast: whether the command has ended, so that others of its pipeline may have written
  ///   their last line and left the cursor where the indicator is.
  private func erasure(_ size: WindowSize, isLast: Bool = false) -> String {
    let text = region.erasure(
      erasesToRight: tracker.isBlankToRight || isLast && isPiped || size != drawnSize,
      erasesAllBelow: size != drawnSize, rows: size.rows)
    return wrapped(text, size)
  }

  /// This text, and behind it what brings back a wrap that moving the cursor has made the terminal
  /// forget.
  private func wrapped(_ text: String, _ size: WindowSize) -> String {
    text.isEmpty ? "" : text + (tracker.wrapping(columns: size.columns) ?? "")
  }

  private var taskbarState: Taskbar.State {
    let percent = indicator.fraction?.percent
    if !terminal.isForeground { return .none }
    if indicator.isHalted { return .halted(percent: percent) }
    return percent.map { .progressing(percent: $0) } ?? .spinning
  }

  /// What tells the taskbar of a state, where a sequence may be inserted.
  private func taskbarChange(to state: Taskbar.State, at now: Duration) -> String {
    guard tracker.isBetweenSequences else { return "" }
    return taskbar?.change(to: state, at: now) ?? ""
  }

  private func write(_ text: String) {
    write(Array(text.utf8), isOutput: false)
  }

  private func write(_ bytes: [UInt8], isOutput: Bool) {
    // From before it is seen, so that no line is typed unnoticed.
    if region.isDrawn { terminal.requestLineNotices(true) }
    if !bytes.isEmpty { terminal.write(bytes, isOutput: isOutput) }
    if !region.isDrawn {
      terminal.requestLineNotices(wantsNotices)
      terminal.giveUpDrawing()
    }
  }

  /// Whether the indicator may be drawn where the terminal is about to wrap, once that is certain.
  private var wantsNotices: Bool {
    indicator.isShown && tracker.column >= drawnSize.columns && terminal.isInLineMode
  }
}
