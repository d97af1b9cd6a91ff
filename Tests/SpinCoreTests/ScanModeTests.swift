import SpinCore
import Testing

@Suite struct ScanModeTests {
  @Test func namesAreThoseOfTheOption() {
    #expect(
      ScanMode.all.map(\.name) == [
        "auto", "any", "off", "cmake", "ninja", "git", "curl", "wget", "pip", "qemu", "rsync",
        "yt-dlp", "7z", "xz",
      ])
  }

  @Test func eachNameIsOneMode() {
    #expect(ScanMode.all.first { $0.name == "auto" } == .automatic)
    #expect(ScanMode.all.first { $0.name == "any" } == .any)
    #expect(ScanMode.all.first { $0.name == "off" } == .off)
    for format in OutputFormat.allCases {
      #expect(ScanMode.all.filter { $0.name == format.rawValue } == [.format(format)])
    }
  }

  @Test func theFormatsThatCheckThemselvesAreKnown() {
    #expect(
      OutputFormat.allCases.filter(\.checksItself) == [
        .cmake, .ninja, .git, .curl, .wget, .pip, .qemu,
      ])
  }
}
