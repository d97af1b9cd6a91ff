import CSpin
import Foundation
import SpinCore

/// spin as the process that becomes the command.
///
/// Foundation's `Process` gives its child a process group of its own, closes the descriptors from 3
/// up, and passes arguments and environment as `String`
/// (swiftlang/swift-corelibs-foundation, `Process.swift`). So it starts this instead, which undoes
/// all of that and executes the command in its place.
package enum Launcher {
  /// The argument that asks for the launcher; no user types it.
  static let argument = "\u{1}"

  /// Whether this process was started as a launcher.
  package static var isRequested: Bool {
    CommandLine.argc == 2 && CommandLine.unsafeArgv[1].map { $0[0] == 1 && $0[1] == 0 } == true
  }

  /// Becomes the command that the socket on standard input describes.
  ///
  /// - Returns: only if that failed: the status to exit with.
  package static func run() -> Int32 {
    var socket = LaunchSocket(Descriptor(owning: STDIN_FILENO))
    do {
      try execute(&socket)
    } catch {
      // If spin has gone, there is nobody to tell.
      try? socket.send(error)
    }
    return ExitStatus.failed
  }

  /// Does not return but to throw.
  private static func execute(_ socket: inout LaunchSocket) throws(LaunchReport) {
    do {
      guard let header = try socket.receive(LaunchHeader()) else { return }
      raiseDescriptorLimit()
      try check("setpgid") { setpgid(0, header.processGroup) }
      try socket.send(LaunchReport.joined)

      var descriptors: [CommandDescriptor] = []
      while descriptors.count < header.descriptorCount {
        let batch = try socket.receiveBatch()
        if batch.isEmpty { return }
        descriptors += batch
      }

      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: header.blockSize, alignment: 1)
      guard try socket.receive(into: block) else { return }
      var strings = block.baseAddress?.assumingMemoryBound(to: CChar.self)
      let arguments = pointers(to: header.argumentCount, in: &strings)
      let environment = pointers(to: header.environmentCount, in: &strings)

      try DescriptorPlacement.perform(descriptors, keeping: &socket)
      var limit = header.descriptorLimit
      setrlimit(Platform.descriptorLimit, &limit)
      header.signals.restore()
      cspin_execute(arguments, environment)
    } catch {
      throw LaunchReport(number: error.number, isExecution: false)
    }
    throw LaunchReport(number: errno, isExecution: true)
  }

  /// Makes room for descriptors and their numbers as far as the system allows.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(Platform.descriptorLimit, &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(Platform.descriptorLimit, &limit)
  }

  /// Pointers to so many strings that follow each other, with a null pointer at the end; `strings`
  /// moves behind them.
  private static func pointers(
    to count: Int, in strings: inout UnsafeMutablePointer<CChar>?
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: count + 1)
    for index in 0..<count {
      pointers[index] = strings
      strings = strings.map { $0 + strlen($0) + 1 }
    }
    pointers[count] = nil
    return pointers
  }
}
