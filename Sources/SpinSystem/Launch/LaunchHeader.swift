import Foundation

/// What the launcher is told first.
///
/// Both sides are the same executable, so its memory is its encoding.
struct LaunchHeader: BitwiseCopyable {
  /// The group that the command joins.
  var processGroup: pid_t = 0
  var signals = SignalState()
  var descriptorLimit = rlimit()
  /// How many descriptors the command is to have.
  var descriptorCount = 0
  var argumentCount = 0
  var environmentCount = 0
  /// The size of the arguments and the environment, each with the byte that ends it.
  var blockSize = 0
}
