import ContractKit
import DriftAnalysis

extension Round {
  /// Keeps the identities that other endpoints' mappings refer to, where every answer of the endpoint was mapped.
  func noteIdentities(_ run: GroupRun, _ state: inout RoundState) {
    let group = run.group
    for version in group.versions {
      for mapping in version.reads(group.endpoint.id)?.mappings ?? []
      where version.isReferred(to: mapping.name, at: group.endpoint.id) {
        var all = IdentityDigests()
        var isWhole = !run.facts.isEmpty
        for (answer, facts) in zip(run.answers, run.facts) {
          let part = facts?.versions.first { $0.version == version.id }?.mappings.first { $0.name == mapping.name }
          guard Self.outcome(of: answer, facts: facts).outcome == nil, let part, part.execution.hasSucceeded,
            let identities = part.identities
          else {
            isWhole = false
            break
          }
          all.add(identities)
        }
        guard isWhole, all.isWhole else { continue }
        state.identities[Self.key(group.contract.id, group.endpoint.id, version.id, mapping.name)] = all
      }
    }
  }

  /// Counts, in the answers of a group, the references whose partner is not among the records of this round.
  ///
  /// Where those are not known (not asked in this round, no answer, not mapped, too many) nothing is counted, and what was
  /// known of the reference stands.
  func countReferences(_ run: inout GroupRun, _ state: RoundState) {
    guard run.group.hasReferences else { return }
    for index in run.facts.indices {
      guard var facts = run.facts[index] else { continue }
      for version in facts.versions.indices {
        for mapping in facts.versions[version].mappings.indices {
          facts.versions[version].mappings[mapping].references = facts.versions[version].mappings[mapping].references?
            .map { reference in
              var reference = reference
              let key = Self.key(
                run.group.contract.id, reference.endpoint, facts.versions[version].version, reference.mapping)
              if let own = reference.identities, own.isWhole, let others = state.identities[key] {
                reference.unmatched = own.unmatched(in: others)
              }
              // They have done their work, and need not be stored.
              reference.identities = nil
              return reference
            }
        }
      }
      run.facts[index] = facts
    }
  }

  private static func key(_ parts: String...) -> String { parts.joined(separator: "/") }
}
