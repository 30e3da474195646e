import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import StoreSQL
import StoreSQLite
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

/// What a release would send, sent to a sandbox.
@Suite("Writes to a sandbox", .serialized)
struct WriteRoundTests {
  private let lamp = #"[{"id":1,"title":"Lamp","price":12.5},{"id":2,"title":"Chair","price":40}]"#

  private func scenario(environment: String = "sandbox", allowsWrites: Bool = true) throws -> LiveScenario {
    let scenario = try LiveScenario([])
    scenario.contracts = [store(sandbox: scenario.server.url("/told"))]
    (scenario.usesBaseURL, scenario.environment) = (false, environment)
    scenario.adjust = { $0.allowsWrites = allowsWrites }
    try scenario.tell("products", lamp)
    try scenario.tell("products.post", #"{"id":3}"#, status: 201)
    return scenario
  }

  @Test("Each version's body of the first record read is sent once, and a 2xx is all that is wanted")
  func accepted() async throws {
    let scenario = try scenario()
    let round = try await scenario.round()
    #expect(round.exitCode == 0 && round.outcome("create") == .ok && round.outcome("remove") == nil)
    let writes = try scenario.requests().filter { $0.method != "GET" }
    #expect(writes.map(\.method) == ["POST", "POST"])
    let bodies = try writes.map { try JSONDecoder().decode(EditableJSON.self, from: Data($0.body.utf8)) }
    #expect(bodies == [["title": "Lamp", "price": 12.5], ["title": "Lamp", "cents": 1250]])
    #expect(writes.allSatisfy { $0.headers["Content-Type"] == "application/json" })
    // Once more in the next round, of a response and not of what is remembered of one.
    #expect(try await scenario.round().exitCode == 0)
    let all = try scenario.requests()
    #expect(all.filter { $0.method == "POST" }.count == 4 && all.allSatisfy { !$0.isConditional })
    let file = try Data(contentsOf: scenario.ledgerFile)
    #expect(file.range(of: Data(#"\"title\":\"Lamp\""#.utf8)) == nil, "no body is stored")
  }

  @Test(
    "Nothing is sent without being allowed, outside a declared sandbox, or where a base URL points elsewhere",
    arguments: [("sandbox", false, false), ("staging", true, false), ("sandbox", true, true)])
  func notSent(environment: String, allowsWrites: Bool, isPointedElsewhere: Bool) async throws {
    let scenario = try scenario(environment: environment, allowsWrites: allowsWrites)
    scenario.usesBaseURL = isPointedElsewhere
    #expect(try await scenario.round().exitCode == 0)
    let named = try await scenario.round(["store": ["products", "create", "remove"]])
    #expect(named.exitCode == 3 && named.outcome("products")?.isChecked == true)
    #expect(named.outcome("create") == .notChecked && named.outcome("remove") == .notChecked)
    let words =
      !allowsWrites ? "recordings only" : isPointedElsewhere ? "only to the declared sandbox" : "only to a sandbox"
    #expect(named.endpoint("create")?.reason?.contains(words) == true, "\(named.report.endpoints)")
    #expect(try scenario.requests().allSatisfy { $0.method == "GET" })
  }

  @Test(
    "A refusal with a message is a finding that lasts, names places and no words, and is over when the body is taken")
  func rejected() async throws {
    let scenario = try scenario()
    let message = #"{"errors":{"price":["must be s3cret"],"ann@example.org":["no"]},"code":42,"note":null}"#
    try scenario.tell("products.post", message, status: 422)
    let round = try await scenario.round()
    let findings = round.findings(.requestRejected)
    #expect(findings.map(\.level) == [.breaking, .warning] && findings.map(\.hit) == ["v2", "v1"])
    #expect(
      findings.allSatisfy { $0.paths == ["$.code", "$.errors.price[*]", "$.errors.…"] }, "\(findings.map(\.paths))")
    #expect(findings.allSatisfy { $0.endpoint == "create" && $0.environment == "sandbox" })
    #expect(round.exitCode == 1 && round.outcome("create") == .drift)
    #expect(round.transitions.map(\.kind) == [.opened])
    let told = String(decoding: try JSONEncoder().encode(round.report), as: UTF8.self)
    #expect(!told.contains("s3cret") && !told.contains("ann@example") && !told.contains("must be"))
    // The sandbox is down: what was refused still is, and nobody knows more.
    try scenario.tell("products.post", "{}", status: 404)
    let down = try await scenario.round()
    #expect(down.outcome("create") == .gone && down.transitions.isEmpty && down.exitCode == 1)
    #expect(down.findings(.requestRejected).count == 2)
    try scenario.tell("products.post", "{}", status: 201)
    let taken = try await scenario.round()
    #expect(taken.exitCode == 0 && taken.transitions.map(\.kind) == [.resolved] && taken.outcome("create") == .ok)
  }

  @Test(
    "What is no word about the body is no finding, and a write is sent once whatever comes",
    arguments: [(401, Outcome.auth), (404, .gone), (429, .rateLimited), (503, .outage), (500, .outage)])
  func others(status: Int, outcome: Outcome) async throws {
    let scenario = try scenario()
    try scenario.tell("products.post", #"{"message":"no"}"#, status: status)
    let round = try await scenario.round()
    #expect(round.outcome("create") == outcome && round.exitCode == 3 && round.findings(.requestRejected).isEmpty)
    // One for each version; who asks to be left alone gets no second one.
    #expect(try scenario.requests().filter { $0.method == "POST" }.count == (status == 429 ? 1 : 2))
  }

  @Test(
    "A conflict with what the sandbox holds is no refusal of the body, and says what to do; a refusal stays meanwhile")
  func conflict() async throws {
    let scenario = try scenario()
    try scenario.tell("products.post", #"{"message":"a Lamp is there"}"#, status: 409)
    let round = try await scenario.round()
    #expect(round.outcome("create") == .notChecked && round.exitCode == 3 && round.findings(.requestRejected).isEmpty)
    #expect(
      round.endpoint("create")?.reason
        == "409, what is sent conflicts with what the sandbox holds; empty the sandbox and check again")
    try scenario.tell("products.post", #"{"message":"no"}"#, status: 422)
    #expect(try await scenario.round().findings(.requestRejected).count == 2)
    try scenario.tell("products.post", #"{"message":"a Lamp is there"}"#, status: 409)
    let still = try await scenario.round()
    #expect(still.findings(.requestRejected).count == 2 && still.transitions.isEmpty)
  }

  @Test("A refusal without a message in JSON is an outcome; without a value there is nothing to send")
  func nothingToSay() async throws {
    let scenario = try scenario()
    try scenario.tell("products.post", "<h1>no</h1>", status: 400)
    #expect(try await scenario.round().outcome("create") == .requestError)
    try scenario.tell("products", "[]")
    let empty = try await scenario.round()
    #expect(empty.outcome("create") == .notChecked)
    #expect(empty.endpoint("create")?.reason == "no value was read of which a body could be made")
    #expect(try scenario.requests().filter { $0.method == "POST" }.count == 2)
  }
}
