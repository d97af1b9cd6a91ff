import Foundation
import SpinSystem
import SpinTestSupport
import Testing

@Suite struct HeldOutputTests {
  private struct Piece: Equatable {
    let descriptor: Int32
    var bytes: [UInt8]
  }

  private struct Stop: Error {}

  private static let pattern = (0..<400_000).map { UInt8($0 % 251) }

  private func append(_ text: String, to descriptor: Int32, of held: HeldOutput) throws {
    try append(Array(text.utf8), to: descriptor, of: held)
  }

  private func append(_ bytes: [UInt8], to descriptor: Int32, of held: HeldOutput) throws {
    try bytes.withUnsafeBufferPointer { try held.append($0, to: descriptor) }
  }

  /// What is held, with neighbours of one stream made one.
  private func contents(_ held: HeldOutput) throws -> [Piece] {
    var pieces: [Piece] = []
    try held.forEachPiece { descriptor, piece in
      #expect((1...65536).contains(piece.count))
      if pieces.last?.descriptor == descriptor {
        pieces[pieces.count - 1].bytes += piece
      } else {
        pieces.append(Piece(descriptor: descriptor, bytes: Array(piece)))
      }
    }
    return pieces
  }

  /// Appends pieces of random streams and sizes.
  ///
  /// - Returns: them, with neighbours of one stream made one.
  private func fill(
    _ held: HeldOutput, count: Int, sizes: ClosedRange<Int>
  ) throws -> [Piece] {
    var pieces: [Piece] = []
    for index in 0..<count {
      let descriptor = Int32.random(in: 1...2)
      let size = Int.random(in: sizes)
      let start = index % 251
      let bytes = Array(Self.pattern[start..<(start + size)])
      try append(bytes, to: descriptor, of: held)
      if pieces.last?.descriptor == descriptor {
        pieces[pieces.count - 1].bytes += bytes
      } else if !bytes.isEmpty {
        pieces.append(Piece(descriptor: descriptor, bytes: bytes))
      }
    }
    return pieces
  }

  @Test func streamsComeBackInOrder() throws {
    let held = HeldOutput()
    #expect(held.isEmpty)
    for (text, descriptor) in [("a", 1), ("b", 1), ("", 2), ("c", 2), ("d\n", 1)]
      as [(String, Int32)]
    {
      try append(text, to: descriptor, of: held)
    }
    #expect(!held.isEmpty)
    let expected = [
      Piece(descriptor: 1, bytes: Array("ab".utf8)), Piece(descriptor: 2, bytes: Array("c".utf8)),
      Piece(descriptor: 1, bytes: Array("d\n".utf8)),
    ]
    #expect(try contents(held) == expected)
    #expect(try contents(held) == expected)
  }

  @Test func smallPiecesOfAStreamAreOne() throws {
    let held = HeldOutput { () throws(SystemError) in throw SystemError("none", number: ENOSPC) }
    for _ in 0..<100_000 { try append("x", to: 1, of: held) }
    var sizes: [Int] = []
    try held.forEachPiece { sizes.append($1.count) }
    #expect(sizes == [65536, 34464])
  }

  @Test(arguments: [0, 3, 4, 5, 100, 1000, 1 << 20], [0...20, 60_000...70_000, 0...300_000])
  func whatMemoryDoesNotHoldGoesToAFile(_ limit: Int, _ sizes: ClosedRange<Int>) throws {
    let held = HeldOutput(memoryLimit: limit)
    let expected = try fill(held, count: sizes.upperBound < 100 ? 20_000 : 12, sizes: sizes)
    #expect(try contents(held) == expected)
    let more = try fill(held, count: 3, sizes: sizes)
    #expect(try contents(held).flatMap(\.bytes) == (expected + more).flatMap(\.bytes))
  }

  @Test func aPieceLongerThanARunMayBe() throws {
    let held = HeldOutput(memoryLimit: 40 << 20)
    let bytes = [UInt8](repeating: 7, count: 35 << 20)
    try append(bytes, to: 2, of: held)
    #expect(try contents(held) == [Piece(descriptor: 2, bytes: bytes)])
  }

