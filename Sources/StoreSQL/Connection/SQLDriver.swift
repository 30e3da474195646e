package import Store

/// What a database must do so that a ``SQLStore`` can be kept in it. Its actor ensures that one thread at a time uses it.
///
/// Statements are the same for all databases, with `?` or `?1` for values, `ON CONFLICT` and `RETURNING` as SQLite and PostgreSQL have them, and
/// what differs is a ``Dialect``.
package protocol SQLDriver: AnyObject {
  /// The file or server, as errors name it.
  var location: String { get }
  var dialect: Dialect { get }

  /// Runs statements without values and results.
  func execute(_ sql: String) throws(StoreError)

  /// Runs one statement and calls `body` for each row until it returns false.
  func forEach(
    _ sql: String, _ values: [Value], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Rows that the last statement changed.
  var changes: Int { get }

  /// Runs `body` as one transaction: all of it is stored, or nothing.
  func transaction(_ kind: Connection.Transaction, _ body: () throws(StoreError) -> Void) throws(StoreError)

  /// Calls `body` with a connection to a copy of the database, or to itself if it undoes afterwards what `body` changed.
  func rehearsal(_ bounds: Bounds, _ body: (Connection) throws(StoreError) -> Void) throws(StoreError)

  /// Bytes on the disk.
  func size() throws(StoreError) -> Int

  /// Gives free pages back to the disk; false if that cannot be done now.
  func compact() throws(StoreError) -> Bool

  /// What is wrong with the database itself, in lines; nothing else can be trusted then.
  func structuralProblems() throws(StoreError) -> [String]

  /// Where tables and indexes are not as the present schema has them, in lines.
  func schemaProblems() throws(StoreError) -> [String]

  /// Takes a lease without waiting.
  func lease(for purpose: Lease.Purpose) throws(StoreError) -> Lease

  /// Who holds a lease now; empty if nobody does.
  func leaseHolders(for purpose: Lease.Purpose) throws(StoreError) -> [Lease.Holder]

  /// Who checks what, if several processes may run rounds at the same time; `nil` if the lease for rounds keeps others out.
  var claims: (any SQLClaims)? { get }
}

/// The claims of one ``SQLStore``, see ``Store/claim(_:)``.
package protocol SQLClaims: AnyObject {
  func claim(_ groups: [ClaimGroup]) throws(StoreError) -> [ClaimAnswer]
  func renew() throws(StoreError)
  func release(_ groups: [ClaimGroup], checked: Set<ClaimedEndpoint>) throws(StoreError)

  /// Throws `claimLost` if a claim that this store was granted is another's by now; inside a transaction, until whose end nobody else can
  /// take it.
  func require(_ endpoint: ClaimedEndpoint) throws(StoreError)

  /// Takes the claims of an endpoint away from whoever has them; inside a transaction. `environment`: `nil` for all.
  func revoke(contract: String, endpoint: String, environment: String?) throws(StoreError)
}

/// The columns of one row, counted from 0. Valid until the next row.
package protocol SQLColumns {
  func isNull(_ column: Int) -> Bool
  /// 1 and 0 for what is true and false; 0 for what is no number.
  func integer(_ column: Int) -> Int
  func real(_ column: Int) -> Double
  /// Nil for NULL.
  func text(_ column: Int) -> String?
  /// Nil for NULL.
  func bytes(_ column: Int) -> [UInt8]?
}

/// What databases spell in different ways.
package struct Dialect: Sendable {
  /// The least of several values.
  package var least: String
  /// An expression for a number by which a row of a table can be named to people.
  package var rowNumber: @Sendable (_ table: String) -> String
  /// An expression that is true for a column that holds JSON.
  package var isJSON: @Sendable (_ column: String) -> String
  /// The bytes of a text.
  package var textBytes: @Sendable (_ column: String) -> String
  /// How often a number was given to a column that numbers rows.
  package var lastNumber: @Sendable (_ table: String, _ column: String) -> String

  /// Statements that make the next row of a table get a number after this one; 0: the first.
  package var setLastNumber: @Sendable (_ table: LedgerTable, _ number: Int) -> [String]
  /// What ends a query whose rows no other transaction may change until this one ends; empty where one alone writes.
  package var forUpdate: String

  package init(
    least: String, rowNumber: @escaping @Sendable (String) -> String, isJSON: @escaping @Sendable (String) -> String,
    textBytes: @escaping @Sendable (String) -> String,
    lastNumber: @escaping @Sendable (_ table: String, _ column: String) -> String,
    setLastNumber: @escaping @Sendable (LedgerTable, Int) -> [String], forUpdate: String = ""
  ) {
    (self.least, self.rowNumber, self.isJSON, self.textBytes) = (least, rowNumber, isJSON, textBytes)
    (self.lastNumber, self.setLastNumber, self.forUpdate) = (lastNumber, setLastNumber, forUpdate)
  }
}
