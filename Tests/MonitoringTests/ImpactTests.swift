import DriftModel
import DriftRules
import Foundation
import Landmarks
import Store
import PlatziStore
import Testing
import ToDo

import StoreSQL
@testable import StoreSQLite

private let landmarkList = "landmarks/landmarks"
private let tutorial = "landmarks/matthewogtong/Landmarks/HEAD/Landmarks/Landmarks/Resources/landmarkData.json"

extension SQLiteStore {
  /// Cuts what is stored in a column of the matrices.
  fileprivate func damage(_ column: String) throws {
    try connection.execute("UPDATE impacts SET \(column) = substr(\(column), 1, 20)")
  }
}

/// What was tried on the app's own code, and what findings make of it.
@Suite struct ImpactTests {
  private func editors() throws -> RecordedScenario {
    let scenario = try RecordedScenario([landmarks], from: ["Landmarks"])
    scenario.selection = ["landmarks": ["list"]]
    scenario.findsImpact = true
    return scenario
  }

  @Test("It is found once, again only for a value that was never tried or for other code, and merged")
  func once() async throws {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["categories"]]
    scenario.findsImpact = true
    try await scenario.round()
    let first = try #require(try await scenario.ledger.impacts(environment: "production").first)
    #expect(first.buildID == "build 1" && first.matrix.madeAt == scenario.clock && first.matrix.cellCount > 50)
    #expect(Set(first.matrix.lineages.map(\.version)) == ["v1", "v2", "v3"])
    // Other values, an unread member more, null and an empty list are nothing that was not tried.
    for change in 0..<4 {
      try scenario.edit("platzi-store/api/v1/categories") { json in
        json.each { item in
          item["name"] = .text("Shelf \(change)")
          if change > 0 { item["unread"] = .number(1) }
        }
        if change == 3 { json = .list([]) }
      }
      try await scenario.round()
      #expect(try await scenario.ledger.impacts(environment: "production").first == first)
    }
    try scenario.copyRecordings(of: "PlatziStore")
    scenario.buildID = "build 2"
    try await scenario.round()
    let second = try #require(try await scenario.ledger.impacts(environment: "production").first)
    #expect(second.buildID == "build 2" && second.matrix.lineages == first.matrix.lineages)
  }

  @Test(
    "What is stored and cannot be read is found anew under the same code, also for a response that equals the last",
    arguments: ["matrix", "structure"])
  func damaged(_ column: String) async throws {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["categories"]]
    scenario.findsImpact = true
    func found() async throws -> StoredImpact? { try await scenario.ledger.impacts(environment: "production").first }
    try await scenario.round()
    let first = try #require(try await found())
    for isNew in [false, true] {
      try await scenario.ledger.damage(column)
      #expect(try await found() == nil)
      if isNew {
        try scenario.edit("platzi-store/api/v1/categories") { json in json.each { $0["name"] = .text("Shelf") } }
      }
      let round = try await scenario.round()
      #expect(round.outcome("categories")?.isChecked == true)
      #expect(try await found()?.matrix.lineages == first.matrix.lineages)
    }
  }

  @Test("A version that did not decode a response is tried with the next one of the same kinds that it does decode")
  func decodedLater() async throws {
    let scenario = try RecordedScenario([landmarks])
    try scenario.copyRecordings(of: "Landmarks", date: "2020-10-01")
    scenario.selection = ["landmarks": ["tutorial"]]
    scenario.findsImpact = true
    try scenario.edit(tutorial) { json in json.each { $0["category"] = .text("Lakes") } }
    let good = try scenario.text(tutorial)
    // The first version knows no mountains, and one is the loss of the whole response.
    try scenario.edit(tutorial) { json in json.element(0) { $0["category"] = .text("Mountains") } }
    try await scenario.round()
    let first = try #require(try await scenario.ledger.impacts(environment: "production").first).matrix
    #expect(first.lineages.filter { $0.unavailable != nil }.map(\.version) == ["v1"])
    #expect(Set(first.lineages.filter { !$0.paths.isEmpty }.map(\.version)) == ["v2", "v3"])
    try scenario.write(tutorial, text: good)
    try await scenario.round()
    let second = try #require(try await scenario.ledger.impacts(environment: "production").first).matrix
    #expect(second.lineages.allSatisfy { $0.unavailable == nil && !$0.paths.isEmpty })
    #expect(Set(second.lineages.map(\.version)) == ["v1", "v2", "v3"])
  }

  @Test("What needs another response is tried once that response is there: an aggregate, and a value for a mapping")
  func otherResponseLater() async throws {
    let scenario = try RecordedScenario([todo])
    try scenario.copyRecordings(of: "ToDo", date: "2025-09-25")
    scenario.selection = ["todo": ["categories", "items", "items-simple"]]
    scenario.findsImpact = true
    let categories = try scenario.text("todo/categories")
    try scenario.write("todo/categories", text: "[]")
    try await scenario.round()
    func lineage(_ endpoint: String, _ mapping: String) async throws -> Lineage? {
      try await scenario.ledger.impacts(environment: "production").map(\.matrix).first { $0.endpoint == endpoint }?
        .lineages.first { $0.mapping == mapping }
    }
    try scenario.write("todo/categories", text: "nothing", status: 503)
    try await scenario.round()
    #expect(try await lineage("categories", "CategoryAndItems")?.path("$.data.items") == nil)
    try scenario.write("todo/categories", text: categories, status: 200)
    try await scenario.round()
    let join =
      try await scenario.ledger.impacts(environment: "production").map(\.matrix)
      .first { $0.endpoint == "categories" }?.lineages.filter { $0.mapping == "CategoryAndItems" } ?? []
    #expect(join.count == 2 && join.allSatisfy { $0.unavailable == nil && !$0.paths.isEmpty }, "\(join)")
    let simple = try #require(try await lineage("items-simple", "ToDoItem"))
    #expect(simple.unavailable == nil && !simple.paths.isEmpty)
    let known = try await scenario.ledger.impacts(environment: "production")
    try await scenario.round()
    #expect(try await scenario.ledger.impacts(environment: "production") == known)
  }

  @Test("What was not finished is tried again, though the response stays the same")
  func interrupted() async throws {
    let scenario = try editors()
    scenario.executable = "/bin/false"
    try await scenario.round()
    #expect(try await scenario.ledger.impacts(environment: "production").allSatisfy { $0.matrix.cellCount == 0 })
    scenario.executable = "driftwatch"
    scenario.findsImpact = false
    try await scenario.round()
    scenario.findsImpact = true
    try await scenario.round()
    #expect(try await scenario.ledger.impacts(environment: "production").first?.matrix.cellCount ?? 0 > 20)
  }

  @Test(
    "A property that falls to its default since a member is gone is told, with what would be sent, and resolves with it"
  )
  func defaulted() async throws {
    let scenario = try editors()
    let good = try scenario.text(landmarkList)
    for _ in 0..<3 { try await scenario.round() }
    try scenario.edit(landmarkList) { json in json.eachItem { $0["isFeatured"] = nil } }
    var gone = try await scenario.round()
    for _ in 0..<5 where gone.findings(.mappingPropertyDefaulted).isEmpty {
      try scenario.edit(landmarkList) { json in json.eachItem { $0["note"] = .text(UUID().uuidString) } }
      gone = try await scenario.round()
    }
    let finding = try #require(gone.findings(.mappingPropertyDefaulted, at: "$.items[*].isFeatured").first)
    #expect(finding.level == .warning && finding.domainProperties == ["Landmark.isFeatured"] && finding.hit == "v4")
    let sent = try #require(gone.findings(.requestShapeChanged, at: "$.items[*].isFeatured").first)
    #expect(sent.level == .warning && sent.hit == "v4" && sent.incident == finding.incident)
    #expect(sent.countOfTotal == finding.countOfTotal)
    try scenario.write(landmarkList, text: good)
    let mended = try await scenario.round()
    #expect(mended.findings(.mappingPropertyDefaulted).isEmpty && mended.alarms.isEmpty)
    #expect(mended.findings(.requestShapeChanged).isEmpty)
  }

  @Test("What may follow from a change names what it would cost, as a prediction, and without trials nothing is said")
  func predicted() async throws {
    for findsImpact in [true, false] {
      let scenario = try editors()
      scenario.findsImpact = findsImpact
      for _ in 0..<3 { try await scenario.round() }
      try scenario.edit(landmarkList) { json in
        var isFirst = true
        json.eachItem { item in
          if isFirst { item["isFeatured"] = .null }
          isFirst = false
        }
      }
      let round = try await scenario.round()
      let finding = try #require(round.findings(.fieldBecameNullable, at: "$.items[*].isFeatured").first)
      #expect(finding.isPrediction == findsImpact && finding.level == .info)
      #expect((finding.hint?.contains("Landmark.isFeatured") ?? false) == findsImpact, "\(finding)")
      #expect(finding.mappings.map(\.mapping) == (findsImpact ? ["Landmark"] : []))
    }
  }
}

extension EditableJSON {
  /// Changes every landmark of the editors' service.
  fileprivate mutating func eachItem(_ change: (inout EditableJSON) -> Void) {
    guard var items = self["items"] else { return }
    items.each(change)
    self["items"] = items
  }
}
