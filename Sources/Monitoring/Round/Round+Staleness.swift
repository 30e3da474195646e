import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store

extension Round {
  /// Days, and intervals of the endpoint, for which nothing usable must have come before what is known of it counts as old.
  private static let (staleDays, staleIntervals) = (3.0, 20.0)

  /// Findings of an endpoint that could not be checked, with one that says how old the last evidence is, where it is old.
  ///
  /// Only in live rounds, where time means something, and only where there was evidence once: of what never answered
  /// nothing has grown old.
  func withAge(_ findings: [Finding], _ group: RequestGroup) async throws -> [Finding] {
    let others = findings.filter { $0.rule != .evidenceStale }
    guard sourceKind == .live, let last = try await ledger.lastResponse(at: group.place) else { return others }
    let patience = max(Self.staleDays * 86_400, Self.staleIntervals * group.endpoint.interval.seconds)
    guard plan.clock.timeIntervalSince(last) >= patience else { return others }
    var finding = Finding(
      rule: .evidenceStale, level: .info, place: group.place, actual: last.dayWords,
      message: "\(group.endpoint.id) was last examined on \(last.dayWords); what is known of it is as old.")
    let before = findings.first { $0.fingerprint == finding.fingerprint }
    (finding.firstSeen, finding.lastSeen, finding.lastGood) = (before?.firstSeen ?? plan.clock, plan.clock, last)
    return others + [finding]
  }
}
