import CSpin
import Foundation

/// A command's arguments and environment, byte for byte as spin was given them.
struct CommandLineBlock {
  /// Each argument and then each variable, with the byte that ends it.
  private(set) var bytes: [UInt8] = []
  private(set) var argumentCount = 0
  private(set) var environmentCount = 0

  /// Takes the arguments from `arguments` on and this process's environment.
  init(arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    argumentCount = append(arguments)
    if let environment = cspin_environment() { environmentCount = append(environment) }
  }

  private mutating func append(
    _ strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int {
    var count = 0
    while let string = strings[count] {
      bytes += UnsafeRawBufferPointer(start: string, count: strlen(string) + 1)
      count += 1
    }
    return count
  }
}
