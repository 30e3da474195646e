import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LedgerError {
  /// The error for a result code of SQLite, by what people can do about it.
  ///
  /// Reads SQLite's text and the system's error number at once: the next call on the connection overwrites both.
  /// Source: SQLite "Result and Error Codes" (rescode.html); the low eight bits are the primary code.
  init(code: Int32, handle: OpaquePointer?, path: String) {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let systemError = handle.map { sqlite3_system_errno($0) } ?? 0
    let inDatabase = handle.map { sqlite3_get_autocommit($0) == 0 } ?? false
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path, seconds: Connection.busySeconds)
    case SQLITE_NOTADB: self = .notADatabase(path: path)
    case SQLITE_CORRUPT: self = .damaged(path: path, part: "file", reason: message)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_IOERR where systemError == ENOSPC || systemError == EDQUOT: self = .diskFull(path: path)
    case SQLITE_READONLY: self = .readOnly(path: path)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      // Inside a transaction it is a side file (-wal, -shm) that cannot be made; the remedy is the same.
      let reason = systemError == 0 ? message : String(cString: strerror(systemError))
      self = .cannotOpen(path: path, reason: inDatabase ? "\(reason), during a transaction" : reason)
    case SQLITE_ERROR where message.hasPrefix("no such"):  // table or column: our statements know the schema
      self = .damaged(path: path, part: "schema", reason: message)
    default: self = .sqlite(path: path, code: Int(code), message: message)
    }
  }
}
