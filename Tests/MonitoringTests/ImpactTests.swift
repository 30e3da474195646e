import DriftAnalysis
import Foundation
import Landmarks
import Ledger
import PlatziStore
import Testing

private let landmarkList = "landmarks/landmarks"
private let products = "platzi-store/api/v1/products"

/// What was tried on the app's own code, and what findings make of it.
@Suite struct ImpactTests {
  private func editors() throws -> World {
    let world = try World([landmarks], from: ["Landmarks"])
    world.selection = ["landmarks": ["list"]]
    world.findsImpact = true
    return world
  }

  @Test("It is found once, again only for a value that was never tried or for other code, and merged")
  func once() async throws {
    let world = try World([platziStore], from: ["PlatziStore"])
    world.selection = ["platzi-store": ["categories"]]
    world.findsImpact = true
    try await world.round()
    let first = try #require(try await world.ledger.impacts(environment: "production").first)
    #expect(first.buildID == "build 1" && first.matrix.madeAt == world.clock && first.matrix.cellCount > 50)
    #expect(Set(first.matrix.lineages.map(\.version)) == ["v1", "v2", "v3"])
    // Other values, an unread member more, null and an empty list are nothing that was not tried.
    for change in 0..<4 {
      try world.edit("platzi-store/api/v1/categories") { json in
        json.each { item in
          item["name"] = .text("Shelf \(change)")
          if change > 0 { item["unread"] = .number(1) }
        }
        if change == 3 { json = .list([]) }
      }
      try await world.round()
      #expect(try await world.ledger.impacts(environment: "production").first == first)
    }
    try world.copyRecordings(of: "PlatziStore")
    world.buildID = "build 2"
    try await world.round()
    let second = try #require(try await world.ledger.impacts(environment: "production").first)
    #expect(second.buildID == "build 2" && second.matrix.lineages == first.matrix.lineages)
  }

  @Test("A property that falls to its default since a member is gone is told, and resolves with it")
  func defaulted() async throws {
    let world = try editors()
    let good = try world.text(landmarkList)
    for _ in 0..<3 { try await world.round() }
    try world.edit(landmarkList) { json in json.eachItem { $0["isFeatured"] = nil } }
    var gone = try await world.round()
    for _ in 0..<5 where gone.findings(.mappingPropertyDefaulted).isEmpty {
      try world.edit(landmarkList) { json in json.eachItem { $0["note"] = .text(UUID().uuidString) } }
      gone = try await world.round()
    }
    let finding = try #require(gone.findings(.mappingPropertyDefaulted, at: "$.items[*].isFeatured").first)
    #expect(finding.level == .warning && finding.domainProperties == ["Landmark.isFeatured"] && finding.hit == "v4")
    try world.write(landmarkList, text: good)
    let mended = try await world.round()
    #expect(mended.findings(.mappingPropertyDefaulted).isEmpty && mended.alarms.isEmpty)
  }

  @Test("What may follow from a change names what it would cost, as a prediction, and without trials nothing is said")
  func predicted() async throws {
    for findsImpact in [true, false] {
      let world = try editors()
      world.findsImpact = findsImpact
      for _ in 0..<3 { try await world.round() }
      try world.edit(landmarkList) { json in
        var isFirst = true
        json.eachItem { item in
          if isFirst { item["isFeatured"] = .null }
          isFirst = false
        }
      }
      let round = try await world.round()
      let finding = try #require(round.findings(.fieldBecameNullable, at: "$.items[*].isFeatured").first)
      #expect(finding.isPrediction == findsImpact && finding.level == .info)
      #expect((finding.hint?.contains("would lose Landmark.isFeatured in v4") ?? false) == findsImpact, "\(finding)")
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
