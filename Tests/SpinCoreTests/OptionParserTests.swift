import SpinCore
import Testing

@Suite struct OptionParserTests {
  private func request(_ arguments: String...) throws(UsageError) -> Request {
    try request(arguments)
  }

  private func request(_ arguments: [String]) throws(UsageError) -> Request {
    try OptionParser.request { index in
      index < arguments.count ? Array(arguments[index].utf8) : nil
    }
  }

  private func settings(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  @Test func optionsEndAtTheFirstOperand() throws {
    #expect(try request("make", "-k", "--help") == .run(Settings(), commandIndex: 0))
    #expect(
      try request("--keep", "make", "--keep")
        == .run(settings { $0.keepsLastLine = true }, commandIndex: 1))
  }

  @Test func twoDashesEndOptions() throws {
    #expect(try request("--", "-x") == .run(Settings(), commandIndex: 1))
    #expect(
      try request("-d0", "--", "--", "x") == .run(settings { $0.delay = .zero }, commandIndex: 2))
  }

  @Test func oneDashIsAnOperand() throws {
    #expect(try request("-") == .run(Settings(), commandIndex: 0))
  }

  @Test(arguments: [
    ["--delay=2", "x"], ["--delay", "2", "x"], ["-d2", "x"], ["-d", "2", "x"], ["-d2s", "x"],
    ["-d", "2000ms", "x"], ["-d5", "-d2", "x"],
  ])
  func valuesAreAttachedOrFollow(_ arguments: [String]) throws {
    #expect(
      try request(arguments)
        == .run(settings { $0.delay = .seconds(2) }, commandIndex: arguments.count - 1))
  }

  @Test func everyOptionSetsItsValue() throws {
    #expect(
      try request(
        "-l", "Build", "-d", "0", "-s", "line", "-c", "red", "--keep", "-m", "plain",
        "--heartbeat", "30", "-t", "1m", "-k", "5", "x")
        == .run(
          settings {
            $0.label = "Build"
            $0.delay = .zero
            $0.style = .line
            $0.color = Tint.all.first { $0.name == "red" }
            $0.keepsLastLine = true
            $0.mode = .plain
            $0.heartbeat = .seconds(30)
            $0.timeout = .seconds(60)
            $0.killAfter = .seconds(5)
          }, commandIndex: 17))
  }

  @Test func requestsWinOverWhatFollows() throws {
    #expect(try request("--help", "--nonsense") == .help)
    #expect(try request("-h") == .help)
    #expect(try request("--version") == .version)
    #expect(try request("-V") == .version)
    #expect(try request("--list-styles") == .listStyles)
  }

  @Test func shortOptionsCluster() throws {
    #expect(try request("-hV") == .help)
    #expect(throws: UsageError.unknownOption("-x")) { try request("-xh") }
  }

  @Test(arguments: [
    ([], UsageError.missingCommand, "command: none is given"),
    (["--keep"], .missingCommand, "command: none is given"),
    (["--"], .missingCommand, "command: none is given"),
    (["--foo", "x"], .unknownOption("--foo"), "--foo: unknown option"),
    (["--foo=1", "x"], .unknownOption("--foo"), "--foo: unknown option"),
    (["--\u{1B}[31m"], .unknownOption("--\u{1B}[31m"), "--: unknown option"),
    (["-ä"], .unknownOption("-ä"), "-ä: unknown option"),
    (
      ["--label"], .missingValue(option: "--label", argument: "TEXT"),
      "--label: needs a value, TEXT"
    ),
    (
      ["-d"], .missingValue(option: "--delay", argument: "DURATION"),
      "--delay: needs a value, DURATION"
    ),
    (
      ["--keep=yes", "x"], .unexpectedValue(option: "--keep", value: "yes"),
      "--keep: takes no value, but has 'yes'"
    ),
    (
      ["--help=me"], .unexpectedValue(option: "--help", value: "me"),
      "--help: takes no value, but has 'me'"
    ),
    (
      ["-d", "soon", "x"], .invalidDuration(option: "--delay", value: "soon"),
      "--delay: 'soon' is no duration: a number with ms, s, m or h, as in 500ms, 2 or 1.5m"
    ),
    (
      ["--style", "x", "y"],
      .unknownName(option: "--style", value: "x", accepted: ["dots", "line"]),
      "--style: 'x' is none of dots, line"
    ),
    (
      ["-m", "fancy", "y"],
      .unknownName(
        option: "--mode", value: "fancy",
        accepted: ["auto", "animated", "plain", "accessible", "silent"]),
      "--mode: 'fancy' is none of auto, animated, plain, accessible, silent"
    ),
  ])
  func mistakesAreNamed(_ arguments: [String], _ error: UsageError, _ text: String) {
    #expect(throws: error) { try request(arguments) }
    #expect(error.text == text)
  }

  @Test func onlyArgumentsBeforeTheCommandAreRead() throws {
    var asked: Set<Int> = []
    _ = try OptionParser.request { index in
      asked.insert(index)
      return Array((index == 0 ? "--keep" : "x").utf8)
    }
    #expect(asked == [0, 1])
  }

  @Test func labelsNeedNotBeUTF8() throws {
    let arguments: [[UInt8]] = [[0x2D, 0x6C, 0xFF], [0x78]]
    let request = try OptionParser.request { $0 < 2 ? arguments[$0] : nil }
    #expect(request == .run(settings { $0.label = "\u{FFFD}" }, commandIndex: 1))
  }
}
