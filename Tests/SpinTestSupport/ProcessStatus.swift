/// How a process ended, as waitpid(2) tells it.
package enum ProcessStatus: Equatable, Sendable {
  case exited(Int32)
  case killed(Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .killed(signal)
  }
}
