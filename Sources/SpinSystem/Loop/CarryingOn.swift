import Foundation

/// What others than the command may still write to after its end, for which a copy of this process stays.
protocol CarryingOn: AnyObject {
  /// Whether somebody may still write.
  var isHeld: Bool { get }
  /// Whether all that was written has got where it was to go.
  var isReady: Bool { get }
  /// What carrying on needs.
  var descriptors: [Int32] { get }
  /// What to wait for.
  var events: [pollfd] { get }

  /// Does what these events let it do.
  func carryOn(_ events: [pollfd])
}
