import Foundation

/// A file that a process has open.
struct OpenFile {
  /// The descriptor's number there.
  let number: Int32
  /// The file's name; a pipe has one as `pipe:[4711]`.
  let path: String
  /// `O_RDONLY`, `O_WRONLY` or `O_RDWR`.
  let access: Int32
}
