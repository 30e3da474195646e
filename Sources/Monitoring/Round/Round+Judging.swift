import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store

extension Round {
  /// Everything that a round says of one request but the responses' own rows; see ``RequestJudgement/result(_:unanswered:newcomers:)``.
  func judged(
    _ run: GroupRun, _ usable: [Examination], unanswered: [Examination], newcomers: Set<Int>, _ number: Int
  ) async throws -> Evaluation {
    let group = run.group
    var judgement = RequestJudgement(
      place: group.place, signature: group.signature, versions: group.versionInfos, outlines: group.outlines,
      known: run.state, clock: plan.clock, round: number, requests: Set(run.requests.map(\.key)).count,
      hasUnknownReaders: plan.withoutReaders.contains(group.contract.id),
      acceptances: try await acceptances(at: group)
    )
    judgement.levels = plan.levels
    let result = judgement.result(usable, unanswered: unanswered, newcomers: newcomers)
    // What would break is looked up only where something may.
    guard result.findings.contains(where: \.mayBePredicted) else { return result }
    var impact = run.impact
    if impact == nil { impact = try await ledger.impact(of: group.place) }
    guard let impact, impact.buildID == plan.buildID else { return result }
    judgement.impact = impact.matrix
    return judgement.result(usable, unanswered: unanswered, newcomers: newcomers)
  }
}

extension Round {
  /// What people accepted of the group's contract, with what came of it at this very request.
  private func acceptances(at group: RequestGroup) async throws -> [IdentifiedAcceptance] {
    guard let all = plan.acceptances[group.contract.id], !all.isEmpty else { return [] }
    let (here, anywhere) = (try await ledger.acceptanceUses(of: group.place), try await ledger.acceptanceUses())
    return all.map { item in
      var item = item
      item.isApplied = here[item.id]?.appliedAt != nil
      item.isOfUseElsewhere = here[item.id] == nil && anywhere[item.id] != nil
      return item
    }
  }
}

extension RequestGroup {
  /// Mappings of each version, as declared.
  var outlines: [String: [MappingOutline]] {
    var outlines: [String: [MappingOutline]] = [:]
    for version in versions {
      outlines[version.id] = version.reads(endpoint.id)?.mappings.map {
        MappingOutline(name: $0.name, recordsPath: $0.recordsPath)
      }
    }
    return outlines
  }
}
