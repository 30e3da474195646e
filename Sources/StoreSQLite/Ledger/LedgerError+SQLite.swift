import CSQLite
import System

extension Ledger {
  /// Makes the file (0600) if it is not there. SQLite's own new files follow the umask, and its side files take the rights of
  /// this one.
  static func createFile(_ path: String) throws(LedgerError) {
    guard try !isFile(path) else { return }
    do throws(SystemFailure) { try PrivateFile.create(path) } catch { throw LedgerError(error, path: path) }
  }

  /// Whether `path` is there; a folder is an error.
  static func isFile(_ path: String) throws(LedgerError) -> Bool {
    let kind: PrivateFile.Kind
    do throws(SystemFailure) { kind = try PrivateFile.kind(of: path) } catch { throw LedgerError(error, path: path) }
    if case .folder = kind { throw .cannotOpen(path: path, reason: "it is a folder") }
    return kind == .file
  }
}

extension LedgerError {
  /// The error for a failed call on a file.
  init(_ failure: SystemFailure, path: String) {
    self =
      failure.code == ENOSPC || failure.code == EDQUOT
      ? .diskFull(path: path) : .cannotOpen(path: path, reason: "\(failure)")
  }

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
