import CSpin
import Foundation

/// What Linux and Darwin call by different names or do in different ways.
enum Platform {
  #if canImport(Darwin)
    static let streamSocket = SOCK_STREAM
    static let realtimeSignals: Range<Int32> = NSIG..<NSIG
    static let descriptorLimit = RLIMIT_NOFILE
    static let coreFileLimit = RLIMIT_CORE
    static let tabExpansion = tcflag_t(OXTABS)
    /// How many bytes of output may gather in a pseudo-terminal while its writer runs on.
    static let gatheredSize = 256
    static let moreSignalNames = [SIGEMT: "SIGEMT", SIGINFO: "SIGINFO"]

    /// The terminal's device number, the same for every name that the terminal has.
    static func terminalDevice(of descriptor: Int32) -> UInt64? {
      var status = stat()
      guard isatty(descriptor) == 1, fstat(descriptor, &status) == 0 else { return nil }
      return UInt64(UInt32(bitPattern: status.st_rdev))
    }

    static func inheritWorkingDirectory(_ process: Process) {}

    /// The path of this executable.
    static var executablePath: String {
      var size = UInt32(PATH_MAX)
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return CommandLine.arguments[0] }
      return path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    static func checkThreads() throws(SystemError) {}

    static func checkProcessListing() throws(SystemError) {}

    static func forbidCoreFile() {}

    static func adoptOrphans() {}

    static func openedForBoth(_ pipe: Int32) -> Int32 { pipe }

    static func enlargePipe(_ pipe: Int32) {}

    static let hasLineNotices = false

    static func requestLineNotices(_ isWanted: Bool, from terminal: Int32) {}

    static func isLineNotice(_ signal: cspin_signal) -> Bool { false }

    static func openFiles(of process: pid_t) -> [OpenFile] { [] }

    static func file(_ descriptor: Int32, of process: pid_t) -> FileIdentity? { nil }

    static func name(of process: pid_t) -> String { "" }

    static func isMemoryDevice(_ device: dev_t) -> Bool { device >> 24 == 3 }

    static func openNamelessFile(in directory: [CChar]) -> Int32? { nil }

    static let waitsForChildren = false

    /// What happened to a child. Its end is left to Foundation.
    static func takeStateChange(
      of child: pid_t
    ) throws(SystemError) -> ChildProcess.StateChange? {
      var information = siginfo_t()
      let options = WSTOPPED | WCONTINUED | WNOHANG
      try check("wait") { waitid(P_PID, id_t(child), &information, options) }
      switch information.si_code {
      case CLD_STOPPED: return .stopped(signal: information.si_status)
      case CLD_CONTINUED: return .continued
      default: return nil
      }
    }

