#if canImport(Darwin)
  import CSpin
  import Foundation

  extension Platform {
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

    static func reapOrphans(except child: pid_t) {}

    /// Sends signals to a process, if it still has its number.
    static func send(_ signals: [Int32], to member: ProcessTree.Member) {
      guard processes().contains(where: { $0.member == member }) else { return }
      for signal in signals { kill(member.pid, signal) }
    }

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
  }
#endif
