import Foundation

/// Stops the process group where the kernel would have stopped a command that uses the terminal in
/// the background: the command uses the pseudo-terminal, which nobody controls.
struct BackgroundStop {
  private var hasAsked = false
  /// Until when a stop is to be expected; a command that does not stop goes on.
  private(set) var deadline = Duration.zero

  /// Stops the group, once.
  ///
  /// - Returns: whether the stop is still to come.
  mutating func ask(at now: Duration) -> Bool {
    if !hasAsked {
      hasAsked = true
      deadline = now + .milliseconds(100)
      kill(0, SIGTTOU)
    }
    return now < deadline
  }

  /// The command was continued: it is stopped again where it does so again.
  mutating func reset() { self = BackgroundStop() }
}
