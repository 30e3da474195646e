import ContractKit
import DriftModel
import DriftRules
import Foundation
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

@Suite("Error responses that an app reads")
struct FailingResponseTests {
  private let scenario: LiveScenario
  private static let selection = ["catalog": Set(["items", "no-item", "refused"])]

  init() throws {
    scenario = try LiveScenario([catalog])
    try scenario.tell("items", #"{"items": [{"id": 1, "name": "Lamp"}]}"#)
    try tell(#"{"error": {"code": "not_found", "message": "There is no such item."}}"#)
    try scenario.tell("refused", #"{"error": {"code": "bad", "message": "no"}}"#, status: 400)
  }

  private func tell(_ body: String, status: Int = 404) throws {
    try scenario.tell("items/0", body, status: status)
  }

  private func endpoint(_ id: String, _ round: RecordedScenario.Round) throws -> EndpointReport {
    try #require(round.report.endpoints.first { $0.endpoint == id })
  }

  @Test("A request that fails on purpose is examined like any other: its types, its mapping, its shape")
  func examined() async throws {
    let first = try await scenario.round(Self.selection)
    let report = try endpoint("no-item", first)
    #expect(report.outcome == .ok && report.versions.first?.mappings.first?.recordsIn == 1, "\(report)")
    #expect(first.report.endpoints.map(\.endpoint) == ["items", "no-item", "refused"])
    // The provider changes what it says of errors.
    try tell(#"{"error": "not_found"}"#)
    let second = try await scenario.round(Self.selection)
    let finding = try #require(second.report.findings.first { $0.level == .breaking })
    #expect(finding.rule == .decodeTypeMismatch && finding.path == "$.error")
    #expect(second.exitCode == 1)
    try tell(#"{"error": {"code": "not_found", "message": "There is no such item."}}"#)
    #expect(try await scenario.round(Self.selection).exitCode == 0)
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let path: String
    let status: Int
    let outcome: Outcome
    var words: String?
    var testDescription: String { "\(status) at \(path)" }
  }

  private static let cases: [Case] = [
    Case(path: "items/0", status: 404, outcome: .ok),
    Case(path: "items/0", status: 200, outcome: .requestError, words: "200 where 404 is expected"),
    Case(path: "items/0", status: 410, outcome: .requestError, words: "410 where 404 is expected"),
    Case(
      path: "items/0", status: 401, outcome: .auth, words: "401, and no credential is named for this request"),
    Case(path: "items/0", status: 500, outcome: .outage),
    Case(path: "items/0", status: 429, outcome: .rateLimited),
    Case(path: "refused", status: 400, outcome: .ok), Case(path: "refused", status: 422, outcome: .ok),
    Case(path: "refused", status: 404, outcome: .ok), Case(path: "refused", status: 410, outcome: .ok),
    Case(path: "refused", status: 401, outcome: .auth),
    Case(
      path: "refused", status: 403, outcome: .auth, words: "403, and no credential is named for this request"),
    Case(path: "refused", status: 408, outcome: .outage), Case(path: "refused", status: 429, outcome: .rateLimited),
    Case(path: "refused", status: 200, outcome: .requestError, words: "200 where 400 to 499 is expected"),
    Case(path: "items", status: 404, outcome: .gone),
  ]

  @Test(
    "A status that was not expected is no look, and those about who asks and when keep their meaning", arguments: cases)
  private func statuses(_ one: Case) async throws {
    try scenario.tell(one.path, #"{"error": {"code": "bad", "message": "no"}}"#, status: one.status)
    let id = one.path == "items/0" ? "no-item" : one.path
    let report = try endpoint(id, try await scenario.round(Self.selection))
    #expect(report.outcome == one.outcome, "\(report)")
    if let words = one.words { #expect(report.reason?.contains(words) == true, "\(report)") }
  }

  @Test("The error responses of a version that asks in another way are those of its own request")
  func ownRequest() throws {
    struct Body: Decodable {}
    let version = Version("v3") {
      Reads("list", as: Body.self, request: RequestChange(path: "/v3/list"))
      Fails("list", as: Body.self, on: 404)
    }
    let contract = Contract("shop", baseURL: "https://example.com", versions: [version]) {
      Endpoint("list", get: "/list")
    }
    let endpoint = try #require(contract.endpoint("list-404"))
    #expect(contract.request(for: endpoint, in: contract.versions[0]).path == "/v3/list")
  }

  @Test("Of a link without a body the status counts: there, gone, moved, in trouble; nothing is learned or decoded")
  func head() async throws {
    scenario.contracts = [
      Contract("shop") {
        Endpoint("list", get: "/list")
        Endpoint("picture", head: "/picture-{id}.png", values: ["id": .response(of: "list", path: "$[*].id", limit: 2)])
      }
    ]
    try scenario.tell("list", #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    for id in 1...3 { try scenario.tell("picture-\(id).png", "") }
    for _ in 0..<3 {
      let round = try await scenario.round()
      #expect(try endpoint("picture", round).outcome.isChecked && round.exitCode == 0 && round.report.findings.isEmpty)
    }
    let asked = try scenario.requests("picture")
    #expect(asked.allSatisfy { $0.method == "HEAD" } && Set(asked.map(\.path)).count == 2)
    for (status, outcome) in [(404, Outcome.gone), (403, .auth), (503, .outage)] {
      try scenario.tell("picture-2.png", "", status: status)
      let report = try endpoint("picture", try await scenario.round())
      #expect(
        report.outcome == outcome && report.reason?.contains("1 of 2 requests: /told/picture-2.png") == true,
        "\(report)")
    }
    try scenario.tell("picture-2.png", "")
    #expect(try endpoint("picture", try await scenario.round()).outcome.isChecked)
    struct Body: Decodable {}
    let read = Contract("shop", baseURL: "https://example.com", versions: [Version("v1") { Reads("p", as: Body.self) }])
    {
      Endpoint("p", head: "/p")
    }
    #expect(read.problems().count == 1)
  }

  @Test("What is wrong with them is a problem of the contract")
  func problems() {
    struct Body: Decodable {}
    func problems(_ version: Version, _ endpoint: Endpoint) -> [String] {
      Contract("shop", baseURL: "https://example.com", versions: [version]) { endpoint }.problems().map(\.message)
    }
    let list = Endpoint("list", get: "/list")
    func fails(_ range: Range<Int>, _ id: String = "list") -> Version {
      Version("v1") { Fails(id, as: Body.self, on: range) }
    }
    #expect(problems(fails(400..<500), list) == [])
    #expect(problems(fails(400..<500), list.failing(with: 404)) == [])
    #expect(problems(fails(500..<600), list.failing(with: 404)).count == 1)
    #expect(problems(fails(200..<300), list).isEmpty == false)
    #expect(problems(fails(400..<500, "lost"), list).count == 1)
    #expect(problems(fails(400..<500), list.failing(with: Int.max)).isEmpty == false)
    #expect(problems(Version("v1") { Fails("list", as: Body.self, on: Int.min) }, list).isEmpty == false)
    #expect(problems(fails(400..<500), Endpoint("list", writing: "POST", to: "/list")) == [])
    // Redirects are followed, trouble and waits are asked again.
    for status in [200, 304, 301, 408, 425, 429, 500, 503] {
      #expect(problems(Version("v1") {}, list.failing(with: status)).count == 1, "\(status)")
    }
    for status in [400, 401, 403, 404, 410, 422] {
      #expect(problems(Version("v1") {}, list.failing(with: status)).isEmpty, "\(status)")
    }
    #expect(problems(Version("v1") {}, list.failing(with: 400..<600)).count == 1)
    // A recording would belong to either.
    let overlapping = Version("v1") {
      Fails("list", as: Body.self, on: 404)
      Fails("list", as: Body.self, on: 400..<500)
    }
    #expect(problems(overlapping, list).count == 1)
    let apart = Version("v1") {
      Fails("list", as: Body.self, on: 404)
      Fails("list", as: Body.self, on: 500..<600)
    }
    #expect(problems(apart, list) == [])
    let taken = Contract("shop", baseURL: "https://example.com", versions: [fails(400..<500)]) {
      list
      Endpoint("list-4xx", get: "/other")
    }
    #expect(taken.problems().count == 1)
    #expect(
      problems(fails(400..<500), Endpoint("list", writing: "POST", to: "/list").failing(with: 422)).isEmpty == false)
  }
}
