public import DriftModel
public import PayloadShape

extension Ledger {
  /// What depends on the responses of a request; `nil` where nothing was found yet.
  ///
  /// - Throws: `LedgerError` if the file cannot be read or is damaged.
  public func impact(of place: RequestKey) throws(LedgerError) -> StoredImpact? {
    try impacts(
      "WHERE places.contract = ? AND endpoint = ? AND request = ? AND environment = ? AND perspective = ?",
      Connection.key(of: place)
    ).first
  }

  /// What depends on the responses of every request in an environment, by contract and endpoint.
  ///
  /// - Throws: `LedgerError` if the file cannot be read or is damaged.
  public func impacts(environment: String) throws(LedgerError) -> [StoredImpact] {
    try impacts("WHERE environment = ? ORDER BY contract, endpoint, request, perspective", [Value(environment)])
  }

  /// What the responses held from which the stored impact of a request was found by this code; `nil` where nothing was.
  ///
  /// - Throws: `LedgerError` if the file cannot be read or is damaged.
  public func triedStructure(of place: RequestKey, buildID: String) throws(LedgerError) -> PayloadStructure? {
    try connection.first(
      """
      SELECT structure FROM impacts JOIN places ON places.id = impacts.place JOIN builds ON builds.id = impacts.build
      WHERE contract = ? AND endpoint = ? AND request = ? AND environment = ? AND perspective = ? AND builds.name = ?
      """, Connection.key(of: place) + [Value(buildID)]
    ) { row throws(LedgerError) in try row.decoded(0, "impacts.structure") as PayloadStructure }
  }

  private func impacts(_ condition: String, _ values: [Value]) throws(LedgerError) -> [StoredImpact] {
    try connection.all(
      """
      SELECT builds.name, structure, matrix, perspective FROM impacts
      JOIN places ON places.id = impacts.place JOIN builds ON builds.id = impacts.build \(condition)
      """, values
    ) { row throws(LedgerError) in
      var impact = StoredImpact(
        buildID: row.text(0), structure: try row.decoded(1, "impacts.structure"),
        matrix: try row.decoded(2, "impacts.matrix"))
      impact.perspective = row.text(3)
      return impact
    }
  }
}

extension Connection {
  /// Stores what depends on the responses of a request, in place of what was known; inside a transaction.
  func writeImpact(_ impact: StoredImpact, place: Int) throws(LedgerError) {
    try run(
      """
      INSERT INTO impacts (place, build, structure, matrix) VALUES (?, ?, ?, ?)
      ON CONFLICT (place) DO UPDATE SET build = excluded.build, structure = excluded.structure, matrix = excluded.matrix
      """,
      [
        Value(place), Value(try buildRow(impact.buildID)),
        .text(try StoredJSON.encode(impact.structure, part: "impacts.structure", path: path)),
        .text(try StoredJSON.encode(impact.matrix, part: "impacts.matrix", path: path)),
      ])
  }
}
