import Foundation
import Store
import StoreSamples
import TestSupport
import Testing

import StoreSQL
@testable import StoreSQLite

@Suite("A ledger whose rows hold values that cannot be")
struct StoredValueTests {
  /// A value of one row, as text of SQL.
  private struct Cell {
    let table: String
    let column: String
    let row: Int
    /// The contract that it is about.
    let contract: String
    let text: String

    var name: String { "\(table).\(column)" }
  }

  /// Every column that holds JSON.
  private static let columns: Set<String> = [
    "acceptances.acceptance", "baselines.shape", "feeds.members", "findings.form", "impacts.matrix",
    "impacts.structure",
    "incidents.incident", "latest_responses.facts", "mappings.statistics", "pending_changes.changes",
    "request_states.findings", "request_states.report", "shape_versions.shape",
    "transitions.transition", "write_shapes.shape",
  ]

  /// How many values are altered after one of each column; two hundred take a quarter of an hour.
  private static let trials = ProcessInfo.processInfo.environment["DRIFTWATCH_STORED_VALUES"].flatMap(Int.init) ?? 1

  @Test("Whatever stands in place of a value: each command ends, a row that cannot be is named, and no alarm is lost")
  func alteredValues() async throws {
    let driftwatch = try Driftwatch()
    let contracts = ["landmarks", "omg-lol", "platzi-store"]
    let check = ["check", "--from", "recordings", "--contracts", Driftwatch.contracts, "--format", "json", "--db"]
    let report = ["report", "--all", "--format", "json", "--db"]
    try await driftwatch.call(check + [driftwatch.ledger] + contracts)
    try await acceptOne(driftwatch)
    let cells = try await Self.cells(driftwatch.ledger)
    #expect(cells.count > 50 && Set(cells.map(\.name)) == Self.columns)
    func copy(_ name: String) throws -> String {
      let path = driftwatch.place.path("\(name).sqlite")
      try FileManager.default.copyItem(atPath: driftwatch.ledger, toPath: path)
      return path
    }
    // What is found if nothing is altered.
    let reported = try Self.findings(try await driftwatch.call(report + [try copy("report")]))
    #expect(reported > 3)
    var checked: [String: Int] = [:]
    for contract in contracts {
      let ending = try await driftwatch.call(check + [try copy(contract), contract])
      checked[contract] = try Self.findings(ending)
    }
    var generator = SplitMix(state: 7)
    var (damaged, sound) = (0, 0)
    var chosen = Self.columns.sorted().compactMap { name in
      cells.filter { $0.name == name }.randomElement(using: &generator)
    }
    chosen += (0..<Self.trials).compactMap { _ in cells.randomElement(using: &generator) }
    for (number, cell) in chosen.enumerated() {
      let altered = try copy("altered-\(number)")
      let text = try Self.altered(cell.text, &generator)
      do {
        let ledger = try SQLiteStore(path: altered)
        try await ledger.alter(
          "UPDATE \(cell.table) SET \(cell.column) = '\(text.replacing("'", with: "''"))' WHERE rowid = \(cell.row)")
      } catch { continue }  // a constraint of the schema refuses it
      Self.expectNoFalseOK(try await driftwatch.call(report + [altered]), reported, cell)
      for words in ["incidents", "status", "history"] { try await driftwatch.call(words, "--db", altered) }
      let verified = try await driftwatch.call("store", "verify", "--db", altered)
      if verified.code == 4 {
        damaged += 1
        #expect(verified.text.contains(cell.name), "\(verified.text)")
      } else {
        sound += 1
      }
      let ending = try await driftwatch.call(check + [altered, cell.contract])
      Self.expectNoFalseOK(ending, checked[cell.contract] ?? 0, cell)
    }
    #expect(damaged > 0 && sound > 0, "\(damaged) damaged, \(sound) sound")
  }

  /// Accepts one of the incidents, so that every table has a row.
  private func acceptOne(_ driftwatch: Driftwatch) async throws {
    struct Listed: Decodable { let incidents: [ReportJSON.Incident] }
    let listed = try await driftwatch.call("incidents", "landmarks", "--format", "json", "--db", driftwatch.ledger)
    let id = try #require(try JSONDecoder().decode(Listed.self, from: listed.output).incidents.first?.incident.id)
    try await driftwatch.call("accept", id, "--by", "test", "--reason", "it is fine", "--db", driftwatch.ledger)
  }

  private static func findings(_ ending: Program.Ending) throws -> Int { try ReportJSON(ending.output).findings.count }

  /// Fails if a command says that all is well and shows less than without the alteration, and does not say that the ledger is damaged.
  private static func expectNoFalseOK(_ ending: Program.Ending, _ expected: Int, _ cell: Cell) {
    guard ending.code == 0, !(ending.text + ending.errors).contains("damaged") else { return }
    let found = (try? findings(ending)) ?? -1
    #expect(found >= expected, "\(cell.name), row \(cell.row): \(found) of \(expected) findings, exit code 0")
  }

  /// How the contract of a row is found, by table; in all others by its request key.
  private static let contracts = [
    "acceptances": "contract",
    "latest_responses": """
    (SELECT contract FROM urls JOIN request_keys ON request_keys.id = urls.request_key WHERE urls.id = latest_responses.url)
    """,
    "transitions": """
    (SELECT contract FROM incidents JOIN request_keys ON request_keys.id = incidents.request_key
      WHERE incidents.id = transitions.incident)
    """,
  ]

  /// Cells of each column that holds JSON.
  private static func cells(_ path: String) async throws -> [Cell] {
    let ledger = try SQLiteStore(path: path)
    var cells: [Cell] = []
    for table in try await ledger.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'")
    {
      let contract = contracts[table] ?? "(SELECT contract FROM request_keys WHERE request_keys.id = request_key)"
      for column in try await ledger.texts("SELECT name FROM pragma_table_info('\(table)')") {
        // Excerpts of a response may look like JSON.
        guard table != "findings" || column == "form" else { continue }
        let json = "typeof(\(column)) = 'text' AND \(column) GLOB '[[{]*'"
        guard try await !ledger.texts("SELECT 1 FROM \(table) WHERE \(json) LIMIT 1").isEmpty else { continue }
        let rows = try await ledger.texts(
          "SELECT rowid || ' ' || \(contract) || ' ' || \(column) FROM \(table) WHERE \(json) LIMIT 20")
        for row in rows {
          let parts = row.split(separator: " ", maxSplits: 2)
          guard parts.count == 3, let id = Int(parts[0]) else { continue }
          cells.append(
            Cell(table: table, column: column, row: id, contract: String(parts[1]), text: String(parts[2])))
        }
      }
    }
    return cells
  }

  /// The document with another value at one place.
  private static func altered(_ text: String, _ generator: inout SplitMix) throws -> String {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    var places = 0
    func visit(_ value: Any) {
      if let members = value as? [String: Any] {
        for member in members.values { visit(member) }
      } else if let elements = value as? [Any] {
        elements.forEach(visit)
      } else {
        places += 1
      }
    }
    visit(document)
    let values: [Any] = [
      -1, 9_007_199_254_740_993, Int.max, Int.min, 1e300, -1e300, 1e-300, NSNull(), "x", true, [Int](), [String: Int](),
    ]
    let (chosen, value) = (
      places > 0 ? Int.random(in: 0..<places, using: &generator) : 0, values.randomElement(using: &generator)
    )
    var place = 0
    func replaced(_ old: Any) -> Any {
      if let members = old as? [String: Any] {
        // In a fixed order, so that a seed repeats.
        return Dictionary(uniqueKeysWithValues: members.sorted { $0.key < $1.key }.map { ($0.key, replaced($0.value)) })
      }
      if let elements = old as? [Any] { return elements.map(replaced) }
      defer { place += 1 }
      return place == chosen ? value ?? NSNull() : old
    }
    let data = try JSONSerialization.data(
      withJSONObject: replaced(document), options: [.fragmentsAllowed, .sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }
}

extension SQLiteStore {
  /// First column of every row.
  fileprivate func texts(_ sql: String) throws(StoreError) -> [String] {
    try connection.all(sql) { $0.optionalText(0) ?? "" }
  }

  /// Does harm below the protocol.
  func alter(_ sql: String) throws(StoreError) { try connection.execute(sql) }
}
