import DriftModel
import Foundation
import Store
import StoreSamples
import Testing
import System

import StoreSQL
@testable import StoreSQLite

@Suite("A year of history")
struct YearTests {
  /// Minutes between two rounds of a whole year, which is played only where there is time: at five minutes, 105,120 rounds of 20 endpoints
  /// are two million responses.
  private static let minutes = ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_YEAR"].flatMap(Int.init)
  private static let isWhole = minutes != nil
  private static let rounds = minutes.map { 365 * 24 * 60 / max(1, $0) } ?? 5_000
  private static let endpoints = 20
  private static let resolved = isWhole ? 5_000 : 500

  private static func key(_ index: Int) -> RequestKey {
    RequestKey(
      contract: "contract-\(index / 4)", endpoint: "endpoint-\(index)", request: ContentDigest(of: ["\(index)"]).short,
      environment: "production", perspective: "default")
  }

  /// A ledger as that many rounds would leave it if nothing was ever removed; rows that no method of ours makes so fast
  /// are made by SQL.
  private func year(at path: String) async throws -> SQLiteStore {
    let ledger = try SQLiteStore(path: path)
    try await ledger.execute("PRAGMA synchronous = OFF")
    let first = try await ledger.begin()
    for index in 0..<Self.endpoints {
      var result = try Samples.result(round: first)
      result.key = Self.key(index)
      let incident = Samples.incident(ContentDigest(of: ["open", "\(index)"]).short, key: result.key)
      result.incidents = [incident]
      result.transitions = [IncidentTransition(kind: .opened, at: Samples.start, incident: incident)]
      try await ledger.commit(result)
    }
    try await ledger.endRound(first, at: Samples.start, seconds: 1, exitCode: 1)
    try await ledger.check { result in
      result.key = Self.key(0)
      result.incidents = (0..<Self.resolved).map { index in
        Samples.incident(ContentDigest(of: ["resolved", "\(index)"]).short, key: Self.key(0), state: .resolved)
      }
      result.transitions = result.incidents.map {
        IncidentTransition(kind: .resolved, at: Samples.start, incident: $0)
      }
    }
    try await ledger.deliver(through: .max, at: Samples.start)
    let start = Int(Samples.start.timeIntervalSince1970 * 1000)
    try await ledger.execute(
      """
      BEGIN;
      WITH RECURSIVE counter (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM counter WHERE n < \(Self.rounds))
      INSERT INTO rounds (number, started_at, ended_at, seconds, exit_code, source, environment, build)
      SELECT n, \(start) + n * 300000, \(start) + n * 300000 + 900, 0.9, 0, 'live', 'production', 1 FROM counter;
      INSERT INTO responses (url, round, outcome, status, bytes, milliseconds, body_digest, checked_at)
      SELECT urls.id, number, 'unchanged', 304, 0, 40, NULL, started_at FROM rounds CROSS JOIN urls
      WHERE number > 2 ORDER BY number, urls.id;
      UPDATE urls SET responses = (SELECT count(*) FROM responses WHERE url = urls.id);
      INSERT INTO mapping_counts SELECT mappings.id, number, 20, number % 20, 0, 0, 0 FROM mappings CROSS JOIN rounds
      WHERE number > 2 AND number % 10 = 0;
      WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 250)
      INSERT INTO findings (request_key, fingerprint, rule, level, state, expected, actual, message, count, total, is_learned,
        first_round, first_at, last_at, ended_round, ended_at, ending)
      SELECT id, 'f' || n % 40, 'field-type-changed', 'warning', 'open', 'number', 'object {amount, currency}',
        '$[*].price was number and is object {amount, currency}.', 20, 20, 0, n * 10, \(start) + n * 3000000,
        \(start) + n * 3000000 + 600000, n * 10 + 3, \(start) + n * 3000000 + 900000, 'gone' FROM request_keys CROSS JOIN counter;
      INSERT OR IGNORE INTO finding_paths SELECT findings.id, 0, paths.id FROM findings JOIN paths ON paths.id = 1 WHERE ended_at IS NOT NULL;
      INSERT OR IGNORE INTO finding_versions SELECT id, 'v1', 'ProductDTO.price: Double', 0 FROM findings WHERE ended_at IS NOT NULL;
      INSERT INTO shape_versions SELECT baselines.request_key, number, started_at, number, responses, shape
      FROM baselines CROSS JOIN rounds WHERE number BETWEEN 3 AND 102;
      COMMIT;
      """)
    // What is news, recorded last.
    try await ledger.check { result in
      let incident = Samples.incident(ContentDigest(of: ["news"]).short, key: Self.key(1))
      result.key = Self.key(1)
      result.incidents = [incident]
      result.transitions = [IncidentTransition(kind: .opened, at: Samples.start, incident: incident)]
    }
    return ledger
  }

