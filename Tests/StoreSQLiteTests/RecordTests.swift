import DriftModel
import DriftRules
import Foundation
import PayloadShape
import Testing
import System

@testable import StoreSQLite

@Suite("What is recorded comes back")
struct RecordTests {
  @Test("Every value of a result comes back equal, also after the file was closed and opened for reading only")
  func roundTrip() async throws {
    let folder = try TemporaryFolder()
    let result: Evaluation
    do {
      let ledger = try Ledger(path: folder.file())
      result = try Samples.result(round: try await ledger.begin())
      try await ledger.record(result)
      try await ledger.endRound(result.round, at: Samples.start.addingTimeInterval(2), seconds: 1.75, exitCode: 1)
    }
    let ledger = try Ledger(path: folder.file(), access: .readOnly)
    let state = try await ledger.state(of: Samples.products, signature: Samples.signature)
    var expected = RequestMemory()
    (expected.baseline, expected.baselineResponses) = (result.baseline, 2881)
    (expected.mappings, expected.sends) = (result.mappings, result.sends)
    (expected.incidents, expected.findings, expected.report) = (result.incidents, result.findings, result.report)
    (expected.checkedAt, expected.lastGoodAt) = (Samples.start, nil)
    expected.pendingChanges = [Samples.pendingChange()]
    #expect(state == expected)
    #expect(try await ledger.lastCheck(at: Samples.products, signature: Samples.signature) == Samples.start)
    #expect(
      try await ledger.acceptanceUses() == [
        "00000000000000a1": AcceptanceUse(lastMatchedAt: Samples.start, appliedAt: nil),
        "00000000000000a2": AcceptanceUse(lastMatchedAt: Samples.start, appliedAt: Samples.start),
      ])

