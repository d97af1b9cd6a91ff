import Foundation

/// The programs and the environment that tests use.
package enum Program {
  /// The built `spin`: `SPIN_BINARY`, or the one beside the tests.
  package static let spin: String = {
    if let path = ProcessInfo.processInfo.environment["SPIN_BINARY"] { return path }
    let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent()
    let directory = products ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return directory.appending(path: "spin").path
  }()

  /// An environment in which nothing of the machine's changes what spin shows.
  package static func environment(_ changes: [String: String?] = [:]) -> [[UInt8]] {
    var variables: [String: String?] = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": "/", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PS1": "$ ",
      "SPIN": spin,
    ]
    variables.merge(changes) { $1 }
    return variables.compactMap { name, value in value.map { Array("\(name)=\($0)".utf8) } }
  }

  /// Whether strace(1) can make system calls fail here.
  package static let canInject: Bool =
    (try? PipedRun.shell("strace -qq -o /dev/null -e inject=getuid:error=EPERM true").status)
    == .exited(0)
}
