import DriftModel
import Fetching
import Foundation
import PoliteContracts
import Store
import StoreSQL
import StoreSQLite
import TestSupport
import Testing

@testable import Monitoring

@Suite("Rounds without room for bodies", .serialized)
struct EarlyExaminationTests {
  /// What a series of rounds says, and what it asked the provider for.
  private struct Story: Equatable {
    var rounds: [String] = []
    var requests: [String] = []
    var impact: [String] = []
  }

  /// Responses that stay, change, break some of several and come back.
  private func story(_ bytesInMemory: Int) async throws -> Story {
    var policy = FetchPolicy.standard
    (policy.maximumBytesInMemory, policy.maximumInFlightPerHost) = (bytesInMemory, 4)
    let scenario = try LiveScenario([walk(), stroll(), shelf], policy: policy)
    scenario.adjust = { $0.findsImpact = true }
    let padding = String(repeating: "x", count: 40_000)
    func tell(_ path: String, _ text: String) throws {
      try scenario.tell(path, text.replacing("PAD", with: padding), etag: path.hasPrefix("detail") ? nil : "auto")
    }
    try tell("list", Walkers.list { #""name":"Ada","url":"/told/detail/\#($0)","pad":"PAD""# })
    for number in 1...6 { try tell("detail/\(number)", #"{"id":\#(number),"next":"/told/species/1","pad":"PAD"}"#) }
    try tell("species/1", #"{"id":1,"pad":"PAD"}"#)
    try tell("search", #"{"data":{"people":[]},"pad":"PAD"}"#)
    try tell("items", #"[{"id":1,"categoryID":1,"pad":"PAD"},{"id":2,"categoryID":2}]"#)
    try tell("categories", #"[{"id":1,"pad":"PAD"},{"id":2}]"#)
    try tell("tags", #"[{"id":1,"pad":"PAD"}]"#)
    var story = Story()
    for turn in 0..<6 {
      if turn == 2 { try tell("detail/3", #"{"id":3,"next":"/told/species/1","pad":"PAD","more":1}"#) }
      if turn == 3 {
        try tell("detail/4", #"{"id":"four","next":"/told/species/1","pad":"PAD"}"#)
        try tell("categories", #"[{"id":1,"pad":"PAD"}]"#)
      }
      if turn == 5 { try tell("detail/4", #"{"id":4,"next":"/told/species/1","pad":"PAD"}"#) }
      let round = try await scenario.round()
      let outcomes = round.report.endpoints.map { "\($0.contract)/\($0.endpoint) \($0.outcome) \($0.reason ?? "")" }
      let findings = round.findings.map {
        "\($0.rule.rawValue) \($0.level) \($0.endpoint) \($0.path) \($0.count) of \($0.total) \($0.message)"
      }
      story.rounds.append((outcomes.sorted() + findings.sorted() + round.happenings.sorted()).joined(separator: "\n"))
    }
    story.requests = try scenario.requests().map { "\($0.method) \($0.path) \($0.isConditional)" }.sorted()
    for key in try await scenario.ledger.requests(environment: "production").map(\.key) {
      let stored = try await scenario.ledger.impact(of: key)
      story.impact += (stored?.matrix.lineages ?? []).map {
        "\(key.endpoint) \($0.version) \($0.mapping) \($0.paths.count)"
      }
    }
    story.impact.sort()
    return story
  }

  @Test("They say, ask and find out the same as rounds with room for all")
  func same() async throws {
    let (wide, narrow) = (try await story(64 << 20), try await story(1))
    #expect(wide.rounds.count == narrow.rounds.count)
    for (wide, narrow) in zip(wide.rounds, narrow.rounds) { #expect(wide == narrow) }
    #expect(wide.requests == narrow.requests)
    #expect(wide.impact == narrow.impact && !wide.impact.isEmpty)
  }
}
