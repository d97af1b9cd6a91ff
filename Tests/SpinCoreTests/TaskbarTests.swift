import SpinCore
import SpinTestSupport
import Testing

@Suite struct TaskbarTests {
  @Test func onlyChangesAreWritten() {
    var taskbar = Taskbar(renewal: nil)
    #expect(taskbar.change(to: .none, at: .zero) == "")
    #expect(taskbar.change(to: .spinning, at: .zero) == "\u{1B}]9;4;3\u{1B}\\")
    #expect(taskbar.change(to: .spinning, at: .seconds(60)) == "")
    #expect(taskbar.change(to: .progressing(percent: 42), at: .zero) == "\u{1B}]9;4;1;42\u{1B}\\")
    #expect(taskbar.change(to: .halted(percent: 42), at: .zero) == "\u{1B}]9;4;4;42\u{1B}\\")
    #expect(taskbar.change(to: .none, at: .zero) == "\u{1B}]9;4;0\u{1B}\\")
  }

  @Test func aTerminalThatForgetsIsToldAgain() {
    var taskbar = Taskbar(renewal: .seconds(10))
    #expect(taskbar.change(to: .spinning, at: .zero) != "")
    #expect(taskbar.change(to: .spinning, at: .seconds(9)) == "")
    #expect(taskbar.change(to: .spinning, at: .seconds(10)) != "")
    #expect(taskbar.change(to: .spinning, at: .seconds(19)) == "")
    #expect(taskbar.change(to: .none, at: .seconds(19)) != "")
    #expect(taskbar.change(to: .none, at: .seconds(60)) == "")
  }

  @Test(arguments: [
    ([:], false), (["WT_SESSION": "x"], true), (["ConEmuANSI": "ON"], true),
    (["ConEmuANSI": "OFF"], false),
    (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.0"], true),
    (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.1.3"], false),
    (["TERM_PROGRAM": "WezTerm"], true), (["TERM_PROGRAM": "vscode"], true),
    (["TERM_PROGRAM": "Apple_Terminal"], false), (["TERM_PROGRAM": "iTerm.app"], false),
    (["TERM_PROGRAM": "iTerm.app", "TERM_FEATURES": "T3LrMSc7UUw9Ts3BFGsSyHNoSxFP"], true),
    (["TERM_PROGRAM": "iTerm.app", "TERM_FEATURES": "T3LrMSc7UUw9Ts3BFGsSyHNoPxF"], false),
    (["PTYXIS_VERSION": "48.1"], true), (["PTYXIS_VERSION": "47.9"], false),
    (["KONSOLE_VERSION": "260400"], true), (["KONSOLE_VERSION": "250800"], false),
    (["VTE_VERSION": "7900"], true), (["VTE_VERSION": "7802"], false),
    (["WT_SESSION": "x", "TMUX": "/tmp/x"], false), (["WT_SESSION": "x", "TERM": "screen"], false),
    (["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.7", "TMUX": "x"], true),
    (["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.6b", "TMUX": "x"], false),
  ])
  func onlyKnownTerminalsAreTold(_ environment: [String: String], _ isSupported: Bool) {
    let support = TaskbarSupport { environment[$0] }
    #expect(support.isSupported == isSupported)
    let isGhostty = isSupported && environment["TERM_PROGRAM"] == "ghostty"
    #expect(support.renewal == (isGhostty ? .seconds(10) : nil))
  }

  private func filtered(_ bytes: [UInt8], pieceSize: Int) -> [UInt8] {
    var filter = TaskbarFilter()
    var passed: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      let piece = Array(bytes[start..<min(start + pieceSize, bytes.count)])
      passed += piece.withUnsafeBufferPointer {
        filter.passes($0) ? Array($0) : filter.filter($0)
      }
    }
    return passed + filter.flush()
  }

  @Test(arguments: [
    ("a\u{1B}]9;4;1;42\u{7}b", "ab"), ("a\u{1B}]9;4;3\u{1B}\\b", "ab"), ("\u{1B}]9;4\u{7}", ""),
    ("a\u{1B}]9;5;x\u{7}b", nil), ("\u{1B}]0;title\u{7}", nil), ("a\u{1B}", nil),
    ("a\u{1B}]9;4;1", nil),
    ("a\u{1B}]9;4 files copied\u{7}b", nil), ("a\u{1B}]9;42\u{1B}\\b", nil),
    ("\u{1B}\u{1B}]9;4;0\u{7}x", "\u{1B}x"), ("\u{1B}[31mred\u{1B}[m", nil),
    ("\u{1B}]9;4;this is much longer than any\u{7}", nil), ("\u{1B}]9;4;1\nx\u{7}", nil),
  ])
  func itsSequencesAreTakenOutAndNothingElse(_ text: String, _ rest: String?) {
    for size in 1...8 {
      #expect(filtered(Array(text.utf8), pieceSize: size) == Array((rest ?? text).utf8))
    }
  }

  @Test func thePiecesDoNotMatter() {
    let parts = ["\u{1B}", "]", "9;4", ";1;42", "\u{7}", "\\", "x", "\n", "\u{1B}]9;4;1;42\u{7}"]
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let bytes = (0..<20).flatMap { _ in Array(parts.randomElement(using: &generator)!.utf8) }
      let whole = filtered(bytes, pieceSize: bytes.count)
      for size in 1...5 { #expect(filtered(bytes, pieceSize: size) == whole) }
    }
  }
}
