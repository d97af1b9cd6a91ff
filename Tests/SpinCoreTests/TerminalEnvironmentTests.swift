import SpinCore
import Testing

@Suite struct TerminalEnvironmentTests {
  private func environment(_ variables: [String: String]) -> TerminalEnvironment {
    TerminalEnvironment { variables[$0] }
  }

  @Test(arguments: [
    (["LANG": "en_US.UTF-8"], true), (["LANG": "en_US.utf8"], true), (["LANG": "C"], false),
    ([:], false), (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
    (["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"], true),
    (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false), (["LANG": "ru_RU.KOI8-R"], false),
  ])
  func theLocaleTellsTheEncoding(_ variables: [String: String], _ isUTF8: Bool) {
    #expect(environment(variables).isUTF8 == isUTF8)
  }

  @Test(arguments: [
    ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["CLICOLOR": "0"], false),
    (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
    (["CLICOLOR": "0", "FORCE_COLOR": "1"], true),
    (["NO_COLOR": "1", "FORCE_COLOR": "1"], false), (["FORCE_COLOR": "0"], false),
  ])
  func colorFollowsTheConventions(_ variables: [String: String], _ allowsColor: Bool) {
    #expect(environment(variables).allowsColor == allowsColor)
  }

  @Test(arguments: [
    ("xterm-256color", true), ("dumb", false), ("", false), ("unknown", false), ("linux", true),
  ])
  func aTerminalHasAName(_ term: String, _ isCapable: Bool) {
    #expect(environment(["TERM": term]).isCapable == isCapable)
    #expect(!environment([:]).isCapable)
  }

  @Test(arguments: [("true", true), ("1", true), ("", false), ("0", false), ("false", false)])
  func switchesAreOnUnlessTheySayOtherwise(_ text: String, _ isOn: Bool) {
    #expect(environment(["CI": text]).isAutomated == isOn)
    #expect(environment(["ACCESSIBLE": text]).wantsAccessibility == isOn)
  }
}
