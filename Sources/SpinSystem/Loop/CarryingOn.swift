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

/// Carries on in a process that has nothing to do with the command any more, and with no signal, until
/// nothing is held.
func carryOn(_ parts: [any CarryingOn]) {
  SignalState.blockAll()
  Descriptor.closeAll(except: parts.flatMap(\.descriptors))
  chdir("/")
  var rest = parts
  while !rest.isEmpty {
    var events = rest.flatMap(\.events)
    poll(&events, nfds_t(events.count), -1)
    for part in rest { part.carryOn(events) }
    rest.removeAll { !$0.isHeld && $0.isReady }
  }
}
