import DriftModel
import Foundation
import PayloadShape
import StoreSamples
import Testing
import System

@testable import StoreSQL
@testable import StoreSQLite

@Suite("The file stays small")
struct GrowthTests {
  @Test(
    "Unchanged responses take under 200 bytes each, their rounds included",
    arguments: [(rounds: 2_000, urls: 1), (rounds: 500, urls: 5), (rounds: 50, urls: 50)])
  func unchanged(rounds: Int, urls: Int) async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    try await ledger.execute("PRAGMA synchronous = OFF")  // the test is about bytes, not about the disk
    func pass(_ index: Int, facts: Examination?) async throws {
      let at = Samples.start.addingTimeInterval(Double(index) * 300)
      let round = try await ledger.begin(at: at)
      var result = try Samples.result(round: round, at: at)
      result.responses = (0..<urls).map {
        Samples.response("https://api.example/products/\($0)", outcome: facts == nil ? .unchanged : .ok, facts: facts)
      }
      if facts == nil {
        (result.learned.baseline, result.learned.mappings, result.learned.sends, result.transitions) = (
          nil, [:], [:], []
        )
      }
      try await ledger.commit(result)
      try await ledger.endRound(round, at: at, seconds: 0.5, exitCode: 1)
    }
    try await pass(0, facts: try Samples.facts())
    let before = try await ledger.size()
    for index in 1...rounds { try await pass(index, facts: nil) }
    let perResponse = Double(try await ledger.size() - before) / Double(rounds * urls)
    #expect(perResponse < 200)
    #expect(try await ledger.number("SELECT count(*) FROM responses") == (rounds + 1) * urls)
    print("an unchanged response takes \(perResponse) bytes (\(urls) to a round)")
  }

  /// Set for the bounds that are really used, which takes minutes in a debug build.
  private static let isThorough = ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_YEAR"] != nil

  @Test(
    "An endpoint that changes its values, member names and links at each poll fills the file to a point and no further")
  func changing() async throws {
    var bounds = Bounds()
    if !Self.isThorough {
      (bounds.responsesPerURL, bounds.countsPerMapping, bounds.rounds) = (160, 80, 160)
      (bounds.urlsPerRequestKey, bounds.findingsPerRequestKey, bounds.reportedPerIncident) = (50, 50, 20)
      bounds.resolvedPerRequestKey = 20
    }
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file(), bounds: bounds)
    try await ledger.execute("PRAGMA synchronous = OFF")
    var sizes: [Int] = []
    let polls = bounds.responsesPerURL * 11 / 10
    for poll in 0..<3 * polls {
      let at = Samples.start.addingTimeInterval(Double(poll) * 300)
      try await ledger.check(at: at, digest: ContentDigest(of: ["\(poll)"]).hexadecimal) { result in
        var mapping = Samples.mapping(recordsOut: poll % 7, dropped: 20)
        mapping.recordsIn = poll
        result.mappingCounts = [Samples.key: MappingCounts(mapping)]
        result.responses.append(Samples.response("https://api.example/products/\(poll)", facts: Examination()))
        var finding = Samples.finding()
        (finding.path, finding.paths, finding.fingerprint) = ("$['\(poll)']", ["$['\(poll)'].price"], "\(poll)")
        result.findings = [finding]
        if poll == 0 { result.learned.baseline = try? Samples.shape() }
        // One incident comes and goes, and each poll has one of its own.
        let ids = ["7f3a000000000001", ContentDigest(of: ["incident", "\(poll)"]).short]
        result.incidents = ids.map { Samples.incident($0, state: .resolved, at: at) }
        result.transitions = result.incidents.map { IncidentTransition(kind: .resolved, at: at, incident: $0) }
      }
      try await ledger.markDelivered(
        try await ledger.undeliveredTransitions().map(\.sequence), at: at, environment: "production")
      if (poll + 1).isMultiple(of: polls) { sizes.append(try await ledger.size()) }
    }
    print("an endpoint that changes at each poll takes \(sizes) bytes after 1, 2 and 3 times \(polls) polls")
    #expect(sizes.count == 3)
    #expect(Double(sizes[2]) <= Double(sizes[1]) * 1.05)
    for (rows, most) in [
      ("urls", bounds.urlsPerRequestKey), ("findings", bounds.findingsPerRequestKey),
      ("mapping_counts", bounds.countsPerMapping),
      ("incidents", bounds.resolvedPerRequestKey),
      ("responses WHERE url = 1", bounds.responsesPerURL),
      ("transitions WHERE incident = '7f3a000000000001'", bounds.reportedPerIncident),
    ] {
      let count = try #require(try await ledger.number("SELECT count(*) FROM \(rows)"))
      #expect(count <= Bounds.most(most), "\(rows)")
      #expect(count >= most, "\(rows)")
    }
    #expect(
      try await ledger.number("SELECT count(*) FROM paths") == 2 * (try await ledger.rowCounts()["findings"] ?? 0))
    let rounds = try #require(try await ledger.number("SELECT count(*) FROM rounds"))
    #expect(rounds <= Bounds.most(bounds.responsesPerURL))
    #expect(try await ledger.roundCount() == 3 * polls, "those that are gone were begun all the same")
    let problems = try await ledger.verify()
    #expect(problems == [], "\(problems)")
  }
}
