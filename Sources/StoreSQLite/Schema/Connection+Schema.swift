import Store
import StoreSQL

extension Connection {
  /// Brings a new or older file to the present schema; each step is one transaction.
  ///
  /// - Throws: `foreign` for a file that is not ours, `newerSchema` for one of a newer program, `unreleasedSchema` for one from
  ///   before the first schema; all stay untouched.
  func migrate(_ migrations: [Schema.Migration] = Schema.migrations) throws(StoreError) {
    let known = migrations.last?.version ?? 0
    guard try schemaVersion(known: known) < known else { return }
    for migration in migrations {
      try transaction(.writing) { () throws(StoreError) in
        // Read again under the lock, because another process may have done this step meanwhile.
        guard try schemaVersion(known: known) < migration.version else { return }
        try execute(migration.statements)
        try execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(migration.version);")
      }
    }
  }

  /// Checks a file that is only read, and so must have the present schema.
  func requirePresentSchema(_ known: Int = Schema.version) throws(StoreError) {
    let found = try schemaVersion(known: known)
    if found == 0 { throw .missing(store: path) }  // its creation was cut off
    guard found == known else { throw .olderSchema(store: path, found: found, known: known) }
  }

  /// Schema version of the file, 0 for an empty one; `known` is the newest that can be read.
  func schemaVersion(known: Int = Schema.version) throws(StoreError) -> Int {
    // One statement, so that it never sees a file that another process has made only in part.
    let header = try first(
      """
      SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema),
        (SELECT count(*) FROM sqlite_schema WHERE name = '\(Schema.unreleasedTable)')
      FROM pragma_application_id, pragma_user_version
      """
    ) { ($0.integer(0), $0.integer(1), $0.integer(2), $0.integer(3)) }
    let (application, version, tables, unreleased) = header ?? (0, 0, 0, 0)
    if application != Schema.applicationID {
      guard application == 0, version == 0, tables == 0 else {
        throw .foreign(store: path, reason: StoreError.ofAnotherProgram)
      }
      return 0
    }
    // Its steps were numbered from 1 as well, so that the number alone would call it newer, or take it for the present one.
    guard unreleased == 0 else { throw .unreleasedSchema(store: path) }
    guard version <= known else {
      throw .newerSchema(store: path, found: version, known: known)
    }
    guard version >= 0 else { throw .damaged(store: path, part: "user_version", reason: "negative") }
    return version
  }
}
