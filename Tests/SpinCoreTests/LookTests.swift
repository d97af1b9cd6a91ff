import SpinCore
import Testing

@Suite struct LookTests {
  private func look(
    _ variables: [String: String], _ change: (inout Settings) -> Void = { _ in }
  ) -> Look {
    var settings = Settings()
    change(&settings)
    return Look(settings: settings, environment: TerminalEnvironment { variables[$0] })
  }

  @Test func dotsWhereTheLocaleIsUTF8() {
    #expect(look(["LANG": "de_DE.UTF-8"]).style == .dots)
    #expect(look(["LANG": "C"]).style == .line)
    #expect(look(["LANG": "C"]) { $0.style = .dots }.style == .line)
    #expect(look(["LANG": "de_DE.utf8"]) { $0.style = .line }.style == .line)
  }

  @Test func anOptionsColorWinsOverTheStylesAndOverNoColor() throws {
    let red = try #require(Tint.all.first { $0.name == "red" })
    #expect(look(["LANG": "C.UTF-8"]).parameters(for: .tinted) == "36")
    #expect(look(["LANG": "C.UTF-8"]) { $0.color = red }.parameters(for: .tinted) == "31")
    #expect(look(["NO_COLOR": "1"]) { $0.color = red }.parameters(for: .tinted) == "31")
  }

  @Test func withoutColorNothingIsTintedOrDim() {
    for look in [look(["NO_COLOR": "1", "LANG": "C.UTF-8"]), look([:]) { $0.color = Tint.none }] {
      for ink in [Ink.plain, .tinted, .dim, .good, .bad] {
        #expect(look.parameters(for: ink) == nil)
      }
    }
  }
}
