import DriftModel
import DriftRules
import Foundation
import Store
import StoreSQL
import StoreSQLite
import PlatziStore
import Testing

private let categories = "platzi-store/api/v1/categories"

/// Responses that equal the one before and hold little.
@Suite struct SparseResponseTests {
  @Test("An empty list that is answered again and again is no evidence about what it does not hold")
  func emptyList() async throws {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["categories"]]
    for shelf in 0..<3 {
      try scenario.edit(categories) { $0.each { $0["name"] = .text("Shelf \(shelf)") } }
      try await scenario.round()
    }
    let good = try scenario.text(categories)
    try scenario.write(categories, text: "[]")
    for _ in 0..<6 { try await scenario.round() }
    func responses() async throws -> [Int] {
      var counts: [Int] = []
      for place in try await scenario.ledger.requests(environment: "production") {
        let query = MemoryQuery(key: place.key, signature: place.signature)
        counts.append(try await scenario.ledger.memory(of: [query])[place.key]?.baselineResponses ?? 0)
      }
      return counts
    }
    // Three full responses, the first empty one, and none of the five that equalled it.
    #expect(try await responses().allSatisfy { $0 == 4 })
    try scenario.write(categories, text: good)
    for _ in 0..<6 { try await scenario.round() }
    // Of a full response each one counts.
    #expect(try await responses().allSatisfy { $0 == 10 })
  }
}
