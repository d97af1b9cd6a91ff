import Foundation

/// Which file something is, whatever descriptor or name leads to it (stat(2)).
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t
  private let mode: mode_t
  private let specialDevice: dev_t

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
    mode = status.st_mode
    specialDevice = status.st_rdev
  }

  /// Nil if the descriptor is closed.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  var isPipe: Bool { mode & S_IFMT == S_IFIFO }

  /// Whether it is a terminal, or another device that is not one of the memory's as `/dev/null`.
  var isTerminal: Bool { mode & S_IFMT == S_IFCHR && !Platform.isMemoryDevice(specialDevice) }
}
