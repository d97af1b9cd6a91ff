/// What a command line asks for.
package enum Request: Equatable, Sendable {
  /// To run the command that begins with this element of the arguments.
  case run(Settings, commandIndex: Int)
  case listStyles
  case help
  case version
}
