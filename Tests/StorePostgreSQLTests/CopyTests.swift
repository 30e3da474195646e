import Foundation
import Store
import StoreSamples
import TestSupport
import Testing

@testable import StorePostgreSQL
@testable import StoreSQL
@testable import StoreSQLite

@Suite(
  "A ledger that is copied into another", .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct CopyTests {
  /// Every row of every table, as text.
  private func rows(_ connection: Connection) throws -> [String: [String]] {
    var all: [String: [String]] = [:]
    for table in LedgerTable.all {
      let names = table.columns.map(\.name).joined(separator: ", ")
      all[table.name] = try connection.all("SELECT \(names) FROM \(table.name)") { row in
        table.columns.enumerated().map { index, column in
          if row.isNull(index) { return "NULL" }
          return switch column.kind {
          case .integer: "\(row.integer(index))"
          case .real: "\(row.real(index))"
          case .text: row.text(index)
          case .bytes: "\(row.bytes(index))"
          }
        }.joined(separator: "|")
      }.sorted()
    }
    return all
  }

  /// The rows of a view, with numbers as they are and not as they are written.
  private func view(_ name: String, _ columns: [String], _ connection: Connection) throws -> [String] {
    try connection.all("SELECT \(columns.joined(separator: ", ")) FROM \(name)") { row in
      columns.indices.map { index in
        if row.isNull(index) { return "NULL" }
        return Double(row.text(index)).map { "\($0)" } ?? row.text(index)
      }.joined(separator: "|")
    }.sorted()
  }

  @Test("From a file to a server and into another file: each row is the same, and what comes next goes on in each")
  func back() async throws {
    let folder = try TemporaryFolder()
    let (first, last) = (folder.file("first.sqlite"), folder.file("last.sqlite"))
    let address = try ServerAddress(try PostgreSQLServer.shared.get().address(schema: "copied"))
    let file = try SQLiteStore(path: first)
    for number in 0..<3 {
      let round = try await file.begin(at: Samples.start.addingTimeInterval(Double(number)))
      try await file.commit(try Samples.result(round: round))
      try await file.endRound(round, at: Samples.start.addingTimeInterval(9), seconds: 0.125, exitCode: 1)
    }
    let server = try PostgreSQLStore(server: address)
    #expect(try await server.isEmpty())
    let count = try await server.fill(from: try SQLiteStore.source(path: first)) { _ in }
    #expect(try await !server.isEmpty())
    let again = try SQLiteStore(path: last)
    #expect(try await again.fill(from: try PostgreSQLStore.source(server: address)) { _ in } == count)
    let wanted = try rows(SQLiteStore.source(path: first))
    #expect(wanted.values.map(\.count).reduce(0, +) == count && count > 30)
    #expect(try rows(PostgreSQLStore.source(server: address)) == wanted)
    #expect(try rows(SQLiteStore.source(path: last)) == wanted)
    let reader = try SQLiteStore.source(path: first)
    // Views over JSON are for people with `sqlite3`, who trust their own file.
    try reader.execute("PRAGMA trusted_schema = ON")
    var shown = 0
    for view in ServerSchema.views {
      let columns = try reader.all("SELECT name FROM pragma_table_info(?)", [Value(view.name)]) { $0.text(0) }
      let wanted = try self.view(view.name, columns, reader)
      #expect(try self.view(view.name, columns, PostgreSQLStore.source(server: address)) == wanted, "\(view.name)")
      shown += wanted.isEmpty ? 0 : 1
    }
    #expect(ServerSchema.views.count == 9 && shown > 6)
    for store in [file, server, again] {
      #expect(try await store.verify() == [])
      #expect(try await store.roundCount() == 3)
      #expect(try await store.begin() == 4)
      try await store.commit(try Samples.result(round: 4))
    }
  }

  @Test("The tables that are copied are those that there are")
  func tables() {
    let wanted = ServerSchema.tables.filter { !["ledger", "endpoint_claims", "host_claims"].contains($0.name) }
    #expect(wanted.map(\.name).sorted() == LedgerTable.all.map(\.name).sorted())
    for table in wanted {
      let copied = LedgerTable.all.first { $0.name == table.name }
      #expect(copied?.columns.map(\.name) == table.columns.map(\.name), "\(table.name)")
    }
  }
}