  @Test func withoutAFileTheMemoryHoldsOn() throws {
    let held = HeldOutput(memoryLimit: 10) { () throws(SystemError) in
      throw SystemError("temporary file", number: ENOSPC)
    }
    try append("abc", to: 1, of: held)
    #expect(throws: SystemError("temporary file", number: ENOSPC)) {
      try append("defghi", to: 1, of: held)
    }
    // It is said once.
    try append("jkl", to: 2, of: held)
    let expected = [
      Piece(descriptor: 1, bytes: Array("abcdefghi".utf8)),
      Piece(descriptor: 2, bytes: Array("jkl".utf8)),
    ]
    #expect(try contents(held) == expected)
  }

  @Test func aFullDiskLosesNothing() throws {
    let number = try TemporaryFile.open()
    let file = dup(number)
    defer { close(file) }
    let held = HeldOutput(memoryLimit: 1000) { number }
    var expected = try fill(held, count: 20, sizes: 30_000...50_000)

    // A write that fails on the way leaves a part of it in the file.
    var status = stat()
    fstat(file, &status)
    #expect(status.st_size > 0)
    #expect(pwrite(file, "partial", 7, status.st_size) == 7)
    let full = open("/dev/full", O_RDWR | O_CLOEXEC)
    defer { close(full) }
    dup2(full, number)
    var failures: [SystemError] = []
    for _ in 0..<10 {
      let bytes = [UInt8](repeating: 0x78, count: 50_000)
      do { try append(bytes, to: 2, of: held) } catch let error as SystemError {
        failures.append(error)
      }
      expected.append(Piece(descriptor: 2, bytes: bytes))
    }
    #expect(failures == [SystemError("temporary file", number: ENOSPC)])
    #expect(failures.first?.reason == "no space left on device")

    dup2(file, number)
    let found = try contents(held)
    for descriptor: Int32 in 1...2 {
      #expect(
        found.filter { $0.descriptor == descriptor }.flatMap(\.bytes)
          == expected.filter { $0.descriptor == descriptor }.flatMap(\.bytes))
    }
    #expect(found.flatMap(\.bytes) == expected.flatMap(\.bytes))
  }

  @Test func readingEndsWhenTheReaderFails() throws {
    let held = HeldOutput(memoryLimit: 0)
    _ = try fill(held, count: 20, sizes: 30_000...50_000)
    var count = 0
    #expect(throws: Stop.self) {
      try held.forEachPiece { _, _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test(arguments: [true, false])
  func noFileIsLeft(_ isNameless: Bool) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = Array(directory.path.utf8CString)
    var numbers: [Int32] = []
    let held = HeldOutput(memoryLimit: 10) { () throws(SystemError) in
      let number =
        isNameless ? try TemporaryFile.open(in: path) : try TemporaryFile.openAndUnlink(in: path)
      numbers.append(number)
      return number
    }
    for round in 1...2 {
      let expected = try fill(held, count: 20, sizes: 10_000...50_000)
      #expect(try contents(held) == expected)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
      try #require(numbers.count == round)
      var status = stat()
      #expect(fstat(numbers[round - 1], &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o600)
      #expect(status.st_nlink == 0)
      #expect(status.st_size > 0)
      #expect(fcntl(numbers[round - 1], F_GETFD) == FD_CLOEXEC)
      held.removeAll()
      #expect(held.isEmpty)
      #expect(try contents(held) == [])
    }
  }

  @Test(arguments: [true, false])
  func noDescriptorIsLeft(_ isEmptied: Bool) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let other = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer {
      close(other)
      unlink(path)
    }
    var held: HeldOutput? = HeldOutput(memoryLimit: 0) {
      let number = open(path, O_RDWR | O_CLOEXEC)
      // Closing it gives the lock up.
      flock(number, LOCK_EX)
      return number
    }
    try append("x", to: 1, of: #require(held))
    #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
    if isEmptied { held?.removeAll() } else { held = nil }
    let deadline = Deadline.generous
    var isFree = false
    while !isFree, !deadline.hasPassed { isFree = flock(other, LOCK_EX | LOCK_NB) == 0 }
    #expect(isFree)
    _ = held
  }

  @Test func aMissingDirectoryIsAnError() {
    #expect(throws: SystemError("temporary file", number: ENOENT)) {
      try TemporaryFile.open(in: Array("/missing directory".utf8CString))
    }
  }
}
