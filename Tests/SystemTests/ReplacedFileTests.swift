import Foundation
import System
import Testing

@Suite("A file that is replaced as a whole")
struct ReplacedFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("system-\(UUID().uuidString)").path
  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return stat("\(folder)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  @Test(
    "It is its owner's when new, whatever the mask, and keeps the permissions that it has; others are set if asked for")
  func permissions() throws {
    let mask = umask(0)
    defer { umask(mask) }
    try ReplacedFile.save(Array("one".utf8), at: "\(folder)/new")
    #expect(try text("new") == "one" && mode("new") == 0o600)
    #expect(chmod("\(folder)/new", 0o644) == 0)
    try ReplacedFile.save(Array("two".utf8), at: "\(folder)/new")
    #expect(try text("new") == "two" && mode("new") == 0o644)
    try ReplacedFile.save([], at: "\(folder)/set", mode: 0o640)
    #expect(try text("set").isEmpty && mode("set") == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["new", "set"])
  }

  @Test("A failure leaves the old file, and nothing beside it")
  func failures() throws {
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/victim"))
    #expect(throws: SystemFailure(code: ENOENT)) { try ReplacedFile.save([1], at: "\(folder)/missing/report") }
    #expect(throws: SystemFailure.self) { try ReplacedFile.save([1], at: folder) }
    #expect(try text("victim") == "text")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["victim"])
  }
}
