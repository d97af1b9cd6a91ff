import Foundation

/// Puts descriptors that were received under any numbers under those that they are to have.
enum DescriptorPlacement {
  /// Moves every descriptor to its target, of which no two may be the same, and closes all others
  /// but the socket, which is moved where it is in the way and is closed on exec.
  static func perform(
    _ descriptors: [CommandDescriptor], keeping socket: inout LaunchSocket
  ) throws(SystemError) {
    var items = descriptors
    for index in items.indices {
      let (source, target) = (items[index].source, items[index].target)
      if source == target { continue }
      if socket.descriptor.number == target {
        socket = LaunchSocket(Descriptor(owning: try check("dup") { dup(target) }))
      } else if let occupant = items[index...].firstIndex(where: { $0.source == target }) {
        items[occupant].source = try check("dup") { dup(target) }
      }
      try check("dup2") { dup2(source, target) }
      close(source)
      items[index].source = target
    }
    try check("fcntl") { fcntl(socket.descriptor.number, F_SETFD, FD_CLOEXEC) }
    Descriptor.closeAll(except: items.map(\.target) + [socket.descriptor.number])
  }
}
