import CSpin
import Foundation

/// A program in a terminal of its own: a session with a controlling terminal, seen through a
/// `Screen`.
package final class TerminalSession {
  package let process: SpawnedProcess
  package private(set) var screen: Screen
  /// Everything that came, as it came.
  package private(set) var bytes: [UInt8] = []
  /// The terminal's name, as tty(1) prints it.
  package let name: String
  /// Whether what comes is shown on the screen, or only kept.
  package var showsScreen = true
  private var terminal: Int32

  /// Starts spin with these arguments.
  package static func spin(
    _ arguments: String..., columns: Int = 40, rows: Int = 10,
    environment: [String: String?] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      [Program.spin] + arguments, columns: columns, rows: rows, environment: environment)
  }

  /// Starts a shell script, in which `$SPIN` is spin.
  package static func shell(
    _ script: String, columns: Int = 40, rows: Int = 10, environment: [String: String?] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      ["bash", "-c", script], columns: columns, rows: rows, environment: environment)
  }

  /// Starts an interactive shell with job control, and waits for its prompt `$ `.
  package static func interactiveShell(
    columns: Int = 40, rows: Int = 12, environment: [String: String?] = [:]
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      ["bash", "--norc", "--noprofile", "--noediting", "-i"], columns: columns, rows: rows,
      environment: environment)
    try session.waitForPrompt()
    return session
  }

  package init(
    _ arguments: [String], columns: Int, rows: Int, environment: [String: String?] = [:]
  ) throws {
    screen = Screen(columns: max(1, columns), rows: max(1, rows))
    var far: Int32 = -1
    let near = SpawnedProcess.whileNoneStarts { cspin_open_pseudoterminal(&far) }
    guard near >= 0, far >= 0 else { throw POSIXError(.EMFILE) }
    defer { close(far) }
    terminal = near
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(near, UInt(TIOCSWINSZ), &size)
    var name = [CChar](repeating: 0, count: 128)
    ttyname_r(far, &name, name.count)
    self.name = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    process = try SpawnedProcess(
      arguments.map { Array($0.utf8) }, environment: Program.environment(environment),
      newSession: true, opening: self.name)
  }

  deinit {
    hangUp()
  }

  // MARK: The person at the terminal

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Foundation.write(terminal, bytes, bytes.count)
  }

  /// Changes the window's size, as somebody who drags its corner.
  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the terminal.
  package func hangUp() {
    if terminal != -1 { close(terminal) }
    terminal = -1
  }

  /// The terminal's modes.
  package var modes: termios {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes
  }

  /// The processes whose session this is and that still run.
  package var processesInSession: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { pid in
      guard getsid(pid) == process.pid, pid != process.pid,
        let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      else { return false }
      // One that has ended may wait for its new parent's notice.
      return status.split(separator: ")").last?.hasPrefix(" Z") == false
    }
  }

  /// A process of the session that runs a program of this name, or nil if there is none.
  package func process(named name: String) -> pid_t? { processes(named: name).first }

  /// The processes of the session that run a program of this name.
  package func processes(named name: String) -> [pid_t] {
    processesInSession.filter { pid in
      (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)) == name + "\n"
    }
  }

  /// Waits until no process but the first is left in the session, and fails if one is.
  package func waitForSessionEnd(until deadline: Deadline = .generous) throws {
    while !processesInSession.isEmpty {
      if deadline.hasPassed { throw TimedOut("\(processesInSession) are left") }
      usleep(1000)
    }
  }

  // MARK: Waiting

  /// Waits until the screen is as described.
  package func wait(
    _ description: String, until deadline: Deadline = .generous,
    _ condition: (Screen) -> Bool
  ) throws {
    while !condition(screen) {
      // What is waited for may be no output.
      let isOpen = try readOnce(until: Deadline(in: 0.02)) != .ended
      guard isOpen, !deadline.hasPassed else {
        throw TimedOut(
          "no \(description); the screen is:\n\(screen.everything.joined(separator: "\n"))")
      }
    }
  }

  /// Waits until the interactive shell waits for a command.
  package func waitForPrompt() throws {
    try wait("prompt") { $0.line($0.row) == "$" }
  }

  /// Waits for the prompt and enters a command.
  package func enter(_ command: String) throws {
    try waitForPrompt()
    let place = screen.history.count + screen.row
    type(command + "\n")
    try wait("echo") { $0.history.count + $0.row > place }
  }

  /// Waits until a row has this text.
  package func waitForLine(_ text: String, until deadline: Deadline = .generous) throws {
    try wait("line '\(text)'", until: deadline) { $0.lines.contains(text) }
  }

  /// Waits until this text stands anywhere.
  package func waitForText(_ text: String, until deadline: Deadline = .generous) throws {
    try wait("text '\(text)'", until: deadline) { screen in
      screen.everything.contains { $0.contains(text) }
    }
  }

  /// Waits until the terminal is closed by everyone else, then for the first process's end.
  @discardableResult
  package func waitForEnd(until deadline: Deadline = .generous) throws -> ProcessStatus {
    while try readOnce(until: deadline) == .some {}
    if deadline.hasPassed { throw TimedOut("the terminal is still open") }
    return try process.wait(until: deadline)
  }

  /// Waits for the first process's end while others may have the terminal open.
  package func waitForProcess(until deadline: Deadline = .generous) throws -> ProcessStatus {
    while process.status == nil {
      _ = try readOnce(until: Deadline(in: 0.005))
      if deadline.hasPassed { throw TimedOut("the process still runs") }
    }
    return try process.wait()
  }

  /// What there is to read.
  private enum Input {
    case some
    /// Nothing before the deadline.
    case none
    /// Nobody has the terminal open any more.
    case ended
  }

  /// Reads what comes next.
  private func readOnce(until deadline: Deadline) throws -> Input {
    var event = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, deadline.milliseconds) > 0 else { return .none }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(terminal, &buffer, buffer.count)
    guard count > 0 else { return .ended }
    bytes += buffer.prefix(count)
    if showsScreen { screen.feed(buffer.prefix(count)) }
    return .some
  }
}
