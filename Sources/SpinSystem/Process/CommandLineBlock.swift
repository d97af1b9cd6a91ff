import CSpin
import Foundation

/// A command's arguments and environment, byte for byte as spin was given them.
struct CommandLineBlock {
  /// Each argument and then each variable, with the byte that ends it.
  private(set) var bytes: [UInt8] = []
  private(set) var argumentCount = 0
  private(set) var environmentCount = 0

  typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Takes the arguments from `arguments` on and this process's environment.
  ///
  /// - Parameter variables: variables as `NAME=value` that take the place of those of the same name, or
  ///   follow the others.
  init(arguments: Strings, variables: [String]) {
    argumentCount = append(arguments) { _ in nil }
    var unused = variables
    if let environment = cspin_environment() {
      environmentCount = append(environment) { string in
        guard !unused.isEmpty, strncmp(string, "SPIN_", 5) == 0 else { return nil }
        let name = String(cString: string).prefix { $0 != "=" } + "="
        guard let index = unused.firstIndex(where: { $0.hasPrefix(name) }) else { return nil }
        return unused.remove(at: index)
      }
    }
    for variable in unused {
      bytes += Array(variable.utf8) + [0]
      environmentCount += 1
    }
  }

  /// Appends strings, or what takes their place.
  private mutating func append(
    _ strings: Strings, replacement: (UnsafePointer<CChar>) -> String?
  ) -> Int {
    var count = 0
    while let string = strings[count] {
      if let text = replacement(string) {
        bytes += Array(text.utf8) + [0]
      } else {
        bytes += UnsafeRawBufferPointer(start: string, count: strlen(string) + 1)
      }
      count += 1
    }
    return count
  }
}
