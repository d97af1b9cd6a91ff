import Foundation

extension pollfd {
  /// Whether this, as poll(2) has filled it in, is an event that was waited for, and has happened: one
  /// of the same descriptor for the same purpose. An error and the other side's end are every purpose's.
  func hasHappened(_ event: pollfd) -> Bool {
    let always = Int16(POLLERR | POLLHUP | POLLNVAL)
    return fd >= 0 && fd == event.fd && events == event.events
      && revents & (event.events | always) != 0
  }
}
