import DriftModel
import DriftRules
import Foundation
import Store
import StoreSQL
import StoreSQLite
import PlatziStore
import Testing

private let products = "platzi-store/api/v1/products"

/// What was accepted at one of an endpoint's requests, where versions ask in different ways.
@Suite struct AcceptanceAtRequestsTests {
  @Test(
    "An acceptance that is of use at one request of an endpoint is not said to match nothing at another; what it covered while pending stays covered"
  )
  func severalRequests() async throws {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["products"]]
    // The third version asks with an offset; its responses stay as they are.
    try scenario.write("\(products)/index.offset", text: try scenario.text(products))
    try scenario.write(
      "\(products)/index.offset.meta", text: #"{"status":200,"query":{"offset":"0","limit":"50"}}"#)
    try await scenario.round()
    try scenario.edit(products) { $0.each { $0["description"] = .null } }
    let broken = try await scenario.round()
    let alarms = broken.alarms
    #expect(!alarms.isEmpty)
    #expect(alarms.allSatisfy { !$0.versions.map(\.version).contains("v3") }, "\(alarms.map(\.hit))")
    let acceptances = Acceptance.all(
      of: alarms, among: broken.findings, by: "Ann", reason: "never shown", at: scenario.clock.addingTimeInterval(1))
    let ids = try await scenario.ledger.accept(acceptances, contract: "platzi-store", at: scenario.clock)
    let useless = Acceptance(
      endpoint: "products", rule: .fieldRemoved, path: "$[*].colour", by: "Bob", reason: "a guess",
      acceptedAt: scenario.clock)
    scenario.acceptances = [
      "platzi-store": zip(ids, acceptances).map { IdentifiedAcceptance(id: $0, acceptance: $1) }
        + [IdentifiedAcceptance(id: useless.id(contract: "platzi-store"), acceptance: useless)]
    ]
    for _ in 0..<3 {
      try scenario.edit(products) { $0.each { $0["slug"] = .text(UUID().uuidString) } }
      let round = try await scenario.round()
      #expect(round.alarms == [])
      // What matches nowhere is told at both requests.
      let unmatched = round.findings(.noticeUnmatchedSuppression)
      #expect(Set(unmatched.map(\.path)) == ["$[*].colour"] && unmatched.count == 2, "\(unmatched.map(\.message))")
    }
  }
}
