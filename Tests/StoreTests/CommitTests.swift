import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

@Suite("What is committed comes back")
struct CommitTests {
  @Test(
    "Every value of a commit comes back equal, also to who opens the store next", arguments: StoreKind.allCases)
  func roundTrip(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let result = try Samples.result(round: try await opened.store.begin())
    try await opened.store.commit(result)
    try await opened.store.endRound(result.round, at: Samples.start.addingTimeInterval(2), seconds: 1.75, exitCode: 1)
    let store = try opened.again()
    let state = try await store.memory()
    var expected = RequestMemory()
    (expected.baseline, expected.baselineResponses) = (result.learned.baseline, 2881)
    (expected.mappings, expected.sends) = (result.learned.mappings, result.learned.sends)
    (expected.feeds, expected.staleAt) = (["$[*].createdAt": Samples.feed()], result.learned.staleAt)
    (expected.incidents, expected.findings, expected.report) = (result.incidents, result.findings, result.report)
    (expected.checkedAt, expected.lastGoodAt) = (Samples.start, nil)
    expected.pendingChanges = try #require(result.pendingChanges)
    expected.lastResponseAt = Samples.start
    expected.acceptanceUses = [
      "00000000000000a1": AcceptanceUse(lastMatchedAt: Samples.start, appliedAt: nil),
      "00000000000000a2": AcceptanceUse(lastMatchedAt: Samples.start, appliedAt: Samples.start),
    ]
    #expect(state == expected)
    #expect(try await store.lastChecks(environment: "production") == [Samples.products: Samples.start])
    #expect(try await store.lastChecks(environment: "staging") == [:])
    #expect(try await store.acceptanceUses() == expected.acceptanceUses)

    var facts = try Samples.facts()
    facts.shape = nil
    let response = try #require(try await store.response(result.responses[0].url))
    var stored = StoredResponse(
      facts: Deferred(facts), outcome: .drift, examinedAt: Samples.start, buildID: "build-1")
    (stored.bodyDigest, stored.etag) = (Samples.digest, "\"v7\"")
    stored.lastModified = "Sat, 21 Nov 2026 02:00:00 GMT"
    #expect(response == stored)

    #expect(try await store.incidents() == result.incidents)
    #expect(try await store.undeliveredTransitions().map(\.transition) == result.transitions)
    let key = StoredRequest(
      key: Samples.products, signature: Samples.signature, report: result.report, findings: result.findings,
      checkedAt: Samples.start, round: 1)
    #expect(try await store.requests(environment: nil) == [key])
    #expect(try await store.requests(environment: "production") == [key])
    #expect(try await store.requests(environment: "staging") == [])
    let round = StoredRound(
      number: 1, startedAt: Samples.start, finishedAt: Samples.start.addingTimeInterval(2), seconds: 1.75,
      source: .live, environment: "production", exitCode: 1, buildID: "build-1")
    #expect(try await store.lastRound(completeOnly: true) == round)
    for (environment, expected) in [("production", round), ("staging", nil)] {
      for completeOnly in [true, false] {
        #expect(try await store.lastRound(completeOnly: completeOnly, environment: environment) == expected)
      }
    }
  }

  @Test("A check of some requests leaves it as it was when all were last asked for", arguments: StoreKind.allCases)
  func partialCheck(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let earlier = Samples.start.addingTimeInterval(-3600)
    for (partial, expected) in [
      (EndpointReport.PartialCheck(wholeCheckAt: nil), nil),
      (EndpointReport.PartialCheck(wholeCheckAt: earlier), earlier),
      (nil, Samples.start),
    ] as [(EndpointReport.PartialCheck?, Date?)] {
      var result = try Samples.result(round: try await store.begin())
      result.report.partial = partial
      try await store.commit(result)
      #expect(try await store.lastChecks(environment: "production")[Samples.products] == expected)
      #expect(try await store.memory().checkedAt == Samples.start)
    }
  }

