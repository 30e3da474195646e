import DriftModel
import Foundation
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

@Suite("One of many responses to one declared request")
struct OneOfManyResponsesTests {
  private let details = ["walk": Set(["detail"])]

  private func scenario() throws -> LiveScenario {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.list { #""name":"Ada","url":"/told/detail/\#($0)""# })
    for number in 1...6 { try scenario.tell("detail/\(number)", "{\"id\":\(number)}") }
    return scenario
  }

  @Test(
    "The report names the one that breaks; asked for by name, it alone is fetched, and what is known of the others stands"
  )
  func named() async throws {
    let scenario = try scenario()
    try await scenario.round(details)
    try scenario.tell("detail/4", #"{"id":"four"}"#)
    let broken = try await scenario.round(details)
    let finding = try #require(broken.alarms.first { $0.rule == .decodeTypeMismatch })
    #expect(finding.responses == ShowingResponses(count: 1, total: 6, names: ["/told/detail/4"]))
    #expect(finding.example?.healthy == "number")

    func sent() throws -> [Int] { try (1...6).map { try scenario.requests("detail/\($0)").count } }
    let before = try sent()
    scenario.adjust = { $0.request = "/told/detail/4" }
    let again = try await scenario.round(details)
    #expect(zip(before, try sent()).map { $1 - $0 } == [0, 0, 0, 1, 0, 0])
    #expect(again.transitions.isEmpty && again.openIncidents.map(\.id) == broken.openIncidents.map(\.id))
    #expect(again.alarms.first { $0.rule == .decodeTypeMismatch }?.responses?.total == 6)
    // Another one that is fine does not heal it.
    scenario.adjust = { $0.request = "/told/detail/2" }
    #expect(try await scenario.round(details).openIncidents.map(\.id) == broken.openIncidents.map(\.id))
    scenario.adjust = { $0.request = "/told/detail/nine" }
    #expect(try await scenario.round(details).openIncidents.map(\.id) == broken.openIncidents.map(\.id))
    scenario.adjust = { _ in }
    try scenario.tell("detail/4", #"{"id":4}"#)
    #expect(try await scenario.round(details).openIncidents.isEmpty)
  }
}
