/// Why the ledger could not do what was asked; one line with what failed, where, and what to do.
///
/// `path` is the database file. No case holds a bound value, a body or a URL.
public enum LedgerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no file, and nothing was asked to create one.
  case missing(path: String)
  /// File or folder cannot be opened or created; `reason` is the system's.
  case cannotOpen(path: String, reason: String)
  /// The file is no SQLite database.
  case notADatabase(path: String)
  /// An SQLite database, but of another program.
  case foreignDatabase(path: String)
  /// Written by a newer Driftwatch.
  case newerSchema(path: String, found: Int, known: Int)
  /// Written by an older Driftwatch, and opened for reading only, so that it cannot be migrated.
  case olderSchema(path: String, found: Int, known: Int)
  /// Another process held a lock for longer than `seconds`.
  case busy(path: String, seconds: Double)
  /// Another round runs on this ledger; `process` is its id if it could be read.
  case heldByAnother(path: String, process: Int?)
  /// No space is left for the database.
  case diskFull(path: String)
  /// The file, its folder or the connection allows reading only.
  case readOnly(path: String)
  /// Content that cannot be right; `part` names the table or column, `reason` what is wrong with it.
  case damaged(path: String, part: String, reason: String)
  /// No incident has this id.
  case unknownIncident(path: String, id: String)
  /// The incident is not there any more, so that nobody need know of it.
  case resolvedIncident(path: String, id: String)
  /// What was handed in contradicts itself or what is stored; nothing was written.
  case inconsistent(path: String, reason: String)
  /// Any other failure of SQLite with its extended result code and its text.
  case sqlite(path: String, code: Int, message: String)

  /// One line: what failed, where, what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no ledger yet. Run `driftwatch check` first, or name another file with --db."
    case .cannotOpen(let path, let reason):
      "\(path): the ledger cannot be opened (\(reason)). Make file and folder writable, or name another with --db."
    case .notADatabase(let path):
      "\(path): not an SQLite database. Name another file with --db, or move this one away."
    case .foreignDatabase(let path):
      "\(path): a database of another program, left untouched. Name another file with --db."
    case .newerSchema(let path, let found, let known):
      "\(path): written by a newer Driftwatch (schema \(found), this one knows \(known)). Update driftwatch."
    case .olderSchema(let path, let found, let known):
      "\(path): written by an older Driftwatch (schema \(found), now \(known)). `driftwatch check` migrates it."
    case .busy(let path, let seconds):
      "\(path): locked by another process for over \(Self.text(seconds)) s. Nothing was stored; end it or try again."
    case .heldByAnother(let path, let process):
      "\(path): another round is running here\(process.map { " (process \($0))" } ?? ""). Try again when it has ended."
    case .diskFull(let path):
      "\(path): no space left to store results. Nothing of this response was stored; free space and run again."
    case .readOnly(let path):
      "\(path): the ledger can only be read. Make the file and its folder writable for this user, or use --db."
    case .damaged(let path, let part, let reason):
      "\(path): the ledger is damaged (\(part): \(reason)). Restore a copy, or move it and its -wal file away."
    case .unknownIncident(let path, let id):
      "\(path): no incident \(id) here. `driftwatch incidents` lists them; name another ledger with --db."
    case .resolvedIncident(let path, let id):
      "\(path): incident \(id) is resolved, nothing to acknowledge. If it comes back it is told, and can be then."
    case .inconsistent(let path, let reason):
      "\(path): refused to store contradicting values (\(reason)). Nothing was stored; please report this as a bug."
    case .sqlite(let path, let code, let message):
      "\(path): SQLite failed (\(code): \(message)). Nothing was stored; check the disk and run again."
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds.rounded() == seconds ? String(Int64(exactly: seconds) ?? 0) : String(seconds)
  }
}
