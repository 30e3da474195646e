import ContractKit
import DriftModel
import DriftRules

extension Round {
  /// Keeps the identities that other endpoints' mappings refer to, where every response of the endpoint was mapped.
  func noteIdentities(_ run: GroupRun, _ state: inout RoundState) {
    let group = run.group
    for version in group.versions {
      for mapping in version.reads(group.endpoint.id)?.mappings ?? []
      where version.isReferred(to: mapping.name, at: group.endpoint.id) {
        var all = IdentityDigests()
        var isWhole = !run.facts.isEmpty
        for (response, facts) in zip(run.responses, run.facts) {
          let part = facts?.versions.first { $0.version == version.id }?.mappings.first { $0.name == mapping.name }
          guard Self.outcome(of: response, facts: facts).outcome == nil, let part, part.execution.hasSucceeded,
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

  /// Counts, in the responses of a group, the references whose partner is not among the records of this round.
  ///
  /// Where those are not known (not asked in this round, no response, not mapped, too many) nothing is counted, and what was
  /// known of the reference stands.
  func countReferences(_ run: inout GroupRun, _ state: RoundState) {
    guard run.group.hasReferences else { return }
    for index in run.facts.indices {
      guard var facts = run.facts[index] else { continue }
      for version in facts.versions.indices {
        let id = facts.versions[version].version
        for mapping in facts.versions[version].mappings.indices {
          let part = facts.versions[version].mappings[mapping]
          facts.versions[version].mappings[mapping].references = part.references?.map { reference in
            var reference = reference
            let key = Self.key(run.group.contract.id, reference.endpoint, id, reference.mapping)
            if let own = reference.identities, own.isWhole, let others = state.identities[key] {
              reference.unmatched = own.unmatched(in: others)
              reference.example = own.firstUnmatched(in: others).flatMap(part.pointer)
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

extension MappingExamination {
  /// Where a record stands (RFC 6901), if the records are the elements of one array at a plain path and none was left out.
  fileprivate func pointer(toRecord position: Int) -> String? {
    guard elements == recordsIn, recordsPath.hasPrefix("$"), recordsPath.hasSuffix("[*]") else { return nil }
    let names = recordsPath.dropFirst().dropLast(3)
    guard !names.contains(where: { "[]*~/'\"".contains($0) }), !names.contains("..") else { return nil }
    return "\(names.replacing(".", with: "/"))/\(position)"
  }
}
