import Foundation
import System
import Testing

@Suite("A small file that is read whole")
struct RegularFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("system-\(UUID().uuidString)").path
  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

  private func make(_ name: String, _ bytes: Int, mode: mode_t = 0o600) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(repeating: 7, count: bytes).write(to: URL(fileURLWithPath: path))
    #expect(chmod(path, mode) == 0)
    return path
  }

  @Test("Its bytes are those of the file, up to the limit and through a link", arguments: [0, 1, 4096])
  func content(count: Int) throws {
    let path = try make("file", count)
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: path)
    for name in [path, "\(folder)/link"] {
      let file = try RegularFile(name, limit: 4096)
      #expect(file.bytes == Array(repeating: 7, count: count) && !file.isReadableByEverybody)
    }
    #expect(try RegularFile(try make("open", 1, mode: 0o644), limit: 1).isReadableByEverybody)
  }

  @Test("A file whose size the system does not say is read up to the limit")
  func withoutSize() throws {
    #expect(try RegularFile("/proc/self/status", limit: 1 << 16).bytes.starts(with: "Name:".utf8))
    #expect(throws: RegularFile.Problem.tooLarge) { try RegularFile("/proc/self/status", limit: 10) }
  }

  @Test("What is no such file is refused at once, a named pipe without a writer too")
  func refused() throws {
    let (pipe, large) = ("\(folder)/pipe", try make("large", 11))
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, problem): (String, RegularFile.Problem) in [
      ("\(folder)/none", .missing), ("\(large)/below", .missing), (folder, .notRegular), (pipe, .notRegular),
      ("/dev/zero", .notRegular), (large, .tooLarge),
    ] {
      #expect(throws: problem, "\(path)") { try RegularFile(path, limit: 10) }
    }
  }
}
