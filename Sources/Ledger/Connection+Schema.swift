extension Connection {
  /// Brings a new or older file to the present schema; each step is one transaction.
  ///
  /// - Throws: `foreignDatabase` for a file that is not ours, `newerSchema` for one of a newer program; both untouched.
  func migrate() throws(LedgerError) {
    guard try schemaVersion() < Schema.version else { return }
    for migration in Schema.migrations {
      try transaction(.writing) { () throws(LedgerError) in
        // Read again under the lock: another process may have taken this step meanwhile.
        guard try schemaVersion() < migration.version else { return }
        try execute(migration.statements)
        try execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(migration.version);")
      }
    }
  }

  /// Checks a file that is only read, and so must have the present schema.
  func requirePresentSchema() throws(LedgerError) {
    let found = try schemaVersion()
    guard found == Schema.version else {
      throw .olderSchema(path: path, found: found, known: Schema.version)
    }
  }

  /// Schema version of the file, 0 for an empty one.
  func schemaVersion() throws(LedgerError) -> Int {
    let application = try first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let version = try first("PRAGMA user_version") { $0.integer(0) } ?? 0
    if application != Schema.applicationID {
      let tables = try first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
      guard application == 0, version == 0, tables == 0 else { throw .foreignDatabase(path: path) }
      return 0
    }
    guard version <= Schema.version else {
      throw .newerSchema(path: path, found: version, known: Schema.version)
    }
    guard version >= 0 else { throw .damaged(path: path, part: "user_version", reason: "negative") }
    return version
  }
}
