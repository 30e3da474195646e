import Foundation
import Store
import StoreSamples
import TestSupport
import Testing

@testable import StoreSQLite

@Suite("A ledger whose rows hold values that cannot be")
struct StoredValueTests {
  /// A value of one row, as text of SQL.
  private struct Cell {
    let table: String
    let column: String
    let row: Int
    let text: String
  }

  /// How many values are altered; all of them take half an hour.
  private static let trials = ProcessInfo.processInfo.environment["DRIFTWATCH_STORED_VALUES"].flatMap(Int.init) ?? 20

  @Test("Whatever stands in place of a value: each command ends by itself, and a row that cannot be is named")
  func alteredValues() async throws {
    let driftwatch = try Driftwatch()
    let check = ["check", "--from", "recordings", "--contracts", Driftwatch.contracts, "--db"]
    try await driftwatch.call(check + [driftwatch.ledger])
    let cells = try await Self.cells(driftwatch.ledger)
    #expect(cells.count > 50)
    var generator = SplitMix(state: 7)
    var (damaged, sound) = (0, 0)
    for number in 0..<Self.trials {
      let cell = try #require(cells.randomElement(using: &generator))
      let altered = driftwatch.place.path("altered-\(number).sqlite")
      try FileManager.default.copyItem(atPath: driftwatch.ledger, toPath: altered)
      let text = try Self.altered(cell.text, &generator)
      do {
        let ledger = try SQLiteStore(path: altered)
        try await ledger.alter(
          "UPDATE \(cell.table) SET \(cell.column) = '\(text.replacing("'", with: "''"))' WHERE rowid = \(cell.row)")
      } catch { continue }  // a constraint of the schema refuses it
      for words in [["report", "--all", "--format", "json"], ["incidents"], ["status"]] {
        try await driftwatch.call(words + ["--db", altered])
      }
      let verified = try await driftwatch.call("store", "verify", "--db", altered)
      if verified.code == 4 {
        damaged += 1
        #expect(verified.text.contains("\(cell.table).\(cell.column)"), "\(verified.text)")
      } else {
        sound += 1
      }
      if number % 5 == 0 { try await driftwatch.call(check + [altered, "platzi-store"]) }
    }
    #expect(damaged > 0 && sound > 0, "\(damaged) damaged, \(sound) sound")
  }

  /// One cell of each column that holds JSON.
  private static func cells(_ path: String) async throws -> [Cell] {
    let ledger = try SQLiteStore(path: path)
    var cells: [Cell] = []
    for table in try await ledger.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'")
    {
      for column in try await ledger.texts("SELECT name FROM pragma_table_info('\(table)')") {
        let rows = try await ledger.texts(
          "SELECT rowid || ' ' || \(column) FROM \(table) WHERE typeof(\(column)) = 'text' AND \(column) GLOB '[[{]*' LIMIT 8"
        )
        for row in rows {
          let parts = row.split(separator: " ", maxSplits: 1)
          guard parts.count == 2, let id = Int(parts[0]) else { continue }
          cells.append(Cell(table: table, column: column, row: id, text: String(parts[1])))
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
  fileprivate func alter(_ sql: String) throws(StoreError) { try connection.execute(sql) }
}
