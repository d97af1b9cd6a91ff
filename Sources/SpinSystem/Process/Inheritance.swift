import Foundation

/// What spin was started with and the command is to find unchanged.
///
/// It is taken before anything else is opened or changed.
struct Inheritance {
  /// The open descriptors, in order.
  let descriptors: [Int32]
  let signals: SignalState
  let descriptorLimit: rlimit

  /// The command's standard output and standard error, as far as they are open.
  var outputs: [Int32] {
    descriptors.filter { $0 == STDOUT_FILENO || $0 == STDERR_FILENO }
  }

  /// Those of them that lead to this terminal.
  func outputs(to terminal: Terminal) -> [Int32] {
    outputs.filter { Platform.terminalDevice(of: $0) == terminal.device }
  }

  /// Foundation's `Process` needs about this many descriptors, and traps where it has fewer than half.
  private static let neededDescriptors: rlim_t = 64

  /// Takes what this process was started with. Closed standard descriptors are opened to
  /// `/dev/null` for spin itself, so that no other file gets their numbers, and the limit of open
  /// descriptors is raised where it leaves spin too few.
  ///
  /// - Throws: where the limit cannot be read.
  static func take() throws(SystemError) -> Inheritance {
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
    try check("descriptor limit") { getrlimit(Platform.descriptorLimit, &limit) }
    if limit.rlim_cur < neededDescriptors {
      var raised = limit
      raised.rlim_cur = min(neededDescriptors, limit.rlim_max)
      setrlimit(Platform.descriptorLimit, &raised)
    }
    // One above the highest limit that may be set cannot be put in place, and Foundation's `Process`
    // fails where there is one.
    for number in descriptors where number > STDERR_FILENO && rlim_t(number) >= limit.rlim_max {
      close(number)
    }
    return Inheritance(
      descriptors: descriptors.filter { rlim_t($0) < limit.rlim_max }, signals: .current(),
      descriptorLimit: limit)
  }

  /// Fails where the limit of open descriptors cannot be raised to what spin needs.
  static func checkDescriptorLimit() throws(SystemError) {
    var limit = rlimit()
    try check("descriptor limit") { getrlimit(Platform.descriptorLimit, &limit) }
    if limit.rlim_cur < neededDescriptors / 2 { throw SystemError("descriptors", number: EMFILE) }
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
    (listedDescriptors() ?? Array(0..<mostProbed)).filter(isInherited)
  }

  /// How many descriptors are looked at where the system does not list them.
  private static let mostProbed: Int32 = 65536

  /// What is open as the system lists it, in order; nil where it does not.
  private static func listedDescriptors() -> [Int32]? {
    guard let directory = opendir("/dev/fd") else { return nil }
    defer { closedir(directory) }
    var numbers: [Int32] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { return errno == 0 ? numbers.sorted() : nil }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        strtol(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), nil, 10)
      }
      let isNumber = UInt8(bitPattern: entry.pointee.d_name.0) != UInt8(ascii: ".")
      if isNumber, name != Int(dirfd(directory)) { numbers.append(Int32(name)) }
    }
  }

  /// Whether the descriptor is open, and not closed on exec as those of libraries are.
  private static func isInherited(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) == 0
  }
}
