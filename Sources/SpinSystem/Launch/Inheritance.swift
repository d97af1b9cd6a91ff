import Foundation

/// What spin was started with and the command is to find unchanged.
///
/// It is taken before anything else is opened or changed.
struct Inheritance {
  /// The open descriptors, in order.
  let descriptors: [Int32]
  let signals: SignalState
  let descriptorLimit: rlimit

  /// Foundation's `Process` needs about this many descriptors.
  private static let neededDescriptors: rlim_t = 64

  /// Takes what this process was started with. Closed standard descriptors are opened to
  /// `/dev/null` for spin itself, so that no other file gets their numbers, and the limit of open
  /// descriptors is raised where it leaves spin too few.
  static func take() -> Inheritance {
    let descriptors = openDescriptors()
    while true {
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      let number = null >= 0 ? null : open("/", O_RDONLY | O_CLOEXEC)
      guard (0...2).contains(number) else {
        if number >= 0 { close(number) }
        break
      }
    }

    var limit = rlimit()
    getrlimit(Platform.descriptorLimit, &limit)
    if limit.rlim_cur < neededDescriptors {
      var raised = limit
      raised.rlim_cur = min(neededDescriptors, limit.rlim_max)
      setrlimit(Platform.descriptorLimit, &raised)
    }
    return Inheritance(
      descriptors: descriptors, signals: .current(), descriptorLimit: limit)
  }

  /// Lets go of standard input and output, in whose place `/dev/null` is opened.
  static func releaseStandardStreams() {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { return }
    dup2(null, STDIN_FILENO)
    dup2(null, STDOUT_FILENO)
    close(null)
  }

  private static func openDescriptors() -> [Int32] {
    guard let directory = opendir("/dev/fd") else {
      return (0..<Int32(sysconf(Int32(_SC_OPEN_MAX)))).filter(isInherited)
    }
    defer { closedir(directory) }
    var numbers: [Int32] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        strtol(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), nil, 10)
      }
      let isNumber = UInt8(bitPattern: entry.pointee.d_name.0) != UInt8(ascii: ".")
      if isNumber, name != Int(dirfd(directory)) { numbers.append(Int32(name)) }
    }
    return numbers.filter(isInherited).sorted()
  }

  /// Whether the descriptor is open and was not opened by this process's own libraries.
  private static func isInherited(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) == 0
  }
}
