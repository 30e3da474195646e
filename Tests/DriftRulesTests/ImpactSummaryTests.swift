import DriftModel
import DriftRules
import Foundation
import Testing

@Suite("What a matrix says of a path")
struct ImpactSummaryTests {
  private func row(_ cells: [LineageCell]) throws -> ImpactSummary.Row {
    let lineage = Lineage(
      version: "v1", mapping: "Landmark",
      paths: [LineagePath(pattern: "$.category", readers: ["LandmarkDTO.category"], cells: cells)])
    let matrix = ImpactMatrix(
      contract: "landmarks", endpoint: "update", request: "PUT /landmarks/{id}", versions: [VersionInfo(id: "v1")],
      lineages: [lineage], madeAt: Date(timeIntervalSince1970: 0))
    return try #require(ImpactSummary(matrix).rows.first)
  }

  @Test("No change is seen with it only if nothing but whole responses is lost over it, and no record comes in")
  func unused() throws {
    let fatal = LineageCell(perturbation: .removed, effects: [.responseLost])
    #expect(try row([fatal]).isUnused)
    #expect(try row([fatal, LineageCell(perturbation: .null, effects: [])]).isUnused)
    for effect in [LineageEffect.recordLost, .recordGained, .everyRecordLost, .property("category", .changed)] {
      #expect(try !row([fatal, LineageCell(perturbation: .unknownValue, effects: [effect])]).isUnused, "\(effect)")
    }
    #expect(try !row([LineageCell(perturbation: .removed, effects: [])]).isUnused)
  }
}
