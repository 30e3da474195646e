public import DriftModel
public import Foundation

/// A request, or everything of an origin, that is left alone for a while since the provider said so.
public struct Parking: Sendable, Equatable {
  /// Digest of what waits, 16 hexadecimal digits; made by who parks it.
  public var scope: String
  /// Until when, to the millisecond.
  public var until: Date
  /// How often it was turned away in a row.
  public var refusals: Int

  /// Something that waits.
  public init(scope: String, until: Date, refusals: Int) {
    self.scope = scope
    self.until = until
    self.refusals = refusals
  }
}

extension Ledger {
  /// Everything that was turned away and has had no response since, by scope; its time may be over.
  ///
  /// - Throws: `LedgerError` if the file cannot be read or is damaged.
  public func parkings() throws(LedgerError) -> [String: Parking] {
    let all = try connection.all("SELECT scope, until, refusals FROM parkings") { row in
      Parking(scope: row.text(0), until: row.date(1), refusals: row.integer(2))
    }
    return Dictionary(all.map { ($0.scope, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Notes what was turned away and forgets what was answered, in one transaction.
  ///
  /// What ended a week ago and was never asked for again goes as well: links to records come and go.
  ///
  /// - Parameters:
  ///   - parkings: What waits from now on, in place of what was known of its scope.
  ///   - answered: Scopes that were answered.
  ///   - now: The round's clock.
  /// - Throws: `LedgerError`; then nothing is changed.
  public func park(_ parkings: [Parking], answered: Set<String>, now: Date) throws(LedgerError) {
    guard !parkings.isEmpty || !answered.isEmpty else { return }
    try connection.transaction(.writing) { () throws(LedgerError) in
      for scope in answered.sorted() { try connection.run("DELETE FROM parkings WHERE scope = ?", [Value(scope)]) }
      for parking in parkings {
        try connection.run(
          """
          INSERT INTO parkings (scope, until, refusals) VALUES (?, ?, ?)
          ON CONFLICT (scope) DO UPDATE SET until = excluded.until, refusals = excluded.refusals
          """, [Value(parking.scope), Value(parking.until), Value(parking.refusals)])
      }
      try connection.run("DELETE FROM parkings WHERE until < ?", [Value(now.addingTimeInterval(-7 * 86_400))])
    }
  }

  /// When a response of `place` was last checked, to the millisecond; `nil`: never.
  ///
  /// - Throws: `LedgerError` if the file cannot be read.
  public func lastResponse(at place: RequestKey) throws(LedgerError) -> Date? {
    try connection.first(
      """
      SELECT max(answered_at) FROM targets JOIN places ON places.id = targets.place
      WHERE contract = ? AND endpoint = ? AND request = ? AND environment = ? AND perspective = ?
      """, Connection.key(of: place)
    ) { $0.optionalDate(0) } ?? nil
  }
}
