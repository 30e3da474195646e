import ContractKit
import DriftModel
import Examination
import System

/// The stage after every response of the round is known: references between endpoints, and aggregates.
struct CombineStage {
  let context: RoundContext

  /// Counts references without a partner, and runs the aggregates whose parts are complete. What there is no time for is marked as late.
  func run(_ waiting: [CheckedRequest], _ supplies: RoundSupplies) async throws -> [CheckedRequest] {
    var checked = waiting
    let end = context.endOfWork
    for index in checked.indices {
      checked[index].isLate = context.isPast(end)
      if !checked[index].isLate { countReferences(in: &checked[index], supplies) }
    }
    var jobs: [Job] = []
    var owners: [Int] = []
    for index in checked.indices
    where !checked[index].isLate && checked[index].responses.contains(where: { $0.facts != nil }) {
      let group = checked[index].group
      for (version, join) in group.joins {
        switch parts(of: join, version.id, group.contract.id, supplies) {
        case .success(let parts):
          var job = Job(
            contract: group.contract.id, endpoint: group.endpoint.id, version: version.id, join: join.name,
            bodies: parts.map(\.body))
          job.mask = context.source.mask(of: group.contract.id)
          jobs.append(job)
          owners.append(index)
        case .failure(let missing):
          let reason = "\(missing.endpoint) has no response that \(version.id) could use"
          checked[index].add(
            MappingExamination(
              name: join.name, recordsPath: "", recordType: "", domainType: join.domainTypeName,
              execution: .notRun(reason: reason)),
            to: version.id)
        }
      }
    }
    for (owner, (facts, _)) in zip(owners, await context.examine(jobs)) {
      for version in facts.versions {
        for mapping in version.mappings {
          checked[owner].add(mapping, to: version.version, notJudged: version.notJudged)
        }
      }
    }
    return try await ImpactStage(context: context).runJoins(checked, supplies)
  }

  /// An endpoint without a response for an aggregate.
  struct MissingPart: Error { let endpoint: String }

  /// The responses that an aggregate is made of, in the order of its endpoints.
  private func parts(
    of join: AnyJoins, _ version: String, _ contract: String, _ supplies: RoundSupplies
  ) -> Result<[RoundSupplies.JoinPart], MissingPart> {
    Result { () throws(MissingPart) in
      var parts: [RoundSupplies.JoinPart] = []
      for endpoint in join.endpoints {
        let id = EndpointID(contract: contract, endpoint: endpoint)
        guard let part = supplies.joinParts[.init(endpoint: id, version: version)] else {
          throw MissingPart(endpoint: endpoint)
        }
        parts.append(part)
      }
      return parts
    }
  }

  /// Counts, in the responses to a request, the references whose partner is not among the records of this round.
  ///
  /// If the partners are not known (not fetched in this round, no response, not mapped, too many), nothing is counted,
  /// and what was known of the reference stands.
  private func countReferences(in checked: inout CheckedRequest, _ supplies: RoundSupplies) {
    guard checked.group.hasReferences else { return }
    let contract = checked.group.contract.id
    for index in checked.responses.indices {
      guard var facts = checked.responses[index].facts else { continue }
      for version in facts.versions.indices {
        let id = facts.versions[version].version
        for mapping in facts.versions[version].mappings.indices {
          let part = facts.versions[version].mappings[mapping]
          facts.versions[version].mappings[mapping].references = part.references?.map { reference in
            var reference = reference
            let records = RoundSupplies.Records(
              endpoint: EndpointID(contract: contract, endpoint: reference.endpoint), version: id,
              mapping: reference.mapping)
            if let own = reference.identities, own.isWhole, let others = supplies.identities[records] {
              reference.unmatched = own.unmatched(in: others)
              reference.example = own.firstUnmatched(in: others).flatMap(part.pointer)
            }
            // They are no longer needed, and are not stored.
            reference.identities = nil
            return reference
          }
        }
      }
      checked.responses[index].facts = facts
    }
  }
}

extension CheckedRequest {
  /// Adds an aggregate's counts to the facts of the first examined response, or why it was not judged.
  fileprivate mutating func add(_ mapping: MappingExamination, to version: String, notJudged: String? = nil) {
    for index in responses.indices {
      guard let own = responses[index].facts?.versions.firstIndex(where: { $0.version == version }) else { continue }
      responses[index].facts?.versions[own].mappings.removeAll { $0.name == mapping.name }
      responses[index].facts?.versions[own].mappings.append(mapping)
      if let notJudged { responses[index].facts?.versions[own].notJudged = notJudged }
      return
    }
  }
}

extension MappingExamination {
  /// The pointer of a record (RFC 6901), if the records are the elements of one array at a plain path and none was left
  /// out.
  fileprivate func pointer(toRecord position: Int) -> String? {
    guard elements == recordsIn, recordsPath.hasPrefix("$"), recordsPath.hasSuffix("[*]") else { return nil }
    let names = recordsPath.dropFirst().dropLast(3)
    guard !names.contains(where: { "[]*~/'\"".contains($0) }), !names.contains("..") else { return nil }
    return "\(names.replacing(".", with: "/"))/\(position)"
  }
}
