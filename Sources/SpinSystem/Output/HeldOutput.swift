import Foundation

/// Output of several streams that is kept for later, in the order in which it came: in memory, and
/// in a temporary file from when that is full.
///
/// A stream is named by the descriptor that its bytes are to be written to in the end, 0...255.
package final class HeldOutput {
  private enum State {
    case inMemory
    case spilling(Descriptor)
    /// No more can be written; the file has what was written before, if there is one.
    case full(Descriptor?)

    var file: Descriptor? {
      switch self {
      case .inMemory: nil
      case .spilling(let file): file
      case .full(let file): file
      }
    }
  }

  private let memoryLimit: Int
  private let openFile: () throws(SystemError) -> Int32
  private var state = State.inMemory
  private var memory = RunBuffer()
  /// What comes after the file's bytes and is not written yet.
  private var unwritten = RunBuffer()
  /// How much of the file counts: a write that failed may have left more there.
  private var fileSize: off_t = 0

  /// How many bytes are written to the file at once.
  private static let writeSize = 1 << 17

  /// - Parameters:
  ///   - memoryLimit: how many bytes are held in memory, with four more for each change of stream.
  ///   - openFile: opens an empty file for what comes after those; this closes it.
  package init(
    memoryLimit: Int = 8 << 20,
    openFile: @escaping () throws(SystemError) -> Int32 = TemporaryFile.open
  ) {
    self.memoryLimit = memoryLimit
    self.openFile = openFile
  }

  /// Whether nothing is held.
  package var isEmpty: Bool { memory.bytes.isEmpty && unwritten.bytes.isEmpty && fileSize == 0 }

  /// Holds these bytes, also where it throws.
  ///
  /// - Throws: once, when the file cannot be opened or written. Nothing is lost then, but all that
  ///   follows stays in memory: the caller had better write out what is held and hold no more.
  package func append(
    _ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32
  ) throws(SystemError) {
    var rest = bytes
    var failure: SystemError?
    while !rest.isEmpty {
      switch state {
      case .inMemory:
        memory.append(&rest, to: descriptor, limit: memoryLimit)
        if rest.isEmpty { return }
        do {
          state = .spilling(Descriptor(owning: try openFile()))
        } catch {
          state = .full(nil)
          failure = error
        }
      case .spilling(let file):
        unwritten.append(&rest, to: descriptor, limit: Self.writeSize)
        if rest.isEmpty { return }
        do {
          try writeOut(to: file)
        } catch {
          state = .full(file)
          failure = error
        }
      case .full:
        unwritten.append(&rest, to: descriptor, limit: .max)
      }
    }
    if let failure { throw failure }
  }

  private func writeOut(to file: Descriptor) throws(SystemError) {
    let bytes = unwritten.bytes
    var written = 0
    while written < bytes.count {
      written += try check("temporary file") {
        bytes.withUnsafeBytes {
          pwrite(
            file.number, $0.baseAddress! + written, bytes.count - written,
            fileSize + off_t(written))
        }
      }
    }
    fileSize += off_t(written)
    unwritten.removeAll(keepingCapacity: true)
  }

  /// Passes on all that is held, in order and in pieces of at most 64 KiB, which are valid during
  /// the call. What is held may not change meanwhile.
  ///
  /// - Throws: what `body` throws, or a `SystemError` if the file cannot be read.
  package func forEachPiece(
    _ body: (_ descriptor: Int32, _ piece: UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    try memory.forEachPiece(body)
    if let file = state.file { try forEachPiece(of: file, body) }
    try unwritten.forEachPiece(body)
  }

  private func forEachPiece(
    of file: Descriptor,
    _ body: (_ descriptor: Int32, _ piece: UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    var reader = RunReader()
    var buffer = [UInt8](repeating: 0, count: RunReader.pieceSize)
    var offset: off_t = 0
    while offset < fileSize {
      let wanted = min(buffer.count, Int(fileSize - offset))
      let count = try check("temporary file") { pread(file.number, &buffer, wanted, offset) }
      let used = try buffer.withUnsafeBufferPointer {
        try reader.read(UnsafeBufferPointer(rebasing: $0[..<count]), body)
      }
      guard used > 0 else { throw SystemError("temporary file", number: EIO) }
      offset += off_t(used)
    }
  }

  /// Lets go of all that is held, and of the file.
  package func removeAll() {
    state = .inMemory
    memory.removeAll()
    unwritten.removeAll()
    fileSize = 0
  }
}