    /// Every process but zombies (sysctl(3), `KERN_PROC_ALL`).
    static func processes() -> [ProcessTree.Process] {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_ALL]
      var size = 0
      guard sysctl(&name, 3, nil, &size, nil, 0) == 0 else { return [] }
      // Some more may have been started since.
      let capacity = size / MemoryLayout<kinfo_proc>.stride + 64
      size = capacity * MemoryLayout<kinfo_proc>.stride
      var table = [kinfo_proc](repeating: kinfo_proc(), count: capacity)
      guard sysctl(&name, 3, &table, &size, nil, 0) == 0 else { return [] }
      return table.prefix(size / MemoryLayout<kinfo_proc>.stride).compactMap { entry in
        if Int32(entry.kp_proc.p_stat) == SZOMB { return nil }
        let start = entry.kp_proc.p_un.__p_starttime
        return ProcessTree.Process(
          member: ProcessTree.Member(
            pid: entry.kp_proc.p_pid,
            startTime: UInt64(start.tv_sec) * 1_000_000 + UInt64(start.tv_usec)),
          parent: entry.kp_eproc.e_ppid)
      }
    }
  #else
    static let streamSocket = Int32(SOCK_STREAM.rawValue)
    /// The signals that a program may use for its own purposes (signal(7)).
    static let realtimeSignals = __libc_current_sigrtmin()..<__libc_current_sigrtmax() + 1
    /// The path of this executable: by which it was started, where there is no `/proc`.
    static var executablePath: String {
      let link = "/proc/self/exe"
      if access(link, X_OK) == 0 { return link }
      return cspin_executed_path().map { String(cString: $0) } ?? link
    }

    static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    static let coreFileLimit = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    static let tabExpansion = tcflag_t(TABDLY)
    /// How many bytes of output may gather in a pseudo-terminal while its writer runs on: well
    /// below the 12 KiB that it holds.
    static let gatheredSize = 2048
    static let moreSignalNames = [SIGSTKFLT: "SIGSTKFLT", SIGPWR: "SIGPWR"]

    /// The terminal's device number, the same for every name that the terminal has, `/dev/tty`
    /// among them (`TIOCGDEV` of ioctl_tty(2)).
    static func terminalDevice(of descriptor: Int32) -> UInt64? {
      var device: UInt32 = 0
      return ioctl(descriptor, 0x8004_5432, &device) == 0 ? UInt64(device) : nil
    }

    /// Fails where the system allows no thread: Foundation waits for its own for ever then.
    static func checkThreads() throws(SystemError) {
      var thread = pthread_t()
      let error = pthread_create(&thread, nil, { _ in nil }, nil)
      if error != 0 { throw SystemError("thread", number: error) }
      pthread_join(thread, nil)
    }

    /// Fails where the system does not list this process's descriptors, without which Foundation starts
    /// none (`findMaximumOpenFD` of swiftlang/swift-corelibs-foundation, `Process.swift`).
    static func checkProcessListing() throws(SystemError) {
      try check("/proc") { access("/proc/self/fd", R_OK) }
    }

    /// Keeps this process from leaving a core file where a core pattern disregards the limit of its
    /// size (`PR_SET_DUMPABLE` of prctl(2)).
    static func forbidCoreFile() { _ = cspin_control_process(4, 0) }

    /// Makes this process the parent of descendants whose own has died
    /// (`PR_SET_CHILD_SUBREAPER` of prctl(2)).
    static func adoptOrphans() { _ = cspin_control_process(36, 1) }

    /// An end of a pipe, opened anew for reading and writing in place of this one. Who has it never
    /// waits for a reader when opening the pipe, and is not killed for writing, when spin has gone
    /// (fifo(7)).
    static func openedForBoth(_ pipe: Int32) -> Int32 {
      let opened = open("/proc/self/fd/\(pipe)", O_RDWR | O_CLOEXEC)
      guard opened >= 0 else { return pipe }
      close(pipe)
      return opened
    }

    /// Gives a pipe as much room as any user may ask for without being asked in turn; or leaves it as it
    /// is (`F_SETPIPE_SZ` of fcntl(2), `/proc/sys/fs/pipe-max-size`).
    static func enlargePipe(_ pipe: Int32) {
      let setPipeSize: Int32 = 1031
      _ = fcntl(pipe, setPipeSize, 1 << 20)
    }

    static let hasLineNotices = true

    /// Asks for a signal at each line that is typed at the terminal, or for none any more. Signals of
    /// this number queue, so that none is lost; where there is no room, SIGIO comes (`F_SETSIG` of
    /// fcntl(2)).
    static func requestLineNotices(_ isWanted: Bool, from terminal: Int32) {
      let setSignal: Int32 = 10
      if isWanted {
        guard fcntl(terminal, F_SETOWN, getpid()) == 0,
          fcntl(terminal, setSignal, realtimeSignals.lowerBound) == 0
        else { return }
      }
      _ = fcntl(terminal, F_SETFL, O_NONBLOCK | (isWanted ? O_ASYNC : 0))
    }

    static func isLineNotice(_ signal: cspin_signal) -> Bool {
      let dataInput: Int32 = 1
      return signal.from_process == 0
        && (signal.number == realtimeSignals.lowerBound && signal.code == dataInput
          || signal.number == SIGIO)
    }

    /// A process's open files, as far as they may be seen (proc_pid_fd(5), proc_pid_fdinfo(5)).
    static func openFiles(of process: pid_t) -> [OpenFile] {
      let directory = "/proc/\(process)"
      let files = FileManager.default
      let numbers = (try? files.contentsOfDirectory(atPath: "\(directory)/fd")) ?? []
      return numbers.compactMap { text in
        let link = "\(directory)/fd/\(text)"
        guard let number = Int32(text),
          let path = try? files.destinationOfSymbolicLink(atPath: link),
          let information = files.contents(atPath: "\(directory)/fdinfo/\(text)")
        else { return nil }
        let lines = String(decoding: information, as: UTF8.self).split(separator: "\n")
        let flags = lines.first { $0.hasPrefix("flags:") }?.split(separator: "\t").last
        let access = flags.flatMap { Int32($0, radix: 8) }.map { $0 & O_ACCMODE }
        return OpenFile(number: number, path: path, access: access ?? O_RDWR)
      }
    }

    /// What a process has open under this number (proc_pid_fd(5)).
    static func file(_ descriptor: Int32, of process: pid_t) -> FileIdentity? {
      var status = stat()
      guard stat("/proc/\(process)/fd/\(descriptor)", &status) == 0 else { return nil }
      return FileIdentity(status)
    }

    /// The name of the program that a process runs (proc_pid_comm(5)).
    static func name(of process: pid_t) -> String {
      let name = FileManager.default.contents(atPath: "/proc/\(process)/comm") ?? Data()
      return String(decoding: name.dropLast(), as: UTF8.self)
    }

    /// Whether this is the number of `/dev/null` or its like (null(4)).
    static func isMemoryDevice(_ device: dev_t) -> Bool { device >> 8 == 1 }

    /// Opens a new file that never has a name; nil where the file system has none, or for another
    /// reason (`O_TMPFILE` of open(2)).
    static func openNamelessFile(in directory: [CChar]) -> Int32? {
      let temporary = 0o20_000_000 | O_DIRECTORY
      let number = retrying {
        open(directory, temporary | O_RDWR | O_CLOEXEC | O_EXCL, 0o600)
      }
      return number == -1 ? nil : number
    }

    /// Keeps Foundation from changing to a directory by a name that it has made of the current
    /// one's, which fails where that is no UTF-8 or may not be searched. An empty path stands for
    /// none (swiftlang/swift-corelibs-foundation, `Process.swift`).
    static func inheritWorkingDirectory(_ process: Process) {
      process.currentDirectoryURL = URL(string: "file:")
    }

    /// Whether a child's end is waited for here, and not by Foundation.
    static let waitsForChildren = true

    /// What happened to a child since this was last asked; nil if nothing has.
    ///
    /// - Throws: `ECHILD` where somebody else has waited for it.
    static func takeStateChange(
      of child: pid_t
    ) throws(SystemError) -> ChildProcess.StateChange? {
      var status: Int32 = 0
      let options = WNOHANG | WUNTRACED | WCONTINUED
      if try check("wait", { waitpid(child, &status, options) }) == 0 { return nil }
      switch (status & 0xFF, status >> 8 & 0xFF) {
      case (0x7F, let signal): return .stopped(signal: signal)
      case (0xFF, 0xFF): return .continued
      case (0, let status): return .ended(.exited(status: status))
      case (let signal, _): return .ended(.killed(signal: signal & 0x7F))
      }
    }

    /// Every process but zombies (proc_pid_stat(5)).
    static func processes() -> [ProcessTree.Process] {
      // Numbers of another namespace's would name strangers.
      guard
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self")) == "\(getpid())",
        let directory = opendir("/proc")
      else { return [] }
      defer { closedir(directory) }
      var processes: [ProcessTree.Process] = []
      while let entry = readdir(directory) {
        let pid = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { strtol($0, nil, 10) }
        }
        if pid > 0, let process = process(pid_t(pid)) { processes.append(process) }
      }
      return processes
    }

    private static func process(_ pid: pid_t) -> ProcessTree.Process? {
      guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat"),
        // The name in parentheses may hold anything.
        let nameEnd = data.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = String(decoding: data[(nameEnd + 1)...], as: UTF8.self).split(separator: " ")
      guard fields.count > 19, fields[0] != "Z", let parent = pid_t(fields[1]),
        let startTime = UInt64(fields[19])
      else { return nil }
      return ProcessTree.Process(
        member: ProcessTree.Member(pid: pid, startTime: startTime), parent: parent)
    }
  #endif
}