  /// What `driftwatch report` asks.
  private static func report(_ ledger: isolated SQLiteStore) throws(StoreError) -> [Int] {
    let news = try ledger.undeliveredTransitions()
    let places = try ledger.requests(environment: "production")
    _ = try ledger.requests(environment: "production")
    let incidents = try ledger.incidents(openOrOf: news.map(\.transition.incident.id))
    let ids = try ledger.incidentIDs()
    let (last, complete) = (
      try ledger.lastRound(completeOnly: false, environment: nil),
      try ledger.lastRound(completeOnly: true, environment: "production")
    )
    _ = try ledger.acceptances(contract: nil)
    _ = try ledger.acceptanceUses()
    return [
      news.count, places.count, incidents.count, ids.count, last?.number ?? 0, complete?.number ?? 0,
      try ledger.roundCount(),
    ]
  }

  @Test("No statement of a report or a round reads more the longer the history is; how long a report takes is printed")
  func fast() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await year(at: folder.file())
    let expected = [
      1, Self.endpoints, Self.endpoints + 1, Self.endpoints + 1 + Self.resolved, Self.rounds + 1, Self.rounds + 1,
      Self.rounds + 1,
    ]
    let clock = ContinuousClock()
    var fastest = Duration.seconds(60)
    for _ in 0..<5 {
      let start = clock.now
      let reader = try SQLiteStore(path: folder.file(), access: .readOnly)
      let found = try await reader.traced(Self.report).result
      fastest = min(fastest, start.duration(to: clock.now))
      #expect(found == expected)
    }
    print("a report over \(Self.rounds) rounds of \(Self.endpoints) endpoints takes \(fastest)")
    let start = clock.now
    let history = try await SQLiteStore(path: folder.file(), access: .readOnly).findingHistory(HistoryQuery())
    #expect(history.count >= 250 * Self.endpoints)
    let size = try FileManager.default.attributesOfItem(atPath: folder.file())[.size] as? Int ?? 0
    print(
      "\(history.count) findings over time are read in \(start.duration(to: clock.now)); the file has \(size) bytes")

    let round = try await ledger.begin(at: Samples.start.addingTimeInterval(400 * PrunePolicy.day))
    var result = try Samples.result(round: round)
    result.key = Self.key(2)
    let incident = Samples.incident(ContentDigest(of: ["another"]).short, key: result.key, state: .resolved)
    result.incidents = [incident]
    result.transitions = [IncidentTransition(kind: .resolved, at: result.at, incident: incident)]
    let ready = result
    // The first has far more responses and counts than are kept, from then on they are at their bounds.
    let overfull = try await ledger.traced { ledger throws(StoreError) in try ledger.commit(ready) }.runs
    let usual = try await ledger.traced { ledger throws(StoreError) in
      _ = try Self.report(ledger)
      _ = try ledger.lastChecks(environment: "production")
      _ = try ledger.memory(of: [
        MemoryQuery(key: ready.key, signature: ready.signature, urls: [ready.responses[0].url])
      ])
      try ledger.commit(ready)
      try ledger.acknowledge(ContentDigest(of: ["news"]).short, by: "Ann", note: nil, at: Samples.start)
      _ = try ledger.history(ofIncident: incident.id)
      let waiting = try ledger.undeliveredTransitions().map(\.sequence)
      try ledger.markDelivered(waiting, at: Samples.start, environment: "production")
      try ledger.endRound(ready.round, at: .distantFuture, seconds: 1, exitCode: 0)
      _ = try ledger.beginRound(
        startedAt: Samples.start, source: .live, environment: "production", buildID: "build-1")
    }.runs
    #expect(usual.count > 50)
    for run in overfull + usual where !run.sql.hasPrefix("--") {
      // That index holds what waits to be told and nothing else.
      for step in try await ledger.plan(of: run.sql) where !step.hasSuffix("USING INDEX transitions_undelivered") {
        for table in ["responses", "transitions", "mapping_counts", "findings", "shape_versions"] {
          #expect(!step.hasPrefix("SCAN \(table)"), "\(step): \(run.sql)")
        }
      }
    }
    // All but the ids of all incidents, of which a shown prefix is unique.
    for run in usual where !run.sql.hasPrefix("SELECT id FROM incidents ORDER") {
      #expect(run.steps < 8_000, "\(run.steps) steps: \(run.sql)")
    }
    if Self.isWhole {
      #expect(try await ledger.number("SELECT responses FROM urls WHERE request_key = 3") ?? 0 <= Bounds.most(10_000))
      let before = try await ledger.verify()
      #expect(before == [], "\(before)")
      let start = clock.now
      let summary = try await ledger.prune(
        keeping: PrunePolicy(responses: 90 * PrunePolicy.day),
        now: Samples.start.addingTimeInterval(365 * PrunePolicy.day))
      print("pruned in \(start.duration(to: clock.now)): \(summary)")
      let checked = clock.now
      let problems = try await ledger.verify()
      #expect(problems == [], "\(problems)")
      print("verified in \(checked.duration(to: clock.now))")
    }
  }
}