  @Test(
    "A round without its end is shown as incomplete, and cannot end twice", arguments: StoreKind.allCases)
  func incompleteRound(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    #expect(try await store.lastRound(completeOnly: false) == nil)
    let first = try await store.begin()
    try await store.endRound(first, at: Samples.start, seconds: 1, exitCode: 0)
    let second = try await store.begin()
    #expect(try await store.lastRound(completeOnly: true)?.number == first)
    let last = try #require(try await store.lastRound(completeOnly: false))
    #expect(last.number == second)
    #expect(!last.isComplete)
    #expect((last.finishedAt, last.exitCode, last.seconds) == (nil, nil, 0))
    #expect(try await store.roundCount() == 2)
    for (wrong, error) in [
      (first, StoreError.inconsistent(store: store.location, reason: "round \(first) is not running")),
      (99, .roundLost(store: store.location, round: 99)),
    ] {
      await #expect(throws: error) { try await store.endRound(wrong, at: Samples.start, seconds: 1, exitCode: 0) }
      await #expect(throws: error) { try await store.commit(try Samples.result(round: wrong)) }
    }
    #expect(StoreError.roundLost(store: "here", round: 99).mayPass)
  }

  @Test(
    "Environment and perspective keep request_keys apart, and an unknown request_key is empty",
    arguments: StoreKind.allCases)
  func places(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let round = try await store.begin()
    try await store.commit(try Samples.result(round: round))
    for change: WritableKeyPath<RequestKey, String> in [
      \.contract, \.endpoint, \.request, \.environment, \.perspective,
    ] {
      var other = Samples.products
      other[keyPath: change] = "other"
      #expect(try await store.memory(other, Samples.signature) == RequestMemory())
      #expect(try await store.response(Samples.response().url, of: other) == nil)
      #expect(try await store.memory(other).checkedAt == nil)
      #expect(try await store.memory(other).acceptanceUses == [:])
    }
    let error = await #expect(throws: StoreError.self) {
      try await store.memory(Samples.products, "GET /products?limit=100")
    }
    #expect(error?.description.contains("share the digest 0123456789abcdef") == true)
  }

  @Test(
    "Facts stay while responses are carried forward or fail; a 304 renews validators, a 503 does not",
    arguments: StoreKind.allCases)
  func carriedForward(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let round = try await store.begin()
    func record(_ response: ResponseRecord, after seconds: Double, good: Bool = false) async throws -> StoredResponse? {
      let at = Samples.start.addingTimeInterval(seconds)
      var evaluation = Evaluation(
        key: Samples.products, signature: Samples.signature, round: round, at: at,
        report: Samples.report(response.outcome, at: at))
      (evaluation.responses, evaluation.isGood) = ([response], good)
      try await store.commit(evaluation)
      return try await store.response(response.url)
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
    let state = try await store.memory()
    #expect(state.lastGoodAt == Samples.start.addingTimeInterval(1), "only a good check moves it")
  }

  @Test(
    "Pending changes are replaced by those that are given, removed by none, and stay if nothing is said",
    arguments: StoreKind.allCases)
  func pendingChanges(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for (given, expected) in [
      (nil, []), ([Samples.pendingChange()], [Samples.pendingChange()]), (nil, [Samples.pendingChange()]),
      (
        [Samples.pendingChange(.confirmed), Samples.pendingChange(.ordinary)],
        [Samples.pendingChange(.confirmed), Samples.pendingChange(.ordinary)]
      ),
      ([], []),
    ] as [([PendingChange]?, [PendingChange])] {
      try await store.check { $0.pendingChanges = given }
      #expect(try await store.memory().pendingChanges == expected)
    }
  }

  @Test(
    "Values at the edge of their types are stored without a trap", arguments: StoreKind.allCases)
  func extremes(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let round = try await store.begin()
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
      var result = try Samples.result(round: round)
      (result.at, result.report.checkedAt) = (date, date)
      result.responses[0].seconds = .nan
      result.responses[0].bytes = .max
      result.signature = Samples.signature
      result.findings[0].message = "nul \u{0} and \u{1F512} 'quote' \"double\" \n line"
      result.findings[0].confidence = .infinity
      try await store.commit(result)
      let state = try await store.memory()
      #expect(state.findings == result.findings)
      #expect(state.report == result.report)
    }
  }
}