    var facts = try Samples.facts()
    facts.shape = nil
    let response = try #require(try await ledger.latestResponse(of: Samples.products, url: result.responses[0].url))
    #expect(
      response
        == StoredResponse(
          bodyDigest: Samples.digest, buildID: "build-1", etag: "\"v7\"",
          lastModified: "Sat, 21 Nov 2026 02:00:00 GMT", facts: facts, outcome: .drift, examinedAt: Samples.start,
          lastOutcome: .drift, checkedAt: Samples.start, notModifiedInRow: 0))

    #expect(try await ledger.incidents() == result.incidents)
    #expect(try await ledger.undeliveredTransitions().map(\.transition) == result.transitions)
    let place = StoredRequest(
      place: Samples.products, signature: Samples.signature, report: result.report, findings: result.findings,
      checkedAt: Samples.start, round: 1)
    #expect(try await ledger.places(environment: nil) == [place])
    #expect(try await ledger.places(environment: "production") == [place])
    #expect(try await ledger.places(environment: "staging") == [])
    let round = StoredRound(
      number: 1, startedAt: Samples.start, finishedAt: Samples.start.addingTimeInterval(2), seconds: 1.75,
      source: .live, environment: "production", exitCode: 1, buildID: "build-1")
    #expect(try await ledger.lastRound(completeOnly: true) == round)
  }

  @Test("A round without its end is shown as incomplete, and cannot end twice")
  func incompleteRound() async throws {
    let ledger = try Ledger.temporary()
    #expect(try await ledger.lastRound(completeOnly: false) == nil)
    let first = try await ledger.begin()
    try await ledger.endRound(first, at: Samples.start, seconds: 1, exitCode: 0)
    let second = try await ledger.begin()
    #expect(try await ledger.lastRound(completeOnly: true)?.number == first)
    let last = try #require(try await ledger.lastRound(completeOnly: false))
    #expect(last.number == second)
    #expect(!last.isComplete)
    #expect((last.finishedAt, last.exitCode, last.seconds) == (nil, nil, 0))
    #expect(try await ledger.roundCount() == 2)
    for wrong in [first, 99] {
      await #expect(throws: LedgerError.inconsistent(path: ":memory:", reason: "round \(wrong) is not running")) {
        try await ledger.endRound(wrong, at: Samples.start, seconds: 1, exitCode: 0)
      }
    }
  }

  @Test("Environment and perspective keep places apart, and an unknown place is empty")
  func places() async throws {
    let ledger = try Ledger.temporary()
    let round = try await ledger.begin()
    try await ledger.record(try Samples.result(round: round))
    for change: WritableKeyPath<RequestKey, String> in [
      \.contract, \.endpoint, \.request, \.environment, \.perspective,
    ] {
      var other = Samples.products
      other[keyPath: change] = "other"
      #expect(try await ledger.state(of: other, signature: Samples.signature) == RequestMemory())
      #expect(try await ledger.latestResponse(of: other, url: Samples.response().url) == nil)
      #expect(try await ledger.lastCheck(at: other, signature: Samples.signature) == nil)
      #expect(try await ledger.acceptanceUses(of: other) == [:])
    }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.state(of: Samples.products, signature: "GET /products?limit=100")
    }
    #expect(error?.description.contains("share the digest 0123456789abcdef") == true)
  }

  @Test("Neither URL nor body is in the file")
  func nothingSecret() async throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(path: folder.file())
    try await ledger.record(try Samples.result(round: try await ledger.begin()))
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file() + suffix))
      for secret in ["s3cr3t", "api.example"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(suffix)")
      }
    }
    #expect(try await ledger.number("SELECT length(url) FROM targets") == 32)
  }

  @Test("Facts stay while responses are carried forward or fail; a 304 renews validators, a 503 does not")
  func carriedForward() async throws {
    let ledger = try Ledger.temporary()
    let round = try await ledger.begin()
    func record(_ response: ResponseRecord, after seconds: Double, good: Bool = false) async throws -> StoredResponse? {
      let at = Samples.start.addingTimeInterval(seconds)
      try await ledger.record(
        Evaluation(
          place: Samples.products, signature: Samples.signature, round: round, at: at,
          report: Samples.report(response.outcome, at: at), responses: [response], isGood: good))
      return try await ledger.latestResponse(of: Samples.products, url: response.url)
    }
    var response = Samples.response(outcome: .outage, digest: nil)
    #expect(try await record(response, after: 0) == nil, "never examined")

    let first = try #require(
      try await record(Samples.response(outcome: .ok, facts: try Samples.facts()), after: 1, good: true))
    #expect((first.outcome, first.lastOutcome) == (.ok, .ok))

    response = Samples.response(outcome: .outage, digest: nil)
    (response.status, response.etag) = (503, "\"error page\"")
    var expected = first
    (expected.lastOutcome, expected.checkedAt) = (.outage, Samples.start.addingTimeInterval(2))
    #expect(try await record(response, after: 2) == expected)

    response = Samples.response(outcome: .unchanged, digest: nil)
    (response.status, response.etag, response.lastModified, response.buildID) = (304, "\"v8\"", nil, "build-2")
    (expected.lastOutcome, expected.checkedAt, expected.etag) = (
      .unchanged, Samples.start.addingTimeInterval(3), "\"v8\""
    )
    expected.notModifiedInRow = 1
    #expect(try await record(response, after: 3) == expected)

    response = Samples.response(outcome: .ok, facts: Examination(), digest: nil)
    (response.etag, response.buildID) = (nil, "build-2")
    let last = try #require(try await record(response, after: 4))
    #expect((last.etag, last.bodyDigest, last.facts, last.buildID) == (nil, nil, Examination(), "build-2"))
    let state = try await ledger.state(of: Samples.products, signature: Samples.signature)
    #expect(state.lastGoodAt == Samples.start.addingTimeInterval(1), "only a good look moves it")
    #expect(
      try await ledger.column("SELECT outcome FROM responses ORDER BY id") == [
        "outage", "ok", "outage", "unchanged", "ok",
      ])
  }

  @Test("The digest is stored when it differs from the one before, else not again")
  func digests() async throws {
    let ledger = try Ledger.temporary()
    let round = try await ledger.begin()
    let other = ContentDigest(Array("other".utf8)).hexadecimal
    for digest in [Samples.digest, Samples.digest, other, Samples.digest] {
      var result = try Samples.result(round: round)
      result.responses[0].bodyDigest = digest
      try await ledger.record(result)
    }
    let stored = try await ledger.column("SELECT lower(hex(body_digest)) FROM responses ORDER BY id")
    #expect(stored == [Samples.digest, "", other, Samples.digest])
  }

  @Test("Failures and field changes are one row for each rule and path over all rounds; paths are stored once")
  func aggregates() async throws {
    let ledger = try Ledger.temporary()
    for _ in 0..<3 {
      let round = try await ledger.begin()
      try await ledger.record(try Samples.result(round: round))
      try await ledger.endRound(round, at: Samples.start, seconds: 0, exitCode: 1)
    }
    #expect(
      try await ledger.column(
        "SELECT concat_failure FROM (SELECT version || ' ' || rule || ' ' || text || ' ' || first_round || '-' || last_round"
          + " || ' ' || count || '/' || total AS concat_failure FROM failures JOIN paths ON paths.id = path)")
        == ["v1 decode-type-mismatch $[*].price 1-3 60/60"])
    #expect(
      try await ledger.column(
        "SELECT text || ' ' || first_round || '-' || last_round || ' ' || before || ' -> ' || after || ' ' || count"
          + " FROM field_changes JOIN paths ON paths.id = path ORDER BY text")
        == [
          "$[*].offer.price 1-3 number -> object {amount, currency} 20",
          "$[*].price 1-3 number -> object {amount, currency} 20",
        ])
    #expect(try await ledger.number("SELECT count(*) FROM paths") == 2)
  }

  @Test("PendingChanges are replaced by those that are given, emptied by none, and stay where nothing is said")
  func pendingChanges() async throws {
    let ledger = try Ledger.temporary()
    for (given, expected) in [
      (nil, []), ([Samples.pendingChange()], [Samples.pendingChange()]), (nil, [Samples.pendingChange()]),
      (
        [Samples.pendingChange(.confirmed), Samples.pendingChange(.ordinary)],
        [Samples.pendingChange(.confirmed), Samples.pendingChange(.ordinary)]
      ),
      ([], []),
    ] as [([PendingChange]?, [PendingChange])] {
      try await ledger.look { $0.pendingChanges = given }
      #expect(try await ledger.state(of: Samples.products, signature: Samples.signature).pendingChanges == expected)
    }
  }

  @Test("A mapping's counts are written only when they differ from those before")
  func mappingCounts() async throws {
    let ledger = try Ledger.temporary()
    for out in [20, 20, 20, 17, 17, 20] {
      let round = try await ledger.begin()
      var result = try Samples.result(round: round)
      result.mappingCounts = [Samples.key: Samples.mapping(recordsOut: out, dropped: 20 - out)]
      try await ledger.record(result)
    }
    #expect(
      try await ledger.column(
        "SELECT round || ': ' || records_out || '/' || dropped FROM mapping_counts ORDER BY round")
        == ["1: 20/0", "4: 17/3", "6: 20/0"])
  }

  @Test("Values at the edge of their types are stored without a trap")
  func extremes() async throws {
    let ledger = try Ledger.temporary()
    let round = try await ledger.begin()
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
      var result = try Samples.result(round: round)
      (result.at, result.report.checkedAt) = (date, date)
      result.responses[0].seconds = .nan
      result.responses[0].bytes = .max
      result.signature = Samples.signature
      result.findings[0].message = "nul \u{0} and \u{1F512} 'quote' \"double\" \n line"
      result.findings[0].confidence = .infinity
      try await ledger.record(result)
      let state = try await ledger.state(of: Samples.products, signature: Samples.signature)
      #expect(state.findings == result.findings)
      #expect(state.report == result.report)
    }
  }
}

