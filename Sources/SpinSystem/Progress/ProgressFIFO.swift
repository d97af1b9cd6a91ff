import Foundation

/// A FIFO with a name of its own in a directory that only this user may enter.
///
/// A name means the same in every process, where a descriptor's number means whatever the process has
/// under it: GNU make's jobserver went the same way (its NEWS of 4.4). The name is chosen at random, so
/// that it can never become another file's.
final class ProgressFIFO {
  /// An absolute path, valid UTF-8.
  let path: String
  private let directory: String
  private var isRemoved = false

  /// Makes one in the first folder that takes it: `XDG_RUNTIME_DIR`, `TMPDIR` or `/tmp`.
  ///
  /// - Throws: why the last of them does not.
  init() throws(SystemError) {
    var failure = SystemError("progress", number: ENOENT)
    for folder in Self.folders {
      do throws(SystemError) {
        let made = try Self.make(in: folder)
        (directory, path) = (made.directory, made.path)
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// A path that is relative would name another folder after a `cd`, and one that is no text could not
  /// be told.
  private static var folders: [String] {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { (name: String) in
      getenv(name).flatMap { String(validatingCString: $0) }
    }
    return (named + ["/tmp"]).filter { $0.hasPrefix("/") }
  }

  /// A FIFO in a new directory of mode 0700 (mkdtemp(3)).
  private static func make(
    in folder: String
  ) throws(SystemError) -> (directory: String, path: String) {
    var template = Array("\(folder)/spin.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("progress") }
    let directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let path = directory + "/progress"
    guard mkfifo(path, 0o600) == 0 else {
      let error = SystemError("progress")
      rmdir(directory)
      throw error
    }
    return (directory, path)
  }

  /// Takes the name away. Who has the FIFO open keeps it.
  func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    unlink(path)
    rmdir(directory)
  }
}
