/// Reads options up to the first operand, which is the command.
///
/// Long options are `--name`, `--name=value` and `--name value`; short ones cluster and
/// take their value from the rest of the cluster or the next argument, as getopt(3) has it.
package struct OptionParser {
  private let argument: (_ index: Int) -> [UInt8]?
  private var index = 0
  private var settings = Settings()

  private init(_ argument: @escaping (_ index: Int) -> [UInt8]?) {
    self.argument = argument
  }

  /// What a command line asks for.
  ///
  /// - Parameter argument: the bytes of an argument, counted from 0 without the program's own name,
  ///   or nil behind the last. Those after the first operand are not asked for.
  package static func request(
    from argument: @escaping (_ index: Int) -> [UInt8]?
  ) throws(UsageError) -> Request {
    var parser = OptionParser(argument)
    return try parser.request()
  }

  private mutating func request() throws(UsageError) -> Request {
    while let argument = argument(index), argument.first == UInt8(ascii: "-"), argument.count > 1 {
      index += 1
      if argument == [UInt8](ascii: "--") { break }
      let text = String(decoding: argument, as: UTF8.self)
      let request =
        text.hasPrefix("--") ? try readLong(text.dropFirst(2)) : try readCluster(text.dropFirst())
      if let request { return request }
    }
    guard argument(index) != nil else { throw .missingCommand }
    return .run(settings, commandIndex: index)
  }

  private mutating func readLong(_ text: Substring) throws(UsageError) -> Request? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = Option.all.first(where: { $0.name == parts[0] }) else {
      throw .unknownOption("--\(parts[0])")
    }
    let value = parts.count > 1 ? String(parts[1]) : nil
    if let value, option.argument == nil {
      throw .unexpectedValue(option: "--\(option.name)", value: value)
    }
    return try apply(option, value: value)
  }

  private mutating func readCluster(_ letters: Substring) throws(UsageError) -> Request? {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = Option.all.first(where: { $0.letter == letter }) else {
        throw .unknownOption("-\(letter)")
      }
      var value: String?
      if option.argument != nil, !rest.isEmpty {
        value = String(rest)
        rest = ""
      }
      if let request = try apply(option, value: value) { return request }
    }
    return nil
  }

  /// Takes the next argument as the value where one is needed and none is given.
  private mutating func apply(_ option: Option, value: String?) throws(UsageError) -> Request? {
    switch option.effect {
    case .flag(let change):
      change(&settings)
    case .value(let name, let change):
      guard let text = value ?? argument(index).map({ String(decoding: $0, as: UTF8.self) }) else {
        throw .missingValue(option: "--\(option.name)", argument: name)
      }
      if value == nil { index += 1 }
      try change(&settings, Value(option: "--\(option.name)", text: text))
    case .request(let request):
      return request
    }
    return nil
  }
}

extension [UInt8] {
  fileprivate init(ascii text: StaticString) {
    self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
