import Store
import StoreSQL

extension PostgreSQLDriver {
  /// Makes the tables where there are none yet, and brings those of an older program to the present schema, in one transaction.
  ///
  /// - Throws: `foreign` for a schema with other tables than ours, `newerSchema` for one of a newer program; both stay untouched.
  func migrate() throws(StoreError) {
    guard try schemaVersion() < ServerSchema.version else { return }
    try transaction(.writing) { () throws(StoreError) in
      // Asked again under the lock, because another process may have done this meanwhile.
      let version = try schemaVersion()
      guard version < ServerSchema.version else { return }
      guard version > 0 else {
        return try execute(
          """
          CREATE SCHEMA IF NOT EXISTS \(address.schema); \(ServerSchema.statements)
          INSERT INTO ledger (application, version) VALUES ('driftwatch', \(ServerSchema.version))
          """)
      }
      try execute(
        ServerSchema.statements(from: version)
          + "UPDATE ledger SET version = \(ServerSchema.version) WHERE application = 'driftwatch'")
    }
  }

  /// Checks a ledger that is only read, and so must have the present schema.
  func requirePresentSchema() throws(StoreError) {
    let found = try schemaVersion()
    if found == 0 { throw .missing(store: location) }
    guard found == ServerSchema.version else {
      throw .olderSchema(store: location, found: found, known: ServerSchema.version)
    }
  }

  /// Version of the tables, 0 where there are none.
  private func schemaVersion() throws(StoreError) -> Int {
    let connection = Connection(self)
    let tables = try connection.all(
      "SELECT tablename FROM pg_tables WHERE schemaname = ?", [Value(address.schema)]
    ) { $0.text(0) }
    if tables.isEmpty { return 0 }
    guard tables.contains("ledger"), tables.contains("request_keys") else {
      throw .foreign(store: location, reason: "its schema \(address.schema) has tables of another program")
    }
    let version = try connection.first("SELECT version FROM ledger WHERE application = 'driftwatch'") { $0.integer(0) }
    guard let version, version > 0 else { throw .damaged(store: location, part: "ledger", reason: "no version") }
    guard version <= ServerSchema.version else {
      throw .newerSchema(store: location, found: version, known: ServerSchema.version)
    }
    return version
  }

  func schemaProblems() throws(StoreError) -> [String] {
    let connection = Connection(self)
    let found = try connection.all(
      """
      SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables
        USING (table_schema, table_name) WHERE table_schema = ? AND table_type = 'BASE TABLE'
      """, [Value(address.schema)]
    ) { [$0.text(0), $0.text(1)] }
    let indexes = try connection.all("SELECT indexname FROM pg_indexes WHERE schemaname = ?", [Value(address.schema)]) {
      $0.text(0)
    }
    let views = try connection.all("SELECT viewname FROM pg_views WHERE schemaname = ?", [Value(address.schema)]) {
      $0.text(0)
    }
    let wanted = ServerSchema.tables.flatMap { table in table.columns.map { [table.name, $0.name] } }
    let (missing, strangers) = (Set(wanted).subtracting(found), Set(found).subtracting(wanted))
    var problems = missing.map { "table \($0[0]): column \($0[1]) is missing" }
    problems += Set(ServerSchema.indexes.map(\.name)).subtracting(indexes).map { "index \($0): is missing" }
    problems += Set(ServerSchema.views.map(\.name)).subtracting(views).map { "view \($0): is missing" }
    if !strangers.isEmpty { problems.append("schema: \(strangers.count) columns that no schema of Driftwatch has") }
    return problems.sorted()
  }
}
