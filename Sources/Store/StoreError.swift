/// Why a store could not do something: one line that says where, what failed and what to do.
///
/// `store` names the file or server, see ``Store/location``. No case holds a bound value, a body, a URL or a password.
/// The command adds how another store is selected, because a store does not know the command's options.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no store, and it should not be created.
  case missing(store: String)
  /// The file or server cannot be opened, reached or created; `reason` says what is in the way, and `isForbidden` whether it is the rights
  /// of a file that is there.
  case cannotOpen(store: String, reason: String, isForbidden: Bool = false)
  /// The server does not answer, or not now; `reason` is the system's or the server's.
  case unreachable(store: String, reason: String)
  /// The server does not let this user in, or not do this.
  case refused(store: String, reason: String)
  /// The file with the password of a server cannot be used; `reason` names it and says why.
  case passwordUnreadable(store: String, reason: String)
  /// It was not made by Driftwatch; `reason` says what it is.
  case foreign(store: String, reason: String)
  /// Written by a newer Driftwatch.
  case newerSchema(store: String, found: Int, known: Int)
  /// A value that a newer Driftwatch wrote; `part` names the table and column.
  case newerContent(store: String, part: String, found: Int, known: Int)
  /// Written by an older Driftwatch and opened for reading only, so that it cannot be migrated.
  case olderSchema(store: String, found: Int, known: Int)
  /// Written during development, before the first schema, from which no step leads to it.
  case unreleasedSchema(store: String)
  /// Another process wrote for longer than `seconds`.
  case busy(store: String, seconds: Double)
  /// Another process holds the lease; `holder` names it if that can be read.
  case heldByAnother(store: String, purpose: Lease.Purpose, holder: Lease.Holder?)
  /// Another process checks the endpoint by now, because this one did not renew its claim in time.
  case claimLost(store: String, endpoint: String)
  /// The round that results belong to is not there: a server lost its last rows, or the ledger was replaced.
  case roundLost(store: String, round: Int)
  /// No space is left.
  case full(store: String)
  /// A file may not become larger: a limit of the process (`ulimit -f`) or of the file system.
  case tooLarge(store: String)
  /// The store can only be read, because of the rights of its files or because it was opened so.
  case readOnly(store: String)
  /// Invalid stored content; `part` names the table or column, `reason` the problem.
  case damaged(store: String, part: String, reason: String)
  /// No incident has this id.
  case unknownIncident(store: String, id: String)
  /// The incident is resolved, so it cannot be acknowledged.
  case resolvedIncident(store: String, id: String)
  /// The given values contradict each other or what is stored; nothing was written.
  case inconsistent(store: String, reason: String)
  /// Any other failure of the database, with its code and text.
  case failed(store: String, reason: String)

  /// One line: where, what failed, what to do.
  public var description: String {
    switch self {
    case .missing(let store): "\(store): nothing is stored here yet. The first round creates the ledger."
    case .cannotOpen(let store, let reason, let isForbidden):
      "\(store): the ledger cannot be opened (\(reason)).\(isForbidden ? " Make file and folder writable." : "")"
    case .unreachable(let store, let reason):
      "\(store): the ledger's server cannot be reached (\(reason)); see that it runs."
    case .refused(let store, let reason):
      "\(store): the ledger's server refuses this (\(reason)). Check user, rights and password (PGPASSFILE, or passwordfile= in the address)."
    case .passwordUnreadable(let store, let reason):
      "\(store): no password for the ledger's server (\(reason)). Mend the file, or name another with passwordfile= or PGPASSFILE."
    case .foreign(let store, let reason): "\(store): \(reason), left untouched. Move it away, or use another ledger."
    case .newerSchema(let store, let found, let known):
      "\(store): written by a newer Driftwatch (schema \(found), this one knows \(known)). Update Driftwatch."
    case .newerContent(let store, let part, let found, let known):
      "\(store): \(part) was written by a newer Driftwatch (version \(found), this one knows \(known)). Update Driftwatch."
    case .olderSchema(let store, let found, let known):
      "\(store): written by an older Driftwatch (schema \(found), now \(known)). The next round migrates it."
    case .unreleasedSchema(let store):
      "\(store): written by a Driftwatch from before its first schema, left untouched. Move it away, or use another ledger."
    case .busy(let store, let seconds):
      "\(store): locked by another process for over \(Self.text(seconds)) s. Nothing was stored; end it or try again."
    case .heldByAnother(let store, let purpose, let holder):
      "\(store): \(purpose.words)\(holder.map { " (\($0))" } ?? ""). Try again when it has ended."
    case .claimLost(let store, let endpoint):
      "\(store): another process checks \(endpoint) by now, since this one hung too long. Its result was not stored; that of the other is."
    case .roundLost(let store, let round):
      "\(store): round \(round) is not there any more. What it found now was not stored; the next round checks again."
    case .full(let store):
      "\(store): no space left to store results. Nothing of this response was stored; free space and run again."
    case .tooLarge(let store):
      "\(store): the ledger may not grow (a limit of file sizes). Nothing of this response was stored; raise it (ulimit -f)."
    case .readOnly(let store):
      "\(store): the ledger can only be read. "
        + (Self.isServer(store)
          ? "Give its user the right to write." : "Make the file and its folder writable for this user.")
    case .damaged(let store, let part, let reason):
      "\(store): the ledger is damaged (\(part): \(reason)). Restore a copy, or "
        + (Self.isServer(store) ? "use another schema." : "move it away with the files beside it.")
    case .unknownIncident(let store, let id): "\(store): no incident \(id) is stored here."
    case .resolvedIncident(let store, let id):
      "\(store): incident \(id) is resolved, so there is nothing to acknowledge. If it comes back it is reported again."
    case .inconsistent(let store, let reason):
      "\(store): refused to store contradicting values (\(reason)). Nothing was stored; please report this as a bug."
    case .failed(let store, let reason):
      "\(store): the database failed (\(reason)). Nothing was stored; check the \(Self.isServer(store) ? "server" : "disk") and run again."
    }
  }

  /// Whether the same call may succeed later: after another writer, a full disk, a limit or an error of the disk.
  public var mayPass: Bool {
    switch self {
    case .busy, .claimLost, .roundLost, .full, .tooLarge, .failed, .unreachable: true
    case .refused, .passwordUnreadable, .missing, .cannotOpen, .foreign, .newerSchema, .newerContent, .olderSchema,
      .unreleasedSchema, .heldByAnother, .readOnly, .damaged, .unknownIncident, .resolvedIncident, .inconsistent:
      false
    }
  }

  /// An id that somebody typed, reduced for messages to the characters that an id can have.
  package static func shown(_ id: String) -> String { String(id.filter(\.isHexDigit).prefix(16)) }

  /// Whether a store is on a server, so that words about files mean nothing.
  private static func isServer(_ store: String) -> Bool { store.hasPrefix("postgres://") }

  private static func text(_ seconds: Double) -> String {
    seconds.rounded() == seconds ? String(Int64(exactly: seconds) ?? 0) : String(seconds)
  }
}
