import CSQLite

/// Prepared statements of one connection that are not in use: preparing one takes longer than most of ours run.
///
/// Used by one thread at a time, like its connection, which empties it before it closes.
final class StatementCache {
  /// More than the ledger's own texts. It limits the number of others.
  private static let most = 128

  private var idle: [String: OpaquePointer] = [:]

  /// An idle statement for `sql`, which is removed from the cache; `nil` if there is none.
  func take(_ sql: String) -> OpaquePointer? { idle.removeValue(forKey: sql) }

  /// Returns a statement to the cache. Its values are cleared, because they may be large, and its locks released.
  func giveBack(_ statement: OpaquePointer, for sql: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if idle.count < Self.most, idle[sql] == nil {
      idle[sql] = statement
    } else {
      sqlite3_finalize(statement)
    }
  }

  /// Frees every statement.
  func empty() {
    for statement in idle.values { sqlite3_finalize(statement) }
    idle = [:]
  }
}
