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
import System

@testable import Monitoring

/// Asking only for what is new.
@Suite("Conditional requests", .serialized)
struct ConditionalTests {
  private let list = ["walk": Set(["list"])]

  @Test("A response that is known is asked for by its tag, and a 304 says the same as the whole response")
  func unchanged() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    let first = try await scenario.round(list)
    #expect(first.outcome("list") == .ok && first.exitCode == 0)
    let second = try await scenario.round(list)
    #expect(second.outcome("list") == .unchanged && second.exitCode == 0)
    #expect(second.endpoint("list")?.versions == first.endpoint("list")?.versions)
    let requests = try scenario.requests()
    #expect(requests.map(\.isConditional) == [false, true])
    #expect(requests.last?.headers["If-None-Match"] == "\"\(ContentDigest(Array(Walkers.good.utf8)).short)\"")
    #expect(second.report.summary.recordsMapped == 6)
  }

  @Test(
    "A break lasts over any number of 304s, with the same findings and exit code, and is over with the first good body")
  func lastingBreak() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    #expect(try await scenario.round(list).exitCode == 0)
    try scenario.tell("list", Walkers.withoutName)
    let broken = try await scenario.round(list)
    #expect(broken.exitCode == 1 && broken.transitions.map(\.kind) == [.opened])
    var last = broken
    for _ in 1...4 {
      last = try await scenario.round(list)
      #expect(last.exitCode == 1 && last.outcome("list") == .drift && last.transitions.isEmpty)
      #expect(last.findings.map(\.fingerprint) == broken.findings.map(\.fingerprint))
      #expect(last.findings.map(\.level) == broken.findings.map(\.level))
    }
    #expect(last.findings.allSatisfy { $0.lastSeen == scenario.clock })
    #expect(try scenario.requests().filter(\.isConditional).count >= 4)
    try scenario.tell("list", Walkers.good)
    let mended = try await scenario.round(list)
    #expect(mended.exitCode == 0 && mended.transitions.map(\.kind) == [.resolved])
  }

  @Test("Other code reads the whole response anew")
  func otherCode() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    for build in ["build 1", "build 1", "build 2", "build 2"] {
      scenario.buildID = build
      try await scenario.round(list)
    }
    #expect(try scenario.requests().map(\.isConditional) == [false, true, false, true])
  }

  @Test("A tag that never changes hides a change for no more than the agreed number of checks")
  func stuckTag() async throws {
    let scenario = try LiveScenario([walk()])
    scenario.adjust = { $0.fullResponseEvery = 3 }
    try scenario.tell("list", Walkers.good, etag: "\"stuck\"")
    try await scenario.round(list)
    try scenario.tell("list", Walkers.withoutName, etag: "\"stuck\"")
    let codes = [
      try await scenario.round(list).exitCode, try await scenario.round(list).exitCode,
      try await scenario.round(list).exitCode,
    ]
    #expect(codes == [0, 0, 1])
    // The second look at a first break is for the whole response, too.
    #expect(try scenario.requests().map(\.isConditional) == [false, true, true, false, false])
  }

  @Test(
    "What cannot be sent back as a tag or a date is left out",
    arguments: [
      ("W/\"weak\"", nil, true), ("unquoted", nil, true), ("*", nil, false), ("\"a b\"", nil, false),
      ("\"é\"", nil, false), (String(repeating: "x", count: 600), nil, false),
      (nil, "Sat, 01 Aug 2026 00:00:00 GMT", true), (nil, "yesterday", false), (nil, nil, false),
      (nil, "S\u{1}at, 01 Aug 2026 00:00:00 GMT", false),
    ] as [(String?, String?, Bool)])
  func validators(etag: String?, date: String?, isSent: Bool) async throws {
    #expect((Validators(etag: etag, lastModified: date) != nil) == isSent)
  }

  @Test("A 304 that nobody asked for is no response, and leaves what was known")
  func unasked() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", "", isNotModified: true)
    let round = try await scenario.round(list)
    #expect(round.outcome("list") == .transport && round.exitCode == 3)
    #expect(round.endpoint("list")?.reason?.contains("not conditional") == true)
  }

  @Test("After a failure the whole response is asked for")
  func afterFailure() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    try await scenario.round(list)
    try scenario.tell("list", "{}", status: 404)
    #expect(try await scenario.round(list).outcome("list") == .gone)
    try scenario.tell("list", Walkers.good)
    #expect(try await scenario.round(list).outcome("list") == .ok)
    #expect(try scenario.requests().map(\.isConditional) == [false, true, false])
  }

  @Test(
    "A parent that is unchanged still leads to its children; one changed response of several is judged with all others")
  func chain() async throws {
    let scenario = try LiveScenario([walk()])
    let two = Walkers.list { #""name":"Ada","url":"/told/detail/\#(1 + $0 % 2)""# }
    try scenario.tell("list", two)
    for id in 1...2 { try scenario.tell("detail/\(id)", #"{"id":\#(id),"next":"/told/species/1"}"#) }
    try scenario.tell("species/1", #"{"id":1}"#)
    let selection = ["walk": Set(["list", "detail", "species"])]
    #expect(try await scenario.round(selection).exitCode == 0)
    let second = try await scenario.round(selection)
    #expect(second.report.endpoints.map(\.outcome) == [.unchanged, .unchanged, .unchanged])
    #expect(second.endpoint("detail")?.examined == 2)
    #expect(try scenario.requests().suffix(4).map(\.isConditional) == [true, true, true, true])
    try scenario.tell("detail/2", #"{"next":"/told/species/1"}"#)
    let broken = try await scenario.round(selection)
    let finding = try #require(broken.findings(.decodeKeyNotFound).first)
    #expect(finding.countOfTotal == "1 of 2", "\(finding)")
    #expect(broken.exitCode == 1 && broken.outcome("species") == .unchanged)
  }

  @Test("Endpoints whose records refer to each other are asked for in full, others by their tags")
  func references() async throws {
    let scenario = try LiveScenario([shelf])
    try scenario.tell("items", #"[{"id":1,"categoryID":7}]"#)
    try scenario.tell("categories", #"[{"id":7}]"#)
    try scenario.tell("tags", #"{"tags":[]}"#)
    for _ in 1...3 { #expect(try await scenario.round().exitCode == 0) }
    #expect(try scenario.requests("items").map(\.isConditional) == [false, false, false])
    #expect(try scenario.requests("categories").map(\.isConditional) == [false, false, false])
    #expect(try scenario.requests("tags").map(\.isConditional) == [false, true, true])
  }

  @Test("A POST is never conditional, even one that only reads")
  func post() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("graphql", #"{"data":{"people":[]}}"#)
    for _ in 1...3 { #expect(try await scenario.round(["walk": ["search"]]).exitCode == 0) }
    #expect(try scenario.requests("graphql").map(\.isConditional) == [false, false, false])
  }

  @Test("GraphQL errors in a 200 are no data and no drift")
  func graphQLErrors() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("graphql", #"{"data":{"people":[]}}"#)
    try await scenario.round(["walk": ["search"]])
    try scenario.tell("graphql", #"{"errors":[{"message":"late"}],"data":null}"#)
    let round = try await scenario.round(["walk": ["search"]])
    #expect(round.outcome("search") == .requestError && round.exitCode == 3 && round.alarms.isEmpty)
    #expect(round.endpoint("search")?.reason?.contains("late") == true)
  }

  @Test("Requests that are equal are sent once, over contracts too, unless their credentials differ")
  func sharedRequests() async throws {
    for (other, sent) in [(nil, 1), (Authorization.header("X-Api-Key", .environment("OTHER")), 2)] {
      let scenario = try LiveScenario([walk(), stroll(authorization: other)])
      scenario.variables = ["OTHER": "k3y-of-another"]
      try scenario.tell("list", Walkers.good)
      let round = try await scenario.round(["walk": ["list"], "stroll": ["list"]])
      #expect(round.report.endpoints.map(\.outcome) == [.ok, .ok])
      #expect(try scenario.requests("list").count == sent)
      // The one is new to its contract, the other asks by the tag: the whole response serves both.
      scenario.buildID = "build 2"
      #expect(try await scenario.round(["walk": ["list"]]).outcome("list") == .ok)
      scenario.buildID = "build 1"
      #expect(try await scenario.round(["walk": ["list"], "stroll": ["list"]]).exitCode == 0)
      #expect(try scenario.requests("list").count == sent * 2 + 1)
    }
  }

  @Test("A credential that a host sends back in a tag is not stored")
  func echoedSecret() async throws {
    let secret = "canary-5ecret-in-a-tag"
    let key = Authorization.header("X-Api-Key", .environment("KEY"))
    let scenario = try LiveScenario([walk(authorization: key)])
    scenario.variables = ["KEY": secret]
    for tag in ["\"\(secret)\"", "\"\(Data(secret.utf8).base64EncodedString())\""] {
      try scenario.tell("list", Walkers.good, etag: tag, headers: ["Link": "<https://x.example/\(secret)>; rel=sunset"])
      try await scenario.round(list)
    }
    #expect(try scenario.requests().dropFirst().allSatisfy { $0.headers["If-None-Match"]?.contains(secret) != true })
    for suffix in ["", "-wal"] {
      let data = try Data(contentsOf: URL(fileURLWithPath: scenario.ledgerFile.path + suffix))
      #expect(data.range(of: Data(secret.utf8)) == nil)
      #expect(data.range(of: Data(Data(secret.utf8).base64EncodedString().utf8)) == nil)
    }
  }

  @Test("What another perspective or environment was told is asked for in full")
  func keys() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    try await scenario.round(list)
    scenario.contracts = [walk(perspective: "premium")]
    try await scenario.round(list)
    scenario.environment = "staging"
    try await scenario.round(list)
    try await scenario.round(list)
    #expect(try scenario.requests().map(\.isConditional) == [false, false, false, true])
    let perspectives = try await scenario.ledger.requests(environment: nil).map {
      "\($0.key.environment) \($0.key.perspective)"
    }
    #expect(perspectives.sorted() == ["production default", "production premium", "staging premium"])
  }
}
