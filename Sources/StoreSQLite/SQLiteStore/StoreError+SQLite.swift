import CSQLite
import Store
import System

extension StoreError {
  /// The message for a file that is not a database.
  static let notADatabase = "not an SQLite database"
  /// The message for a database with other tables than ours.
  static let ofAnotherProgram = "a database of another program"

  /// The error for a failed call on a file.
  init(_ failure: SystemFailure, path: String) {
    self =
      StoreError(opening: failure.code, path: path) ?? Self.absence(of: path, failure)
      ?? .cannotOpen(store: path, reason: "\(failure)", isForbidden: Self.isForbidden(failure.code))
  }

  /// The error for a file that is not there and cannot be made; `nil` for one that is there, and for other reasons than rights or its
  /// folder.
  private static func absence(of path: String, _ failure: SystemFailure) -> StoreError? {
    guard failure.code == ENOENT || isForbidden(failure.code), (try? PrivateFile.kind(of: path)) == .missing else {
      return nil
    }
    let what = PrivateFile.hasFolder(of: path) ? "it does not exist" : "its folder does not exist"
    let why = failure.code == ENOENT ? "" : " and cannot be made: \(failure)"
    return .cannotOpen(store: path, reason: what + why)
  }

  /// Whether a number of the system says that rights are in the way.
  private static func isForbidden(_ systemError: Int32) -> Bool { [EACCES, EPERM, EROFS].contains(systemError) }

  /// The error for a number of the system that says that a file cannot be opened now, whatever its rights are; `nil` for any
  /// other.
  private init?(opening systemError: Int32, path: String) {
    switch systemError {
    case EMFILE, ENFILE, ENOMEM, EIO: self = .failed(store: path, reason: "\(SystemFailure(code: systemError))")
    default:
      guard let lack = StoreError(lackOfSpace: systemError, path: path) else { return nil }
      self = lack
    }
  }

  /// The error for a number of the system that says that nothing more can be written; `nil` for any other.
  private init?(lackOfSpace systemError: Int32, path: String) {
    switch systemError {
    case ENOSPC, EDQUOT: self = .full(store: path)
    case EFBIG: self = .tooLarge(store: path)
    default: return nil
    }
  }

  /// The error for a result code of SQLite, by what people can do about it.
  ///
  /// Reads SQLite's text and the system's error number at once: the next call on the connection overwrites both.
  /// Source: SQLite "Result and Error Codes" (rescode.html); the low eight bits are the primary code.
  init(code: Int32, handle: OpaquePointer?, path: String) {
    let lastFailure = SystemFailure().code
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let systemError = handle.map { sqlite3_system_errno($0) } ?? 0
    let inDatabase = handle.map { sqlite3_get_autocommit($0) == 0 } ?? false
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(store: path, seconds: SQLiteDriver.busySeconds)
    case SQLITE_NOTADB: self = .foreign(store: path, reason: StoreError.notADatabase)
    case SQLITE_CORRUPT: self = .damaged(store: path, part: "file", reason: message)
    case SQLITE_FULL: self = .full(store: path)
    case SQLITE_IOERR:
      // SQLite says only "disk I/O error". It keeps no number of the system for a commit that fails, at which errno still stands.
      let reason = systemError == 0 ? message : String(cString: strerror(systemError))
      self =
        StoreError(lackOfSpace: systemError == 0 ? lastFailure : systemError, path: path)
        ?? .failed(store: path, reason: "\(reason), SQLite \(code)")
    case SQLITE_READONLY: self = .readOnly(store: path)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      // Inside a transaction, a side file (-wal, -shm) cannot be made. The remedy is the same.
      let reason = systemError == 0 ? message : String(cString: strerror(systemError))
      self =
        StoreError(opening: systemError, path: path)
        ?? .cannotOpen(
          store: path, reason: inDatabase ? "\(reason), during a transaction" : reason,
          isForbidden: systemError == 0 || Self.isForbidden(systemError))
    case SQLITE_ERROR where message.hasPrefix("no such"):  // table or column: our statements know the schema
      self = .damaged(store: path, part: "schema", reason: message)
    // The same statement would fail again with the same values.
    case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_TOOBIG:
      self = .inconsistent(store: path, reason: "SQLite \(code): \(message)")
    default: self = .failed(store: path, reason: "SQLite \(code): \(message)")
    }
  }
}
