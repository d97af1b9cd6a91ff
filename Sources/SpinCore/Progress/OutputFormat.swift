/// A way in which programs report progress within their output.
package enum OutputFormat: String, CaseIterable, Sendable {
  case cmake
  /// Ninja's, and `swift build`'s.
  case ninja
  case git
  /// The bar of `curl -#`.
  case curl
  /// The bar of wget.
  case wget
  /// `pip --progress-bar=raw`.
  case pip
  /// `qemu-img -p`.
  case qemu
  case rsync
  case ytDLP = "yt-dlp"
  case sevenZip = "7z"
  case xz

  /// Whether its records are told from other text by themselves.
  package var checksItself: Bool {
    switch self {
    case .cmake, .ninja, .git, .curl, .wget, .pip, .qemu: true
    case .rsync, .ytDLP, .sevenZip, .xz: false
    }
  }

  /// What a record in this format reports, or nil if it is none.
  func record(in text: RecordText) -> OutputRecord? {
    switch self {
    case .cmake: text.cmake
    case .ninja: text.ninja
    case .git: text.git
    case .curl: text.curl
    case .wget: text.wget
    case .pip: text.pip
    case .qemu: text.qemu
    case .rsync: text.rsync
    case .ytDLP: text.ytDLP
    case .sevenZip: text.sevenZip
    case .xz: text.xz
    }
  }
}