@Suite("Transitions wait until they are delivered")
struct DeliveryTests {
  @Test("Opened, resolved and reopened are told once each, in order, and again if the telling was not marked")
  func delivery() async throws {
    let ledger = try Ledger.temporary()
    #expect(try await ledger.lastDelivery() == nil)
    let kinds: [IncidentTransition.Kind] = [.opened, .resolved, .reopened]
    for (index, kind) in kinds.enumerated() {
      let round = try await ledger.begin()
      var result = try Samples.result(round: round)
      let incident = Samples.incident(state: kind == .resolved ? .resolved : .open)
      result.incidents = [incident]
      result.transitions = [
        IncidentTransition(kind: kind, at: Samples.start.addingTimeInterval(Double(index)), incident: incident)
      ]
      try await ledger.record(result)
      #expect(try await ledger.incidents() == [incident], "one row, whatever happens to it")
    }
    let waiting = try await ledger.undeliveredTransitions()
    #expect(waiting.map(\.transition.kind) == kinds)
    #expect(try await ledger.undeliveredTransitions() == waiting, "reading does not deliver")
    let told = Samples.start.addingTimeInterval(60.125)
    try await ledger.markDelivered(through: waiting[1].sequence, at: told)
    #expect(try await ledger.undeliveredTransitions() == [waiting[2]])
    #expect(try await ledger.lastDelivery() == told)
    try await ledger.markDelivered(through: waiting[2].sequence, at: told.addingTimeInterval(1))
    #expect(try await ledger.undeliveredTransitions() == [])
    #expect(try await ledger.lastDelivery() == told.addingTimeInterval(1))
  }
}
