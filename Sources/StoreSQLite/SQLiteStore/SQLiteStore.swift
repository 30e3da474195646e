public import Store
public import StoreSQL

/// A store in one SQLite file.
///
/// What a call stores is on the disk (write-ahead log, `synchronous=FULL`) before the call returns. Readers in other
/// processes never wait for the writer. Waiting for the disk or for another process's lock takes at most five seconds.
public typealias SQLiteStore = SQLStore

extension SQLStore {
  /// Opens the SQLite database at `path`. For writing, file (0600) and folder (0700) are made if they do not exist.
  ///
  /// - Throws: `missing` if the file is not there and may only be read; else `cannotOpen`, `foreign`, `newerSchema`,
  ///   `olderSchema` (reading only), `readOnly`, `busy`, `full` or `damaged`.
  public init(path: String, access: StoreAccess = .readWrite) throws(StoreError) {
    try self.init(path: path, access: access, bounds: Bounds())
  }

  /// A connection to a ledger in a file, to be copied.
  package static func source(path: String) throws(StoreError) -> sending Connection {
    guard try isFile(path) else { throw .missing(store: path) }
    let connection = try Connection(path: path, mode: .readOnly)
    try connection.requirePresentSchema()
    return connection
  }

  /// Opens the database at `path` with other bounds than the default ones.
  init(path: String, access: StoreAccess = .readWrite, bounds: Bounds) throws(StoreError) {
    switch access {
    case .readWrite: try Self.createFile(path)
    case .readOnly: guard try Self.isFile(path) else { throw .missing(store: path) }
    }
    let connection = try Connection(path: path, mode: access == .readWrite ? .readWrite : .readOnly, bounds: bounds)
    if access == .readWrite {
      _ = try connection.schemaVersion()  // before anything is written into a file that may not be ours
      try connection.useWriteAheadLog()
      try connection.migrate()
    } else {
      try connection.requirePresentSchema()
    }
    self.init(connection)
  }

  /// A database in memory, for tests.
  static func temporary() throws(StoreError) -> SQLStore {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.migrate()
    return SQLStore(connection)
  }
}
