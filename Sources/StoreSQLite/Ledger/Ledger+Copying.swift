extension Ledger {
  /// Writes everything as it is now into a new file, in one consistent state whatever runs meanwhile (SQLite "VACUUM INTO").
  ///
  /// - Parameter path: Where; nothing may be there yet. The folder must be private, since the file has the usual rights.
  /// - Throws: `cannotOpen`, `diskFull` or another `LedgerError`.
  public func copy(to path: String) throws(LedgerError) {
    try connection.run("VACUUM INTO ?", [Value(path)])
  }
}
