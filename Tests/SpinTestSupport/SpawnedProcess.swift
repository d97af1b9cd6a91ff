import Foundation

/// A process that a test has started, by posix_spawn(3).
package final class SpawnedProcess {
  package let pid: pid_t
  private var knownStatus: ProcessStatus?

  private static let lock = NSLock()

  /// Does something while no process is started, which could inherit a descriptor that is not
  /// closed on exec yet.
  package static func whileNoneStarts<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }

  /// Starts a program with these descriptors as its 0, 1, 2 and so on; others are closed on exec.
  ///
  /// - Parameters:
  ///   - newSession: whether it leads a session, whose controlling terminal is the first terminal
  ///     that it opens.
  ///   - opening: a file to open as descriptor 0, 1 and 2 in place of `descriptors`.
  package init(
    _ arguments: [[UInt8]], environment: [[UInt8]], descriptors: [Int32?] = [],
    newSession: Bool = false, opening: String? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let opening {
      posix_spawn_file_actions_addopen(&actions, 0, opening, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    for (number, descriptor) in descriptors.enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addclose(&actions, Int32(number))
      }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if newSession { flags |= 0x80 }  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, flags)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)

    let argv = CStrings(arguments)
    let envp = CStrings(environment)
    var pid: pid_t = 0
    let error = Self.whileNoneStarts {
      posix_spawnp(
        &pid, argv.pointers[0]!, &actions, &attributes, argv.pointers, envp.pointers)
    }
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
    self.pid = pid
  }

  /// How it ended, or nil while it runs.
  package var status: ProcessStatus? {
    if knownStatus == nil {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid { knownStatus = ProcessStatus(waitStatus: status) }
    }
    return knownStatus
  }

  /// Waits for its end.
  package func wait(until deadline: Deadline = .generous) throws -> ProcessStatus {
    while true {
      if let status { return status }
      if deadline.hasPassed { throw TimedOut("process \(pid) has not ended") }
      usleep(500)
    }
  }

  /// Waits until it is stopped by this signal.
  package func waitForStop(by signal: Int32, until deadline: Deadline = .generous) throws {
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG | WUNTRACED) != pid {
      if deadline.hasPassed { throw TimedOut("process \(pid) was not stopped") }
      usleep(500)
    }
    guard status & 0xFF == 0x7F, status >> 8 & 0xFF == signal else {
      throw TimedOut("process \(pid) was not stopped, its status is \(status)")
    }
  }

  package func send(_ signal: Int32) {
    if knownStatus == nil { kill(pid, signal) }
  }

  deinit {
    if status == nil {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
  }
}

/// C strings that live as long as this.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [[UInt8]]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() {
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
      for (offset, byte) in string.enumerated() { copy[offset] = CChar(bitPattern: byte) }
      copy[string.count] = 0
      pointers[index] = copy
    }
    pointers[count] = nil
  }

  deinit {
    for index in 0..<count { pointers[index]?.deallocate() }
    pointers.deallocate()
  }
}
