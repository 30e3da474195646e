import Foundation
import System
import Testing

@testable import StoreSQLite

@Suite("One round at a time on one ledger")
struct LockTests {
  @Test("A second lock is refused with the holder's process id, until the first is released")
  func heldByAnother() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state/driftwatch.sqlite")
    var first: LedgerLock? = try LedgerLock(ledger: path)
    #expect(try permissions(path + ".lock") == 0o600)
    #expect(try permissions(folder.file("state")) == 0o700)
    let expected = LedgerError.heldByAnother(path: path, process: Int(ProcessInfo.processInfo.processIdentifier))
    #expect(throws: expected) { try LedgerLock(ledger: path) }
    #expect(first?.path == path + ".lock")
    first = nil
    _ = try LedgerLock(ledger: path)
  }

  @Test("A ledger's other name is the same ledger")
  func throughSymbolicLink() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file("real/db.sqlite"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.sqlite"), withDestinationPath: folder.file("real/db.sqlite"))
    let lock = try LedgerLock(ledger: folder.file("real/db.sqlite"))
    #expect(throws: LedgerError.self) { try LedgerLock(ledger: folder.file("link.sqlite")) }
    withExtendedLifetime(lock) {}
  }

  @Test("A lock that cannot be made is another error than one that is held")
  func cannotBeMade() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file("plain"))
    let path = folder.file("plain/db.sqlite")
    #expect(throws: LedgerError.cannotOpen(path: path + ".lock", reason: "Not a directory")) {
      try LedgerLock(ledger: path)
    }
  }
}
