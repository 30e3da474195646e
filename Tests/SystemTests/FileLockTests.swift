import Foundation
import System
import Testing

@Suite("Locks and private files")
struct FileLockTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("system-\(UUID().uuidString)").path
  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

  @Test("One at a time holds a file's lock, whoever holds it can be asked for, and it is free once the value is gone")
  func files() throws {
    let path = folder + "/lock"
    var first: FileLock? = try FileLock(file: path)
    #expect(try first?.tryToTake() == true)
    first?.noteHolder()
    let second = try FileLock(file: path)
    #expect(try !second.tryToTake())
    #expect(second.holder == Int(getpid()) && FileLock.liveHolder(ofFile: path) == Int(getpid()))
    first?.forgetHolder()
    #expect(FileLock.liveHolder(ofFile: path) == nil)
    first = nil
    #expect(try second.tryToTake())
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("A link in the place of a lock file is not followed")
  func links() throws {
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/victim"))
    #expect(symlink(folder + "/victim", folder + "/lock") == 0)
    #expect(throws: SystemFailure(code: ELOOP)) { try FileLock(file: folder + "/lock") }
    #expect(FileLock.liveHolder(ofFile: folder + "/lock") == nil)
    #expect(try String(contentsOfFile: folder + "/victim", encoding: .utf8) == "text")
  }

  @Test("A second name of another file in the place of a lock file is not locked, and a link to nothing makes nothing")
  func hardLinks() throws {
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/victim"))
    #expect(link(folder + "/victim", folder + "/lock") == 0)
    for _ in 1...3 { #expect(throws: SystemFailure(code: ELOOP)) { try FileLock(file: folder + "/lock") } }
    #expect(try String(contentsOfFile: folder + "/victim", encoding: .utf8) == "text")
    #expect(symlink(folder + "/made", folder + "/dangling") == 0)
    #expect(throws: SystemFailure(code: ELOOP)) { try PrivateFile.create(folder + "/dangling") }
    #expect(!FileManager.default.fileExists(atPath: folder + "/made"))
  }

  @Test("A lock that root makes belongs to the owner of the file beside it", .enabled(if: geteuid() == 0))
  func ownerOfLock() throws {
    try Data().write(to: URL(fileURLWithPath: folder + "/ledger"))
    #expect(chown(folder + "/ledger", 65534, 65534) == 0)
    var status = stat()
    _ = try FileLock(file: folder + "/lock", beside: folder + "/ledger")
    #expect(stat(folder + "/lock", &status) == 0 && status.st_uid == 65534 && status.st_gid == 65534)
    _ = try FileLock(file: folder + "/other", beside: folder + "/nothing")
    #expect(stat(folder + "/other", &status) == 0 && status.st_uid == 0)
  }

  @Test("A folder is locked itself, and holds no more than before")
  func folders() throws {
    let lock = try FileLock(folder: folder)
    try lock.take()
    #expect(try !FileLock(folder: folder).tryToTake())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(throws: SystemFailure(code: ENOENT)) { try FileLock(folder: folder + "/none") }
  }

  @Test("A private file is its owner's alone, with the folders above it; what exists stays as it is")
  func privateFiles() throws {
    let path = folder + "/a/b/file"
    try PrivateFile.create(path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder + "/a", &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(chmod(path, 0o644) == 0)
    try PrivateFile.create(path)
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(try PrivateFile.kind(of: folder) == .folder && PrivateFile.kind(of: folder + "/none") == .missing)
    #expect(throws: SystemFailure(code: ENOTDIR)) { try PrivateFile.create(path + "/below") }
  }
}
