public import DriftModel
import PayloadShape
public import Store

extension SQLStore {
  /// What depends on the responses of a request; `nil` where nothing was found yet, or what was found cannot be read.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public func impact(of key: RequestKey) throws(StoreError) -> StoredImpact? {
    try impacts(
      "WHERE request_keys.contract = ? AND endpoint = ? AND request = ? AND environment = ? AND perspective = ?",
      Connection.texts(of: key)
    ).first
  }

  /// What depends on the responses of every request in an environment, by contract and endpoint; not what cannot be read.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public func impacts(environment: String) throws(StoreError) -> [StoredImpact] {
    try impacts("WHERE environment = ? ORDER BY contract, endpoint, request, perspective", [Value(environment)])
  }

  private func impacts(_ condition: String, _ values: [Value]) throws(StoreError) -> [StoredImpact] {
    try connection.all(
      """
      SELECT builds.name, structure, matrix, perspective FROM impacts
      JOIN request_keys ON request_keys.id = impacts.request_key JOIN builds ON builds.id = impacts.build \(condition)
      """, values
    ) { row in
      // It was found by trying and can be found again, so what is damaged is as good as never found.
      let (structure, matrix) = (row.deferred(1, as: PayloadStructure.self), row.deferred(2, as: ImpactMatrix.self))
      guard let structure = structure.value, let matrix = matrix.value else { return StoredImpact?.none }
      return StoredImpact(buildID: row.text(0), structure: structure, matrix: matrix, perspective: row.text(3))
    }.compactMap(\.self)
  }
}

extension Connection {
  /// Reads what depends on the responses of a request key; the matrix only if the memory is whole. Of a damaged matrix nothing is
  /// read, so that it is found anew.
  func readImpact(_ memory: inout RequestMemory, _ row: Int, isWhole: Bool) throws(StoreError) {
    let found = try first(
      """
      SELECT builds.name, structure, \(isWhole ? "matrix" : "''"), perspective FROM impacts
      JOIN request_keys ON request_keys.id = impacts.request_key JOIN builds ON builds.id = impacts.build
      WHERE request_keys.id = ? AND \(dialect.isJSON("matrix"))
      """, [Value(row)]
    ) { ($0.text(0), $0.deferred(1, as: PayloadStructure.self), $0.deferred(2, as: ImpactMatrix.self), $0.text(3)) }
    guard let (build, structure, matrix, perspective) = found else { return }
    let whole = Deferred<StoredImpact?> {
      guard let structure = structure.value, let matrix = matrix.value else { return nil }
      return StoredImpact(buildID: build, structure: structure, matrix: matrix, perspective: perspective)
    }
    memory.setImpact(buildID: build, structure: structure, whole: isWhole ? whole : Deferred(nil))
  }

  /// Stores what depends on the responses of a request, instead of what was known; inside a transaction.
  func writeImpact(_ impact: StoredImpact, row: Int) throws(StoreError) {
    try run(
      """
      INSERT INTO impacts (request_key, build, structure, matrix) VALUES (?, ?, ?, ?)
      ON CONFLICT (request_key) DO UPDATE SET build = excluded.build, structure = excluded.structure, matrix = excluded.matrix
      """,
      [
        Value(row), Value(try buildRow(impact.buildID)),
        .text(try StoredJSON.encode(impact.structure, part: "impacts.structure", path: path)),
        .text(try StoredJSON.encode(impact.matrix, part: "impacts.matrix", path: path)),
      ])
  }
}
