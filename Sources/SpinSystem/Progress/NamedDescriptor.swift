import Foundation

/// Descriptors of this process that a path stands for.
enum NamedDescriptor {
  /// As many links as the system follows (path_resolution(7)).
  private static let mostLinks = 40

  /// The descriptor that a path names, directly as `/dev/fd/5` or through links as `/dev/stdin`; nil if
  /// it names something else.
  static func number(_ path: String) -> Int32? {
    let folders = ["/dev/fd", "/proc/self/fd"].compactMap(resolved)
    var path = path
    for _ in 0..<mostLinks {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      let parent = parts.dropLast().joined(separator: "/")
      guard let name = parts.last,
        let folder = resolved(parts.count == 1 ? "." : parent.isEmpty ? "/" : parent)
      else { return nil }
      if folders.contains(folder) { return Int32(name) }
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return nil
      }
      path = target.hasPrefix("/") ? target : "\(folder)/\(target)"
    }
    return nil
  }

  /// The path of a folder without links.
  private static func resolved(_ folder: String) -> String? {
    guard let path = realpath(folder, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
