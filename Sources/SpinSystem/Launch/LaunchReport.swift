/// What the launcher tells spin.
struct LaunchReport: Error, BitwiseCopyable {
  /// The `errno(3)` value of a failure, or 0: the launcher has joined the process group.
  var number: Int32 = 0
  /// Whether it was execvp(3) that failed: the command's fault, not the system's.
  var isExecution = false

  static let joined = LaunchReport()
}
