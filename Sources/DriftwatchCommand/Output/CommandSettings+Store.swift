import Foundation
import Reporting
import Store
import StorePostgreSQL
import StoreSQL
import StoreSQLite

// The one place that knows which store a command works on.
extension CommandSettings {
  /// Whether there is a ledger already.
  func hasLedger() throws -> Bool {
    guard let server = try ledgerServer() else { return FileManager.default.fileExists(atPath: try ledgerPath()) }
    do throws(StoreError) {
      _ = try PostgreSQLStore(server: server, access: .readOnly)
      return true
    } catch {
      if case .missing = error { return false }
      throw error
    }
  }

  /// The ledger, which is made if it is not there.
  func ledger() throws -> any Store { try openLedger(.readWrite) }

  /// The ledger that is there already.
  ///
  /// - Throws: `CommandFailure` with exit code `code` if there is none.
  func existingLedger(_ access: StoreAccess, missing code: Int32 = 2) throws -> any Store {
    guard try hasLedger() else {
      throw CommandFailure(code: code, message: try noLedger())
    }
    return try openLedger(access)
  }

  /// Says where there is no ledger, and how to come by one.
  func noLedger() throws -> String {
    let words = "there is no ledger at \(try shownLedger()) yet; run \(command("check")) first"
    guard call.given("--db") == nil else { return words }
    // A team's own program has a ledger of its own, and may have kept its history in the general one before.
    let path = try ledgerPath()
    let general = (path as NSString).deletingLastPathComponent + "/driftwatch.sqlite"
    let isElsewhere = try ledgerServer() == nil && general != path && FileManager.default.fileExists(atPath: general)
    return words + (isElsewhere ? "; --db \(shellWord(general.printable)) is another one" : ", or name one with --db")
  }

  private func openLedger(_ access: StoreAccess) throws -> any Store {
    if let server = try ledgerServer() { return try PostgreSQLStore(server: server, access: access) }
    return try SQLiteStore(path: try ledgerPath(), access: access)
  }

  /// The server that the ledger is on; `nil` if it is a file.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for an address that is wrong, or holds a password.
  private func ledgerServer() throws -> ServerAddress? {
    try Self.server(try ledgerPath(), for: "--db")
  }

  /// The ledger's name for messages; a password is not repeated.
  func shownLedger() throws -> String {
    try ledgerServer()?.location.printable ?? ledgerPath().printable
  }

  /// The name of a ledger, if it is that of a file or the address of a PostgreSQL server without a password.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that does not repeat it: it may hold a password.
  static func checkedLedger(_ name: String) throws -> String {
    if let problem = problem(ofLedger: name) { throw CommandFailure.usage("--db: \(problem)") }
    return name
  }

  /// Why the name of a ledger is none, without the name, which may hold a password; `nil` if it is one.
  static func problem(ofLedger name: String) -> String? {
    guard ServerAddress.isOne(name) else {
      return isConnection(name)
        ? "a ledger is a file, or lies on a server whose address begins with postgres:// and holds no password" : nil
    }
    do throws(StoreError) {
      _ = try ServerAddress(name)
      return nil
    } catch { return error.reasonOfAddress }
  }

  /// ` --db PATH` for a command that is to ask the same ledger as this call; empty where nobody said it, since that command finds the
  /// ledger as this one did.
  var ledgerOption: String {
    guard let name = call.given("--db"), Self.holdsNoPassword(name) else { return "" }
    return " --db \(shellWord(name.printable))"
  }

  /// The same with the whole path of a file, for who reads it elsewhere: in another folder, and with other variables, neither the working
  /// directory's configuration nor this call's environment leads to the ledger.
  var absoluteLedgerOption: String {
    guard let name = call.given("--db") ?? ledgerSetElsewhere, Self.holdsNoPassword(name) else { return ledgerOption }
    return " --db \(shellWord((ServerAddress.isOne(name) ? name : Self.wholePath(name)).printable))"
  }

  /// The ledger as a variable or a configuration that nobody named says; `nil` where it lies at the user's own place, or the configuration is
  /// named too.
  private var ledgerSetElsewhere: String? {
    if let setting = call.settings["db"] {
      if case .file = setting.origin, call.given("--config") != nil { return nil }
      return setting.text
    }
    return environment["STATE_DIRECTORY"].flatMap { $0.isEmpty ? nil : try? ledgerPath() }
  }

  /// Whether the name of a ledger may be shown, which a right one may; a wrong one may hold a password.
  private static func holdsNoPassword(_ name: String) -> Bool {
    if ServerAddress.isOne(name) {
      guard let start = name.range(of: "://")?.upperBound, (try? ServerAddress(name)) != nil else { return false }
      // One of these in a password ends the host too early, so that the rest of it stands behind.
      return !name[start...].drop { !"/?#".contains($0) }.contains { "@#".contains($0) }
    }
    return !isConnection(name)
  }

  /// Whether a name is one of how to reach another database, and not of a file: `mysql://…`, `host=db password=…`, `me:…@db`.
  private static func isConnection(_ name: String) -> Bool {
    guard !ServerAddress.isOne(name) else { return false }
    let words = (name.removingPercentEncoding ?? name).lowercased()
    let last = words.split(separator: "/").last ?? ""
    return words.contains("://") || ["password=", "passwd=", "pwd=", "pass="].contains { words.contains($0) }
      || words.hasPrefix("postgres:") || last.contains("@") && last.prefix { $0 != "@" }.contains(":")
  }

