/// What a command is called where nobody has named it: its program, and a plain word after it.
///
/// Other arguments are not shown, since they may hold a secret; least of all a program's own text, as of
/// `sh -c`. Where an option is not known to stand alone the program's name is all that is shown.
package struct CommandLabel: Equatable, Sendable {
  package let text: String

  /// - Parameter words: the command and its arguments, the first of which are enough.
  package init(_ words: [String]) {
    var words = words[...]
    var outermost = words.first.map(Self.name) ?? ""
    while let first = words.first, let inner = Self.wrapped(by: Self.name(first), words.dropFirst())
    {
      words = inner
      outermost = words.first.map(Self.name) ?? outermost
    }
    text = Self.script(of: outermost, words.dropFirst()) ?? Self.withPlainWord(outermost, words)
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The name and the word after it where that is of lower-case letters and dashes alone.
  private static func withPlainWord(_ name: String, _ words: ArraySlice<String>) -> String {
    guard let word = words.dropFirst().first, word.first != "-", !word.isEmpty,
      word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }),
      interpreters[family(name)] == nil, wrappers[name] == nil
    else { return name }
    return "\(name) \(word)"
  }

  // MARK: Programs that run another

  /// A program that runs what follows its own options.
  private struct Wrapper {
    /// Options that take the next word, as `-u`.
    var taking: Set<String> = []
    /// How many words come before the command.
    var operands = 0
    /// Options after which no command follows as words of its own.
    var ending: Set<String> = []

    /// What an option needs of the words behind it.
    enum Need { case nothing, value, everything }

    /// What a word needs that is an option, or several in one as `-iS`.
    func need(of word: String) -> Need {
      if word.hasPrefix("--") {
        let name = String(word.prefix { $0 != "=" })
        if ending.contains(name) { return .everything }
        return taking.contains(name) && name == word ? .value : .nothing
      }
      let letters = word.dropFirst()
      for index in letters.indices {
        let option = "-\(letters[index])"
        if ending.contains(option) { return .everything }
        if taking.contains(option) {
          return letters.index(after: index) == letters.endIndex ? .value : .nothing
        }
      }
      return .nothing
    }
  }

  private static let wrappers: [String: Wrapper] = [
    "env": Wrapper(
      taking: ["-u", "--unset", "-C", "--chdir"], ending: ["-S", "--split-string"]),
    "sudo": Wrapper(
      taking: [
        "-u", "--user", "-g", "--group", "-h", "--host", "-p", "--prompt", "-C", "--close-from",
        "-D",
        "--chdir", "-R", "--chroot", "-T", "--command-timeout", "-U", "--other-user", "-r",
        "--role",
        "-t", "--type", "-a", "--auth-type", "-c", "--login-class",
      ], ending: ["-e", "--edit", "-l", "--list"]),
    "doas": Wrapper(taking: ["-u", "-C", "-a"]),
    "nice": Wrapper(taking: ["-n", "--adjustment"]),
    "ionice": Wrapper(taking: ["-c", "--class", "-n", "--classdata"]),
    "time": Wrapper(taking: ["-f", "--format", "-o", "--output"]),
    "timeout": Wrapper(taking: ["-s", "--signal", "-k", "--kill-after"], operands: 1),
    "stdbuf": Wrapper(taking: ["-i", "--input", "-o", "--output", "-e", "--error"]),
    "nohup": Wrapper(), "setsid": Wrapper(), "unbuffer": Wrapper(),
    "caffeinate": Wrapper(taking: ["-t", "-w"]),
  ]

  /// The words of the command that a wrapper runs; nil where it is none, or runs none.
  private static func wrapped(
    by name: String, _ arguments: ArraySlice<String>
  ) -> ArraySlice<String>? {
    guard let wrapper = wrappers[name] else { return nil }
    var rest = arguments
    while let word = rest.first, word.hasPrefix("-") {
      rest = rest.dropFirst()
      if word == "--" { break }
      switch wrapper.need(of: word) {
      case .nothing: break
      case .value: rest = rest.dropFirst()
      case .everything: return nil
      }
    }
    if name == "env" || name == "sudo" { rest = rest.drop { $0.contains("=") } }
    rest = rest.dropFirst(wrapper.operands)
    return rest.isEmpty ? nil : rest
  }

  // MARK: Programs that run a script

  /// How a program that runs scripts reads its options.
  private struct Interpreter {
    /// Letters that may stand together and take nothing.
    var flags: Set<Character>
    /// Options that take the next word.
    var taking: Set<String> = []
    /// The option before a module's name.
    var module: String?
  }

  private static let interpreters: [String: Interpreter] = {
    let shell = Interpreter(flags: Set("abefhiklmnpruvxBCEHPT"), taking: ["-o", "+o", "-O", "+O"])
    var all = Dictionary(
      uniqueKeysWithValues: ["sh", "bash", "dash", "zsh", "ksh", "fish"].map { ($0, shell) })
    all["python"] = Interpreter(
      flags: Set("bBdEiIOPqsSuvx"), taking: ["-W", "-X"], module: "-m")
    all["perl"] = Interpreter(flags: Set("tTUwWX"))
    all["ruby"] = Interpreter(flags: Set("dvwW"))
    for name in ["node", "php", "lua", "Rscript", "tclsh"] { all[name] = Interpreter(flags: []) }
    return all
  }()

  /// The name without a version, as `python` of `python3.11`.
  private static func family(_ name: String) -> String {
    var family = name[...]
    while let last = family.last, last.isNumber || last == "." { family.removeLast() }
    return String(family)
  }

  /// The script that an interpreter runs, or the module; nil where it runs none that is known.
  private static func script(of name: String, _ arguments: ArraySlice<String>) -> String? {
    guard let interpreter = interpreters[family(name)] else { return nil }
    var rest = arguments
    while let word = rest.first, word.hasPrefix("-") || word.hasPrefix("+") {
      rest = rest.dropFirst()
      if word == "--" { break }
      if word == interpreter.module {
        return rest.first.map { withPlainWord($0, rest) }
      }
      if interpreter.taking.contains(word) {
        rest = rest.dropFirst()
      } else if word.count == 1 || !word.dropFirst().allSatisfy(interpreter.flags.contains) {
        return nil
      }
    }
    return rest.first.map(Self.name)
  }
}
