import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

import StoreSQL
@testable import StoreSQLite

/// One thing that is wrong with a ledger.
struct Harm: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sql: String
  let expected: [String]

  init(_ sql: String, _ expected: String...) {
    testDescription = expected.first ?? sql
    self.sql = sql
    self.expected = expected
  }
}

@Suite("verify finds what is wrong")
struct VerifyTests {
  private func ledger(_ folder: TemporaryFolder) async throws -> SQLiteStore {
    let ledger = try SQLiteStore(path: folder.file())
    for _ in 0..<2 {
      let round = try await ledger.begin()
      try await ledger.commit(try Samples.result(round: round))
      try await ledger.endRound(round, at: Samples.start, seconds: 0, exitCode: 1)
    }
    try await ledger.accept([Samples.acceptance()], contract: "platzi-store", at: Samples.start)
    return ledger
  }

  @Test("Nothing, in a sound one, whether it is open for writing or reading")
  func sound() async throws {
    let folder = try TemporaryFolder()
    #expect(try await ledger(folder).verify() == [])
    #expect(try await SQLiteStore(path: folder.file(), access: .readOnly).verify() == [])
    #expect(try await SQLiteStore.temporary().verify() == [])
  }

  @Test("Nothing, after the clock was set back")
  func clockSetBack() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    for (hours, isGood) in [(0, true), (-24, false), (-23, true), (1, false)] {
      var result = try Samples.result(
        round: try await ledger.begin(), at: Samples.start.addingTimeInterval(Double(hours) * 3600))
      if isGood { result.findings = [] }
      result.isGood = isGood
      try await ledger.commit(result)
      #expect(try await ledger.verify() == [])
    }
  }

  @Test(
    "Each harm is one line that quotes no value",
    arguments: [
      Harm("UPDATE baselines SET shape = '{\"s3cr3t\":1'", "baselines.shape: row 1 cannot be read"),
      Harm("UPDATE write_shapes SET shape = ''", "write_shapes.shape: row 1 cannot be read"),
      Harm("UPDATE mappings SET statistics = '[\"s3cr3t\"]'", "mappings.statistics: row 1 cannot be read"),
      Harm("UPDATE request_states SET report = '[]'", "request_states.report: row 1 cannot be read"),
      Harm("UPDATE request_states SET findings = '{}'", "request_states.findings: row 1 cannot be read"),
      Harm("UPDATE feeds SET members = '[{\"member\":\"s3cr3t\"}]'", "feeds.members: row 1 cannot be read"),
      Harm(
        "UPDATE feeds SET members = json_set(members, '$[0].advances', -1)",
        "feeds.members: row 1 cannot be read"),
      Harm(
        "UPDATE pending_changes SET changes = '[{\"key\":\"s3cr3t\"}]'",
        "pending_changes.changes: row 1 cannot be read"),
      Harm(
        "UPDATE pending_changes SET changes = json_set(changes, '$[0].counts.checks', 9223372036854775807)",
        "pending_changes.changes: row 1 cannot be read"),
      Harm(
        "UPDATE pending_changes SET changes = json_set(changes, '$[0].course.longestRun', -1)",
        "pending_changes.changes: row 1 cannot be read"),
      Harm(
        "UPDATE pending_changes SET changes = json_set(changes, '$[0].counts.affected', 1e300)",
        "pending_changes.changes: row 1 cannot be read"),
      Harm(
        "UPDATE mappings SET statistics = json_set(statistics, '$.records.total', 9223372036854775807)",
        "mappings.statistics: row 1 cannot be read"),
      Harm(
        "UPDATE mappings SET statistics = json_set(statistics, '$.values.price.shares.zero.count', 99)",
        "mappings.statistics: row 1 cannot be read"),
      Harm("UPDATE incidents SET incident = 'x'", "incidents.incident: row 1 cannot be read"),
      Harm(
        "UPDATE incidents SET state = 'resolved'", "incidents.incident: row 1 has another state than its row",
        "incidents: row 1 in another state than the last transition"),
      Harm("DELETE FROM transitions", "incidents: row 1 without a transition"),
      Harm(
        "DELETE FROM request_states WHERE request_key = 1", "request_keys: without a row in request_states in 1 row"),
      Harm("DELETE FROM baselines", "request_keys: without a row in baselines in 1 row"),
      Harm("UPDATE baselines SET responses = -5", "baselines.responses: a count that cannot be in 1 row"),
      Harm("UPDATE mapping_counts SET dropped = -1", "mapping_counts: a count below 0 in 1 row"),
      Harm("UPDATE findings SET count = -1", "findings: a count below 0 in 1 row"),
      Harm("UPDATE responses SET bytes = -1 WHERE id = 1", "responses: a size or time below 0 in 1 row"),
      Harm("UPDATE sqlite_sequence SET seq = 1", "sqlite_sequence: below a number that is in use in 2 rows"),
      Harm("UPDATE incidents SET opened_at = 7", "incidents.incident: row 1 was opened at another time than its row"),
      Harm(
        "UPDATE request_keys SET environment = 's3cr3t'",
        "incidents.incident: row 1 belongs to another request key than its row"),
      Harm(
        "UPDATE transitions SET transition = 'x'", "transitions.transition: 2 rows (1, 2) cannot be read"),
      Harm(
        "UPDATE transitions SET transition = replace(transition, '7f3a', 'ffff') WHERE sequence = 2",
        "transitions.transition: row 2 is of another incident than its row"),
      Harm("DELETE FROM incidents", "transitions: 2 rows refer to nothing"),
      Harm("UPDATE responses SET round = 99 WHERE id = 1", "responses: 1 row refers to nothing"),
      Harm("UPDATE acceptances SET acceptance = '{}'", "acceptances.acceptance: row 1 cannot be read"),
      Harm("UPDATE acceptances SET contract = 's3cr3t'", "acceptances.acceptance: row 1 has another id than its row"),
      Harm("UPDATE rounds SET source = 's3cr3t'", "rounds.source: an unknown word"),
      Harm("UPDATE urls SET outcome = 's3cr3t'", "urls.outcome: an unknown word"),
      Harm("UPDATE responses SET outcome = 's3cr3t' WHERE id = 2", "responses.outcome: an unknown word"),
      Harm("UPDATE latest_responses SET outcome = ''", "latest_responses.outcome: an unknown word"),
      Harm("UPDATE findings SET rule = 's3cr3t'", "findings.rule: an unknown word"),
      Harm("UPDATE findings SET level = 's3cr3t'", "findings.level: an unknown word"),
      Harm("UPDATE findings SET state = 's3cr3t'", "findings.state: an unknown word"),
      Harm("UPDATE findings SET form = 's3cr3t'", "findings.form: row 1 cannot be read"),
      Harm(
        "UPDATE rounds SET ended_at = started_at - 1", "rounds.ended_at: before the round's start in 2 rows"),
      Harm("UPDATE urls SET digest = x'00'", "urls.digest: not 32 bytes in 1 row"),
      Harm("UPDATE latest_responses SET body_digest = x'00'", "latest_responses.body_digest: not 32 bytes in 1 row"),
      Harm("UPDATE responses SET body_digest = zeroblob(33)", "responses.body_digest: not 32 bytes in 2 rows"),
      Harm(
        "UPDATE baselines SET responses = 9223372036854775807",
        "baselines.responses: a count that cannot be in 1 row"),
      Harm("UPDATE urls SET responses = 7", "urls.responses: not the number of its responses in 1 row"),
      Harm(
        "UPDATE findings SET last_at = first_at - 1, ended_round = 9, ended_at = first_at, ending = 'gone'",
        "findings.last_at: before the first in 1 row"),
      Harm(
        "UPDATE findings SET last_at = first_at, ended_round = -1, ended_at = first_at, ending = 's3cr3t'",
        "findings.ending: an unknown word", "findings.ended_round: before the first in 1 row"),
      Harm(
        "UPDATE request_states SET last_good_at = checked_at + 1",
        "request_states.last_good_at: after the last check in 1 row"),
      Harm("PRAGMA user_version = 4711", "user_version: not that of schema \(Schema.version)"),
      Harm("PRAGMA application_id = 1", "application_id: not that of schema \(Schema.version)"),
      Harm("DROP INDEX responses_of_round", "index responses_of_round: is missing"),
      Harm(
        "DROP INDEX responses_of_round; CREATE INDEX responses_of_round ON responses (status)",
        "index responses_of_round: is not as schema \(Schema.version) has it"),
      Harm(
        "CREATE TRIGGER s3cr3t AFTER INSERT ON responses BEGIN DELETE FROM responses; END",
        "schema: 1 that no schema of Driftwatch has"),
      Harm(
        "UPDATE baselines SET shape = 'x'; UPDATE urls SET responses = 0", "baselines.shape: row 1 cannot be read",
        "urls.responses: not the number of its responses in 1 row"),
    ])
  func harm(_ harm: Harm) async throws {
    let folder = try TemporaryFolder()
    let ledger = try await ledger(folder)
    try await ledger.execute("PRAGMA foreign_keys = OFF; \(harm.sql)")
    let problems = try await ledger.verify()
    #expect(problems == harm.expected)
    #expect(!problems.contains { $0.contains("s3cr3t") || $0.contains("\n") })
    // The same for who only reads.
    if !harm.sql.contains("PRAGMA") {
      #expect(try await SQLiteStore(path: folder.file(), access: .readOnly).verify() == harm.expected)
    }
  }

  @Test("A page of the file that is gone is told, not thrown")
  func overwritten() async throws {
    let folder = try TemporaryFolder()
    do {
      let ledger = try await ledger(folder)
      for index in 0..<200 { try await ledger.check(url: "https://api.example/\(index)") }
      _ = try await ledger.size()
    }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file()))
    let pages = Int(try handle.seekToEnd()) / 4096
    var told = 0
    for page in stride(from: 2, to: pages, by: 5) {
      try handle.seek(toOffset: UInt64(page * 4096))
      let sound = try #require(try handle.read(upToCount: 4096))
      try handle.seek(toOffset: UInt64(page * 4096))
      try handle.write(contentsOf: Data(repeating: 0x5a, count: 4096))
      do throws(StoreError) {
        let problems = try await SQLiteStore(path: folder.file(), access: .readOnly).verify()
        told += problems.isEmpty ? 0 : 1
        #expect(!problems.contains { $0.contains("\n") })
      } catch {  // the schema itself: then it does not open
        guard case .damaged = error else { throw error }
      }
      try handle.seek(toOffset: UInt64(page * 4096))
      try handle.write(contentsOf: sound)
    }
    #expect(told > 0)
    #expect(try await SQLiteStore(path: folder.file()).verify() == [])
  }
}
