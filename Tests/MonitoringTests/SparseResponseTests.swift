import DriftModel
import DriftRules
import Foundation
import Store
import StoreSQLite
import PlatziStore
import Testing

private let categories = "platzi-store/api/v1/categories"

/// Responses that equal the one before and hold little.
@Suite struct SparseResponseTests {
  @Test("An empty list that is answered again and again is no evidence about what it does not hold")
  func emptyList() async throws {
    let world = try World([platziStore], from: ["PlatziStore"])
    world.selection = ["platzi-store": ["categories"]]
    for shelf in 0..<3 {
      try world.edit(categories) { $0.each { $0["name"] = .text("Shelf \(shelf)") } }
      try await world.round()
    }
    let good = try world.text(categories)
    try world.write(categories, text: "[]")
    for _ in 0..<6 { try await world.round() }
    func responses() async throws -> [Int] {
      var counts: [Int] = []
      for place in try await world.ledger.places(environment: "production") {
        counts.append(try await world.ledger.state(of: place.place, signature: place.signature).baselineResponses)
      }
      return counts
    }
    // Three full responses, the first empty one, and none of the five that equalled it.
    #expect(try await responses().allSatisfy { $0 == 4 })
    try world.write(categories, text: good)
    for _ in 0..<6 { try await world.round() }
    // Of a full response each one counts.
    #expect(try await responses().allSatisfy { $0 == 10 })
  }
}
