import ContractKit
import DriftAnalysis
import Foundation
import Ledger

extension Round {
  /// Everything that a round says of one request but the answers' own rows; see ``PlaceJudgement/result(_:unanswered:newcomers:)``.
  func judged(
    _ run: GroupRun, _ usable: [Examination], unanswered: [Examination], newcomers: Set<Int>, _ number: Int
  ) -> PlaceResult {
    let group = run.group
    return PlaceJudgement(
      place: group.place, signature: group.signature, versions: group.versionInfos, outlines: group.outlines,
      known: run.state, clock: plan.clock, round: number, requests: Set(run.requests.map(\.key)).count,
      hasUnknownReaders: plan.withoutReaders.contains(group.contract.id),
      acceptances: plan.acceptances[group.contract.id] ?? []
    ).result(usable, unanswered: unanswered, newcomers: newcomers)
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

extension Execution {
  /// Whether it was run and ended in some way.
  var isVerdict: Bool { if case .notRun = self { false } else { true } }
}
