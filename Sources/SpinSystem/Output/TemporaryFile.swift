import Foundation

/// Opens files without a name, which are gone when they are closed.
///
/// They are empty, for this user alone and closed on exec; the caller closes them. A directory is
/// a path as the system takes it.
package enum TemporaryFile {
  /// Opens a file in `TMPDIR`, or in `/tmp` where there is no such variable.
  package static func open() throws(SystemError) -> Int32 {
    guard let path = getenv("TMPDIR"), path.pointee != 0 else {
      return try open(in: Array("/tmp".utf8CString))
    }
    return try open(in: Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1)))
  }

  package static func open(in directory: [CChar]) throws(SystemError) -> Int32 {
    if let number = Platform.openNamelessFile(in: directory) { return number }
    return try openAndUnlink(in: directory)
  }

  /// Opens a file that has a name for a moment, as some file systems ask.
  package static func openAndUnlink(in directory: [CChar]) throws(SystemError) -> Int32 {
    var path = Array(directory.dropLast()) + Array("/spin.XXXXXX".utf8CString)
    let number = try check("temporary file") { mkstemp(&path) }
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return number
  }
}
