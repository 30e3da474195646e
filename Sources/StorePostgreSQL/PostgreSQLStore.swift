public import Store
public import StoreSQL

/// A store on a PostgreSQL server (15 or newer), which processes on many machines share.
///
/// What a call stores is on the server's disk before the call returns (`synchronous_commit=on`). A connection that was lost is made
/// again at the next call; where it was lost while a transaction ended, the server is asked what became of it.
public typealias PostgreSQLStore = SQLStore

extension SQLStore {
  /// Opens the ledger on a server. For writing, its tables are made if they are not there.
  ///
  /// - Throws: `missing` if it is not there and may only be read; else `refused`, `unreachable`, `foreign`, `newerSchema`,
  ///   `readOnly`, `busy` or `full`.
  public init(server address: ServerAddress, access: StoreAccess = .readWrite) throws(StoreError) {
    try self.init(server: address, access: access, bounds: Bounds())
  }

  /// A connection to a ledger on a server, to be copied.
  package static func source(server address: ServerAddress) throws(StoreError) -> sending Connection {
    let driver = try PostgreSQLDriver(address, isReadOnly: true)
    try driver.requirePresentSchema()
    return Connection(driver)
  }

  init(
    server address: ServerAddress, access: StoreAccess = .readWrite, bounds: Bounds,
    patience: Duration = ServerConnection.standardPatience, claimSeconds: Int = ServerClaims.standardSeconds
  ) throws(StoreError) {
    let driver = try PostgreSQLDriver(
      address, isReadOnly: access == .readOnly, patience: patience, claimSeconds: claimSeconds)
    if access == .readWrite { try driver.migrate() } else { try driver.requirePresentSchema() }
    self.init(Connection(driver, bounds: bounds))
  }
}
