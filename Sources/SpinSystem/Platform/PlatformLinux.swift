#if os(Linux)
  import CSpin
  import Foundation

  extension Platform {
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
      return ioctl(descriptor, cspin_get_device, &device) == 0 ? UInt64(device) : nil
    }

    /// Fails where the system does not allow the two threads of Foundation's (one that waits for a child's
    /// end, and one that waits for its sockets), for each of which it waits for ever.
    static func checkThreads() throws(SystemError) {
      let mayEnd = DispatchSemaphore(value: 0)
      var threads: [pthread_t] = []
      defer {
        for _ in threads { mayEnd.signal() }
        for thread in threads { pthread_join(thread, nil) }
      }
      for _ in 0..<2 {
        var thread = pthread_t()
        let error = pthread_create(
          &thread, nil,
          { argument in
            Unmanaged<DispatchSemaphore>.fromOpaque(argument!).takeUnretainedValue().wait()
            return nil
          }, Unmanaged.passUnretained(mayEnd).toOpaque())
        if error != 0 { throw SystemError("thread", number: error) }
        threads.append(thread)
      }
    }

    /// Fails where the system does not list this process's descriptors, without which Foundation starts
    /// none (`findMaximumOpenFD` of swiftlang/swift-corelibs-foundation, `Process.swift`).
    static func checkProcessListing() throws(SystemError) {
      try check("/proc") { access("/proc/self/fd", R_OK) }
    }

    /// Keeps this process from leaving a core file where a core pattern disregards the limit of its
    /// size (`PR_SET_DUMPABLE` of prctl(2)).
    static func forbidCoreFile() { _ = cspin_control_process(cspin_set_dumpable, 0) }

    /// Makes this process the parent of descendants whose own has died
    /// (`PR_SET_CHILD_SUBREAPER` of prctl(2)).
    static func adoptOrphans() { _ = cspin_control_process(cspin_set_child_subreaper, 1) }

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
      _ = fcntl(pipe, cspin_set_pipe_size, 1 << 20)
    }

    static let hasLineNotices = true

    /// Asks for a signal at each line that is typed at the terminal, or for none any more. Signals of
    /// this number queue, so that none is lost; where there is no room, SIGIO comes (`F_SETSIG` of
    /// fcntl(2)).
    static func requestLineNotices(_ isWanted: Bool, from terminal: Int32) {
      if isWanted {
        guard fcntl(terminal, F_SETOWN, getpid()) == 0,
          fcntl(terminal, cspin_set_signal, realtimeSignals.lowerBound) == 0
        else { return }
      }
      _ = fcntl(terminal, F_SETFL, O_NONBLOCK | (isWanted ? O_ASYNC : 0))
    }

    static func isLineNotice(_ signal: cspin_signal) -> Bool {
      return signal.from_process == 0
        && (signal.number == realtimeSignals.lowerBound && signal.code == cspin_data_input
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
      let number = retrying {
        open(directory, cspin_temporary_file | O_RDWR | O_CLOEXEC | O_EXCL, 0o600)
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

    /// Waits for every dead child but this one: for those that this process was given when their own
    /// parent had died.
    static func reapOrphans(except child: pid_t) {
      var information = siginfo_t()
      while waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 {
        let pid = information._sifields._sigchld.si_pid
        if pid == 0 || pid == child { return }
        waitpid(pid, nil, WNOHANG)
        information = siginfo_t()
      }
    }

    /// Sends signals to a process, and to none that has got its number since (pidfd_open(2)).
    static func send(_ signals: [Int32], to member: ProcessTree.Member) {
      let descriptor = cspin_open_process(member.pid)
      defer { if descriptor >= 0 { close(descriptor) } }
      guard process(member.pid)?.member == member else { return }
      for signal in signals {
        if descriptor >= 0 {
          cspin_signal_process(descriptor, signal)
        } else {
          kill(member.pid, signal)
        }
      }
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
  }
#endif
