public import DriftModel
public import Foundation
public import Store

extension SQLStore {
  /// By scope: the backoffs that had no response since.
  public func backoffs() throws(StoreError) -> [String: Backoff] {
    let all = try connection.all("SELECT scope, until, refusals FROM backoffs") { row in
      Backoff(scope: row.text(0), until: row.date(1), refusals: row.integer(2))
    }
    return Dictionary(all.map { ($0.scope, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Stores new backoffs and removes those that got a response, in one transaction.
  public func update(backoffs: [Backoff], responded: Set<String>, now: Date) throws(StoreError) {
    guard !backoffs.isEmpty || !responded.isEmpty else { return }
    try connection.transaction(.committing) { () throws(StoreError) in
      for scope in responded.sorted() { try connection.run("DELETE FROM backoffs WHERE scope = ?", [Value(scope)]) }
      for backoff in backoffs {
        try connection.run(
          """
          INSERT INTO backoffs (scope, until, refusals) VALUES (?, ?, ?)
          ON CONFLICT (scope) DO UPDATE SET until = excluded.until, refusals = excluded.refusals
          """, [Value(backoff.scope), Value(backoff.until), Value(backoff.refusals)])
      }
      try connection.run(
        "DELETE FROM backoffs WHERE until < ?", [Value(now.addingTimeInterval(-Backoff.daysKept * 86_400))])
    }
  }
}
