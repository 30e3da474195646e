import Foundation
import Store
import StoreSamples
import Testing
import System

import StoreSQL
@testable import StoreSQLite

@Suite("A lease of a database is a lock on a file beside it")
struct LeaseFileTests {
  @Test("The lock file and its folder are private, and each purpose has a file of its own")
  func files() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state/driftwatch.sqlite")
    let rounds = try LeaseFile(.rounds, ofDatabase: path).take()
    let delivery = try LeaseFile(.delivery, ofDatabase: path).take()
    #expect(try permissions(path + ".lock") == 0o600)
    #expect(try permissions(path + ".report.lock") == 0o600)
    #expect(try permissions(folder.file("state")) == 0o700)
    withExtendedLifetime((rounds, delivery)) {}
  }

  @Test("A database's other name is the same database")
  func throughSymbolicLink() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file("real/db.sqlite"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.sqlite"), withDestinationPath: folder.file("real/db.sqlite"))
    let lease = try LeaseFile(.rounds, ofDatabase: folder.file("real/db.sqlite")).take()
    let other = LeaseFile(.rounds, ofDatabase: folder.file("link.sqlite"))
    #expect(throws: StoreError.self) { try other.take() }
    #expect(other.holder == Lease.Holder(process: Int(ProcessInfo.processInfo.processIdentifier)))
    withExtendedLifetime(lease) {}
  }

  @Test("A process that has ended holds nothing, though its number is still in the file")
  func deadHolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("db.sqlite")
    // No process has this number: it is above what Linux gives (proc(5), pid_max).
    try Data("4194999\n".utf8).write(to: URL(fileURLWithPath: path + ".lock"))
    #expect(LeaseFile(.rounds, ofDatabase: path).holder == nil)
    _ = try LeaseFile(.rounds, ofDatabase: path).take()
  }

  @Test("A lock that cannot be made is another error than one that is held")
  func cannotBeMade() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file("plain"))
    let path = folder.file("plain/db.sqlite")
    #expect(throws: StoreError.cannotOpen(store: path + ".lock", reason: "Not a directory")) {
      try LeaseFile(.rounds, ofDatabase: path).take()
    }
  }
}