  private static func server(_ name: String, for option: String) throws -> ServerAddress? {
    guard ServerAddress.isOne(name) else { return nil }
    do throws(StoreError) {
      return try ServerAddress(name)
    } catch {
      throw CommandFailure.usage("\(option): \(error.reasonOfAddress)")
    }
  }

  /// Copies the ledger that is there into another that is empty or not there yet, while no round runs.
  ///
  /// - Parameter name: A file, or the address of a server.
  /// - Returns: The other ledger, and how many rows it took.
  /// - Throws: `CommandFailure` with exit code 2 if there is nothing to copy, or the other is not empty, and `StoreError`; then nothing
  ///   was copied.
  func moveLedger(to name: String) async throws -> (ledger: any Store, rows: Int) {
    let server = try Self.server(name, for: "store move")
    if server == nil, Self.isConnection(name) {
      throw CommandFailure.usage(
        "store move: name a file, or an address that begins with postgres:// and holds no password")
    }
    let own = try existingLedger(.readOnly)
    if own.isShared, let holder = try await own.leaseHolders(for: .rounds).first {
      throw StoreError.heldByAnother(store: own.location, purpose: .rounds, holder: holder)
    }
    let lease = try await own.lease(for: .rounds)
    defer { withExtendedLifetime(lease) {} }
    if server == nil, (try? FileManager.default.attributesOfItem(atPath: name)) != nil {
      throw CommandFailure.usage("store move: \(name.printable) is there already; name a new file")
    }
    let target = try server.map { try PostgreSQLStore(server: $0) } ?? SQLiteStore(path: name)
    guard try await target.isEmpty() else {
      throw CommandFailure.usage("store move: \(target.location) is not empty; name another schema (?schema=NAME)")
    }
    let source =
      try ledgerServer().map { try PostgreSQLStore.source(server: $0) } ?? SQLiteStore.source(path: try ledgerPath())
    let console = console
    let rows = try await target.fill(from: source) { console.progress("\($0) rows") }
    console.endProgress()
    return (target, rows)
  }

  /// Copies the ledger that is there into a file that is not.
  ///
  /// - Returns: The file.
  /// - Throws: `CommandFailure` with exit code 2 if the file is there already, 4 if the copy cannot be written, and `StoreError`; then
  ///   there is no new file.
  func backUpLedger(to file: String) async throws -> String {
    let path = try ledgerPath()
    guard try ledgerServer() == nil else {
      throw CommandFailure.usage("store backup: copies a ledger in a file; of one on a server pg_dump makes a copy")
    }
    guard try hasLedger() else {
      throw CommandFailure.usage(try noLedger())
    }
    // A dangling link is there as well.
    guard (try? FileManager.default.attributesOfItem(atPath: file)) == nil else {
      throw CommandFailure.usage("store backup: \(file.printable) is there already; name a new file")
    }
    let ledger = try SQLiteStore(path: path, access: .readOnly)
    do throws(StoreError) { try await ledger.backUp(to: file) } catch {
      // That it is a ledger which cannot be opened is true of the ledger alone.
      guard case .cannotOpen(file, let reason, _) = error else { throw error }
      throw CommandFailure.store(
        "store backup: the copy \(file.printable) cannot be written (\(reason)); name a file in a folder that is there and may be written"
      )
    }
    return file
  }
}

extension Store {
  /// Waits until no other report is being delivered, so that what one reads as news no other reports as well.
  ///
  /// - Parameter seconds: How long to wait at most.
  /// - Returns: The lease.
  /// - Throws: `CommandFailure` with exit code 75 if another one still delivers then.
  func deliveryLease(waiting seconds: Double) async throws -> Lease {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      do throws(StoreError) {
        return try await lease(for: .delivery)
      } catch {
        guard case .heldByAnother = error else { throw error }
      }
      guard ContinuousClock.now < end else {
        throw CommandFailure(
          code: 75, message: "another report on \(location) has been delivering for over \(Int(seconds)) s; try again")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension StoreError {
  /// What is wrong with an address, with as much of it as may be shown.
  fileprivate var reasonOfAddress: String {
    if case .cannotOpen(let store, let reason, _) = self { "\(store): \(reason)" } else { description }
  }

  /// The error for people at a command line: with the option by which another ledger is named, where that may help.
  var withOptions: String {
    switch self {
    case .missing: "\(description) Run \(ProgramName.current) check, or name another file with --db."
    case .cannotOpen(store: _, reason: _, isForbidden: false): "\(description) Name another ledger with --db."
    case .cannotOpen, .foreign, .unreleasedSchema, .readOnly: "\(description) Or name another ledger with --db."
    case .unknownIncident: "\(description) \(ProgramName.current) incidents lists them; --db names another ledger."
    case .unreachable, .refused, .passwordUnreadable, .newerSchema, .newerContent, .olderSchema, .busy, .claimLost,
      .roundLost, .heldByAnother, .full, .tooLarge, .damaged, .resolvedIncident, .inconsistent, .failed:
      description
    }
  }
}
