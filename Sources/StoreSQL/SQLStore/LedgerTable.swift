/// A table of a ledger in any database, as it is copied from one into another. `Schema` says what the columns mean.
package struct LedgerTable: Sendable {
  /// What a column holds.
  package enum Kind: Sendable { case integer, real, text, bytes }

  package let name: String
  package let columns: [(name: String, kind: Kind)]
  /// The column by which rows are numbered, and whether a number never comes twice; by the others a row is not named.
  package var number: String?
  package var numbersOnce = false

  private init(
    _ name: String, _ columns: KeyValuePairs<String, Kind>, number: String? = nil, numbersOnce: Bool = false
  ) {
    (self.name, self.number, self.numbersOnce) = (name, number, numbersOnce)
    self.columns = columns.map { ($0.key, $0.value) }
  }

  /// Each after those that it refers to.
  package static let all: [LedgerTable] = [
    LedgerTable("builds", ["id": .integer, "name": .text], number: "id"),
    LedgerTable(
      "rounds",
      [
        "number": .integer, "started_at": .integer, "ended_at": .integer, "seconds": .real, "exit_code": .integer,
        "source": .text, "environment": .text, "build": .integer,
      ], number: "number", numbersOnce: true),
    LedgerTable(
      "request_keys",
      [
        "id": .integer, "contract": .text, "endpoint": .text, "request": .text, "environment": .text,
        "perspective": .text, "signature": .text,
      ], number: "id"),
    LedgerTable(
      "request_states",
      [
        "request_key": .integer, "round": .integer, "checked_at": .integer, "last_good_at": .integer,
        "responded_at": .integer, "report": .text, "findings": .text,
      ]),
    LedgerTable("paths", ["id": .integer, "text": .text], number: "id"),
    LedgerTable(
      "urls",
      [
        "id": .integer, "request_key": .integer, "digest": .bytes, "outcome": .text, "checked_at": .integer,
        "not_modified": .integer, "responses": .integer,
      ], number: "id"),
    LedgerTable(
      "latest_responses",
      [
        "url": .integer, "outcome": .text, "examined_at": .integer, "body_digest": .bytes, "build": .integer,
        "etag": .text, "last_modified": .text, "facts": .text,
      ]),
    LedgerTable(
      "responses",
      [
        "id": .integer, "url": .integer, "round": .integer, "outcome": .text, "status": .integer, "bytes": .integer,
        "milliseconds": .integer, "body_digest": .bytes, "checked_at": .integer,
      ], number: "id"),
    LedgerTable("baselines", ["request_key": .integer, "shape": .text, "responses": .integer]),
    LedgerTable("feeds", ["request_key": .integer, "stale_at": .integer, "members": .text]),
    LedgerTable("pending_changes", ["request_key": .integer, "changes": .text]),
    LedgerTable(
      "mappings", ["id": .integer, "request_key": .integer, "version": .text, "name": .text, "statistics": .text],
      number: "id"),
    LedgerTable(
      "mapping_counts",
      [
        "mapping": .integer, "round": .integer, "records_in": .integer, "records_out": .integer, "dropped": .integer,
        "threw": .integer, "lost_responses": .integer,
      ]),
    LedgerTable("write_shapes", ["request_key": .integer, "version": .text, "endpoint": .text, "shape": .text]),
    LedgerTable("impacts", ["request_key": .integer, "build": .integer, "structure": .text, "matrix": .text]),
    LedgerTable(
      "incidents",
      ["id": .text, "request_key": .integer, "state": .text, "opened_at": .integer, "incident": .text]),
    LedgerTable(
      "transitions",
      [
        "sequence": .integer, "incident": .text, "round": .integer, "at": .integer, "transition": .text,
        "delivered_at": .integer,
      ], number: "sequence", numbersOnce: true),
    LedgerTable("deliveries", ["environment": .text, "delivered_at": .integer]),
    LedgerTable("failed_deliveries", ["environment": .text, "since": .integer]),
    LedgerTable(
      "installs",
      ["contract": .text, "version": .text, "environment": .text, "since": .integer, "percent": .real]),
    LedgerTable(
      "acceptances",
      ["id": .text, "contract": .text, "stored_at": .integer, "acceptance": .text, "withdrawn_at": .integer]),
    LedgerTable(
      "acceptance_uses",
      ["acceptance": .text, "request_key": .integer, "last_matched_at": .integer, "applied_at": .integer]),
    LedgerTable("backoffs", ["scope": .text, "until": .integer, "refusals": .integer]),
    LedgerTable(
      "findings",
      [
        "id": .integer, "request_key": .integer, "fingerprint": .text, "rule": .text, "level": .text, "state": .text,
        "incident": .text, "expected": .text, "actual": .text, "form": .text, "message": .text, "response": .text,
        "pointer": .text, "excerpt": .text, "count": .integer, "total": .integer, "is_learned": .integer,
        "first_round": .integer, "first_at": .integer, "last_at": .integer, "ended_round": .integer,
        "ended_at": .integer, "ending": .text,
      ], number: "id"),
    LedgerTable("finding_paths", ["finding": .integer, "position": .integer, "path": .integer]),
    LedgerTable(
      "finding_versions", ["finding": .integer, "version": .text, "property": .text, "loses_response": .integer]),
    LedgerTable(
      "finding_mappings", ["finding": .integer, "version": .text, "mapping": .text, "property": .text]),
    LedgerTable(
      "shape_versions",
      [
        "request_key": .integer, "round": .integer, "at": .integer, "outline": .integer, "responses": .integer,
        "shape": .text,
      ]),
  ]
}
