import DriftModel
import Foundation
import Store
@testable import StoreSQL
@testable import StoreSQLite
import StoreSamples
import Synchronization
import TestSupport
import Testing

@testable import StorePostgreSQL

/// Numbers schemas, so that each test has a ledger of its own.
private let schemas = Atomic(0)

private func emptyLedger(on server: PostgreSQLServer) throws -> ServerAddress {
  try ServerAddress(server.address(schema: "own_\(schemas.add(1, ordering: .relaxed).newValue)"))
}

/// A check of an endpoint with one response.
private func evaluation(endpoint: String, round: Int) -> Evaluation {
  var key = Samples.products
  key.endpoint = endpoint
  var result = Evaluation(
    key: key, signature: Samples.signature, round: round, at: Samples.start, report: Samples.report(.ok))
  result.responses = [
    Samples.response("https://api.example/\(endpoint)", outcome: .ok, facts: Examination(), digest: Samples.digest)
  ]
  return result
}

@Suite("A ledger on a server", .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct PostgreSQLStoreTests {
  private func connection(_ address: ServerAddress) throws -> Connection {
    Connection(try PostgreSQLDriver(address, isReadOnly: false))
  }

  @Test("Tables and columns are those of the file, and those of claims")
  func sameTables() async throws {
    let folder = try TemporaryFolder()
    _ = try SQLiteStore(path: folder.file())
    let file = try Connection(path: folder.file(), mode: .readOnly)
    let found = try file.all(
      """
      SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'
      """
    ) { [$0.text(0), $0.text(1)] }
    let ours = ServerSchema.tables.filter { !["ledger", "endpoint_claims", "host_claims"].contains($0.name) }
      .flatMap { table in table.columns.map { [table.name, $0.name] } }
    #expect(Set(found) == Set(ours))
    let store = try PostgreSQLStore(server: try emptyLedger(on: PostgreSQLServer.shared.get()))
    #expect(try await store.verify() == [])
  }

  @Test("What is not there, is of another program, newer, or may not be entered is told in one line")
  func refusals() async throws {
    let server = try PostgreSQLServer.shared.get()
    func error(_ text: String, _ access: StoreAccess = .readWrite) throws -> String {
      let address = try ServerAddress(text)
      let error = #expect(throws: StoreError.self) { try PostgreSQLStore(server: address, access: access) }
      let line = error?.description ?? ""
      #expect(!line.contains("\n") && line.hasPrefix(address.location + ": "), "\(line)")
      return line
    }
    let absent = try emptyLedger(on: server)
    #expect(try error(server.address(schema: absent.schema), .readOnly).contains("nothing is stored here yet"))
    try server.run("CREATE SCHEMA strange; CREATE TABLE strange.t (a int)")
    #expect(try error(server.address(schema: "strange")).contains("tables of another program, left untouched"))
    let newer = try emptyLedger(on: server)
    _ = try PostgreSQLStore(server: newer)
    try connection(newer).execute("UPDATE ledger SET version = 99")
    #expect(try error(server.address(schema: newer.schema)).contains("newer Driftwatch (schema 99"))
    #expect(try error("postgres://driftwatch@/nothing?host=\(server.socket)").contains("does not exist"))
    #expect(try error("postgres://nobody@/postgres?host=\(server.socket)").contains("role \"nobody\" does not exist"))
    #expect(try error("postgres:///postgres?host=/nowhere").contains("server cannot be reached"))
    #expect(try error("postgres://127.0.0.1:1/postgres").contains("server cannot be reached"))
    try server.run("CREATE ROLE reader LOGIN")
    #expect(try error("postgres://reader@/postgres?host=\(server.socket)&schema=theirs").contains("permission denied"))
  }

  @Test("A ledger of an older program is brought to the present schema by who writes, and refused by who only reads")
  func older() async throws {
    let server = try PostgreSQLServer.shared.get()
    let address = try emptyLedger(on: server)
    let round = try await PostgreSQLStore(server: address).check()
    let statements = ServerSchema.additions.values.joined().map { "DROP TABLE \($0);" }.joined()
    try connection(address).execute(statements + "UPDATE ledger SET version = 2")
    let older = StoreError.olderSchema(store: address.location, found: 2, known: ServerSchema.version)
    #expect(throws: older) { try PostgreSQLStore(server: address, access: .readOnly) }
    let store = try PostgreSQLStore(server: address)
    #expect(try await store.verify() == [])
    #expect(try await store.lastRound(completeOnly: false)?.number == round)
    #expect(try await store.undeliverableSince(environment: "production") == nil)
  }

  @Test("Texts that a tree or the server's texts do not hold are kept: long paths, U+0000 as U+FFFD")
  func texts() async throws {
    let address = try emptyLedger(on: PostgreSQLServer.shared.get())
    _ = try PostgreSQLStore(server: address)
    let connection = try connection(address)
    let long = "$." + String(repeating: "é", count: 9_000)
    let first = try connection.pathRow(long)
    #expect(try connection.pathRow(long) == first)
    #expect(try connection.first("SELECT text FROM paths WHERE id = ?", [Value(first)]) { $0.text(0) } == long)
    let row = try connection.pathRow("a\0b")
    #expect(try connection.pathRow("a\0b") == row)
    #expect(try connection.first("SELECT text FROM paths WHERE id = ?", [Value(row)]) { $0.text(0) } == "a\u{FFFD}b")
  }

  @Test("Four that commit at once, to the same request keys too, store everything and hold up nobody")
  func besideEachOther() async throws {
    let address = try emptyLedger(on: PostgreSQLServer.shared.get())
    let stores = try (0..<4).map { _ in try PostgreSQLStore(server: address) }
    let round = try await stores[0].begin()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for turn in 0..<25 { try await store.commit(evaluation(endpoint: "e\((turn + number) % 5)", round: round)) }
        }
      }
      try await group.waitForAll()
    }
    let count = try connection(address).first("SELECT count(*) FROM responses") { $0.integer(0) }
    #expect(count == 100)
    #expect(try await stores[0].verify() == [])
  }

  @Test("A server that is killed and started again: what was acknowledged is there, once, and the next call works")
  func restarts() async throws {
    let server = try PostgreSQLServer()
    let address = try emptyLedger(on: server)
    let store = try PostgreSQLStore(server: address)
    let round = try await store.begin()
    let isOver = Atomic(false)
    let acknowledged = Task {
      var count = 0
      while !isOver.load(ordering: .relaxed) {
        do throws(StoreError) {
          try await store.commit(evaluation(endpoint: "e", round: round))
          count += 1
        } catch {
          // Nothing else may be told, and it must be one that may pass.
          guard error.mayPass else { throw error }
        }
      }
      return count
    }
    for _ in 0..<3 {
      let before = try connection(address).first("SELECT count(*) FROM responses") { $0.integer(0) } ?? 0
      while try connection(address).first("SELECT count(*) FROM responses", [], { $0.integer(0) }) ?? 0 < before + 20 {}
      try server.kill()
      try server.start()
    }
    isOver.store(true, ordering: .relaxed)
    let stored = try await acknowledged.value
    #expect(try connection(address).first("SELECT count(*) FROM responses") { $0.integer(0) } == stored)
    #expect(try await store.verify() == [])
  }

  @Test("A reader changes nothing")
  func reading() async throws {
    let address = try emptyLedger(on: PostgreSQLServer.shared.get())
    _ = try PostgreSQLStore(server: address)
    let reader = try PostgreSQLStore(server: address, access: .readOnly)
    #expect(try await reader.roundCount() == 0)
    await #expect(throws: StoreError.readOnly(store: address.location)) { try await reader.begin() }
  }

  @Test(
    "Over TLS with a password from a file; without either, or from a stranger's server, it is refused in one line without a secret"
  )
  func encrypted() async throws {
    let certificates = try TestCertificates.shared.get()
    let server = try PostgreSQLServer(certificate: certificates.valid)
    let port = try #require(server.port)
    let folder = try TemporaryFolder()
    func passwords(_ word: String, named name: String) throws -> String {
      let file = folder.file(name)
      try Data("localhost:\(port):*:guest:\(word)\n127.0.0.1:\(port):*:guest:\(word)\n".utf8).write(
        to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      return file
    }
    let (right, wrong) = (try passwords("sesame", named: "right"), try passwords("barley", named: "wrong"))
    func address(_ parameters: String) throws -> ServerAddress {
      try ServerAddress("postgres://guest@localhost:\(port)/postgres?\(parameters)&schema=safe")
    }
    let trusted = "sslmode=verify-full&sslrootcert=\(certificates.caFile)"
    let store = try PostgreSQLStore(server: try address("\(trusted)&passfile=\(right)"))
    #expect(try await store.begin() == 1)
    func secret(_ text: String) throws -> String {
      let file = folder.file("secret-\(text.count)")
      try Data(text.utf8).write(to: URL(filePath: file))
      return "\(trusted)&passwordfile=\(file)"
    }
    func pipe() throws -> String {
      let file = folder.file("pipe")
      guard mkfifo(file, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
      return file
    }
    for text in ["sesame", "sesame\n"] {
      let store = try PostgreSQLStore(server: try address(try secret(text)))
      #expect(try await store.lastRound(completeOnly: false)?.number == 1)
    }
    for (parameters, words) in [
      (try secret(""), "is empty"),
      (try secret("barley\nsesame\n"), "something else than a password"),
      ("\(trusted)&passwordfile=\(folder.file("none"))", "none does not exist"),
      ("\(trusted)&passwordfile=\(folder.path)", "is no regular file"),
      ("\(trusted)&passwordfile=\(try pipe())", "is no regular file"),
    ] {
      let error = #expect(throws: StoreError.self) { try PostgreSQLStore(server: try address(parameters)) }
      let line = "\(error?.description ?? "")"
      #expect(
        line.contains(words) && !line.contains("\n") && !line.contains("sesame") && !line.contains("barley"), "\(line)")
    }
    for (parameters, words) in [
      ("\(trusted)&passfile=\(wrong)", "password authentication failed"),
      (try secret("barley"), "password authentication failed"),
      ("\(trusted)&passfile=\(folder.file("none"))", "no password supplied"),
      ("sslmode=disable&passfile=\(right)", "no encryption"),
      ("sslmode=verify-full&sslrootcert=/nowhere/ca.pem&passfile=\(right)", "root certificate file"),
    ] {
      let error = #expect(throws: StoreError.self) { try PostgreSQLStore(server: try address(parameters)) }
      let line = "\(error?.description ?? "")"
      #expect(line.contains(words) && line.contains("refuses this"), "\(line)")
      #expect(!line.contains("\n") && !line.contains("sesame") && !line.contains("barley"))
    }
    let stranger = try PostgreSQLServer(certificate: certificates.selfSigned)
    let other = try ServerAddress(
      "postgres://guest@localhost:\(try #require(stranger.port))/postgres?\(trusted)&passfile=\(right)")
    let error = #expect(throws: StoreError.self) { try PostgreSQLStore(server: other) }
    #expect(error?.description.contains("certificate verify failed") == true, "\(error?.description ?? "")")
  }

  @Test(
    "Of several addresses of a name the one that answered counts",
    arguments: [
      (
        ["::1: Connection refused", "127.0.0.1: FATAL:  password authentication failed for user \"a\""], true,
        "password"
      ),
      (["127.0.0.1: FATAL:  no pg_hba.conf entry", "::1: Connection refused"], true, "no pg_hba.conf"),
      (["::1: Connection refused", "127.0.0.1: Connection refused"], false, "::1"),
    ] as [([String], Bool, String)])
  func addresses(_ lines: [String], _ isRefused: Bool, _ words: String) {
    let error = StoreError(connecting: lines.map { "\($0)\n\tmore about it\n" }.joined(), location: "x")
    if case .refused(_, let reason) = error {
      #expect(isRefused && reason.hasPrefix(words), "\(reason)")
    } else if case .unreachable(_, let reason) = error {
      #expect(!isRefused && reason.hasPrefix(words), "\(reason)")
    } else {
      Issue.record("\(error)")
    }
  }

  @Test("A server that hangs is waited for so long and no longer; when it goes on, the next call works")
  func hanging() async throws {
    let server = try PostgreSQLServer()
    let address = try emptyLedger(on: server)
    _ = try PostgreSQLStore(server: address)
    let store = try PostgreSQLStore(server: address, bounds: Bounds(), patience: .milliseconds(300))
    #expect(try await store.roundCount() == 0)
    try server.hang(true)
    let error = await #expect(throws: StoreError.self) { try await store.roundCount() }
    try server.hang(false)
    #expect(error?.description.contains("cannot be reached") == true, "\(error?.description ?? "")")
    #expect(try await store.roundCount() == 0)
  }
}
