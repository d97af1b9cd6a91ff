/// A descriptor that the command is to have.
struct CommandDescriptor {
  /// The number that it has in this process.
  var source: Int32
  /// The number under which the command is to find it.
  let target: Int32
}
