import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("A round whose contracts trap, hang and exit")
struct CrashingCodeRoundTests {
  /// One round of the hostile contract over records of these kinds.
  private func report(_ kinds: [String]) async throws -> RoundReport {
    let driftwatch = try Driftwatch(.hostile)
    func records(_ kinds: [String]) -> String {
      "[" + kinds.enumerated().map { #"{"id":\#($0.offset + 1),"kind":"\#($0.element)"}"# }.joined(separator: ",") + "]"
    }
    try driftwatch.place.write(records(["fine"] + kinds), to: "2026-01-01/hostile/mixed/index.json")
    try driftwatch.place.write(records(["fine", "fine"]), to: "2026-01-01/hostile/plain/index.json")
    let ending = try await driftwatch.call(
      "check", "hostile", "--from", driftwatch.place.path("2026-01-01"), "--format", "json", "--code-timeout", "1")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(RoundReport.self, from: ending.output)
  }

  @Test("tells each of them, breaking, with version and mapping; everything else is as without them")
  func offendersAreFindings() async throws {
    let calm = try await report(["fine", "fine", "fine"])
    let wild = try await report(["trap", "hang", "exit"])
    #expect(wild.summary.exitCode == 1)
    func said(_ rule: RuleID) -> Set<String> {
      Set(
        wild.findings.filter { $0.rule == rule && $0.level == .breaking && $0.endpoint == "mixed" }.flatMap { finding in
          finding.mappings.map { "\($0.version) \($0.mapping)" }
        })
    }
    #expect(said(.mappingCrash) == ["traps Thing", "exits Thing"])
    #expect(said(.mappingTimeout) == ["hangs Thing"])
    let crashes = wild.findings.filter { $0.rule == .mappingCrash }.map(\.message).joined(separator: "\n")
    #expect(crashes.contains("exit(0)") && crashes.contains("Index out of range"), "\(crashes)")

    // One more makes its request body with code that traps on what it does not know.
    let offenders: Set<String> = ["traps", "hangs", "exits", "sends"]
    func others(_ report: RoundReport) -> [String: [VersionReport]] {
      Dictionary(
        uniqueKeysWithValues: report.endpoints.map { endpoint in
          (endpoint.endpoint, endpoint.versions.filter { !offenders.contains($0.version) })
        })
    }
    #expect(others(wild) == others(calm))
    func rest(_ report: RoundReport) -> [String] {
      report.findings.filter { Set($0.versions.map(\.version)).isDisjoint(with: offenders) }.map(\.fingerprint).sorted()
    }
    #expect(rest(wild) == rest(calm))
    #expect(wild.endpoints.first { $0.endpoint == "plain" } == calm.endpoints.first { $0.endpoint == "plain" })
  }
}
