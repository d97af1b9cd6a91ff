/// Why the launcher did not become the command, as it tells spin.
struct LaunchFailure: Error, BitwiseCopyable {
  /// The `errno(3)` value.
  var number: Int32 = 0
  /// Whether it was execvp(3) that failed: the command's fault, not the system's.
  var isExecution = false
}
