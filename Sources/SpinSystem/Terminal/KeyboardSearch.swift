import Foundation

/// Finds out whether a program reads the keyboard from the pseudo-terminal.
struct KeyboardSearch {
  let terminal: Terminal
  /// The pseudo-terminal's name, or nil if it has none here.
  let farName: String?
  /// Whether spin's standard input is another file than the terminal.
  let hasOtherInput: Bool

  /// Whether there is one among the command's processes: one that has opened it by its name, or,
  /// where standard input is not the terminal, any, unless one has the terminal itself open.
  func findsReader() -> Bool {
    let files = ProcessTree.current().descendants(of: [getpid()])
      .flatMap { Platform.openFiles(of: $0.pid) }
    if files.contains(where: { $0.path == farName && $0.access == O_RDONLY }) { return true }
    let terminalNames = [Terminal.name(of: terminal.number), "/dev/tty"]
    return hasOtherInput
      && !files.contains { terminalNames.contains($0.path) && $0.access != O_WRONLY }
  }
}
