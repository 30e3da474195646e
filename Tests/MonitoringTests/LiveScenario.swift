import ContractKit
import DriftModel
import DriftRules
import Examination
import Fetching
import Foundation
import Store
import StoreSQL
import StoreSQLite
import Monitoring
import TestSupport
import Testing
import System

/// A provider on a loopback port that says what a test tells it, and the live rounds that are run against it.
///
/// Everything is real: sockets, worker processes, SQLite. The rounds' clock is the test's, so that days pass at once.
final class LiveScenario {
  var contracts: [Contract]
  let server: HostileServer
  let ledger: SQLiteStore
  let ledgerFile: URL
  var clock = Date(timeIntervalSince1970: 1_772_366_400)
  var buildID = "build 1"
  var environment = "production"
  var variables: [String: String] = [:]
  var allowsWrites = false
  var usesBaseURL = true
  /// What a round's plan is changed by.
  var adjust: (inout Monitoring.Round.Plan) -> Void = { _ in }
  private let place: TemporaryPlace
  private let fetcher: Fetcher

  init(_ contracts: [Contract], policy: FetchPolicy = .standard) throws {
    self.contracts = contracts
    fetcher = Fetcher(policy: policy)
    place = try TemporaryPlace()
    try FileManager.default.createDirectory(atPath: place.path("told"), withIntermediateDirectories: true)
    server = try HostileServer(files: place.path("told"))
    ledgerFile = URL(fileURLWithPath: place.path("ledger.sqlite"))
    ledger = try SQLiteStore(path: ledgerFile.path)
  }

  /// What the server says at `path` from now on; a body of JSON text gets a tag of its own unless `etag` is `nil`.
  func tell(
    _ path: String, _ body: String, status: Int = 200, etag: String? = "auto", headers: [String: String] = [:],
    isNotModified: Bool = false
  ) throws {
    struct Told: Encodable {
      let status: Int
      let headers: [String: String]
      let body: String
      let notModified: Bool
      enum CodingKeys: String, CodingKey {
        case status, headers, body
        case notModified = "not-modified"
      }
    }
    var headers = headers
    if let etag { headers["ETag"] = etag == "auto" ? "\"\(ContentDigest(Array(body.utf8)).short)\"" : etag }
    let told = Told(status: status, headers: headers, body: body, notModified: isNotModified)
    try place.write(String(decoding: try JSONEncoder().encode(told), as: UTF8.self), to: "told/\(path).http.json")
  }

  /// What the server got for `path` so far.
  func requests(_ path: String = "") throws -> [HostileServer.Received] {
    try server.requests(under: "/told/\(path)")
  }

  /// One live round, `after` seconds later, over `selection` or everything.
  @discardableResult
  func round(
    after seconds: Double = 900, _ selection: [String: Set<String>]? = nil, onlyDue: Bool = false
  ) async throws -> RecordedScenario.Round {
    clock += seconds
    var plan = Monitoring.Round.Plan(contracts: contracts, environment: environment, clock: clock, buildID: buildID)
    plan.selection = selection
    plan.namesEndpoints = selection != nil
    plan.onlyDue = onlyDue
    plan.variables = variables
    if usesBaseURL { for contract in contracts { plan.baseURLs[contract.id] = server.url("/told") } }
    adjust(&plan)
    let result = try await Monitoring.Round(
      plan, store: ledger, examiner: Examiner(executable: try RecordedScenario.executable("fixture-contracts")),
      fetcher: fetcher
    ).run()
    let info = RoundInfo(
      number: result.number ?? 0, startedAt: clock, finishedAt: clock, seconds: 0, source: .live, judge: "test",
      environment: environment)
    let report = try await ReportBuilder(contracts: contracts, environment: environment).report(
      endpoints: result.endpoints, transitions: result.transitions, round: info, store: ledger)
    return RecordedScenario.Round(result: result, report: report)
  }
}

extension HostileServer.Received {
  /// Whether it asked only for what is new.
  var isConditional: Bool { headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil }
}

/// Responses of the `walk` contract's list.
enum Walkers {
  static let good = list { #""name":"Ada \#($0)","url":"/told/detail/1""# }
  /// The app shows nothing.
  static let withoutName = list { #""url":"/told/detail/\#($0 % 2)""# }

  static func list(_ members: (Int) -> String) -> String {
    "[" + (1...6).map { "{\"id\":\($0),\(members($0))}" }.joined(separator: ",") + "]"
  }
}
