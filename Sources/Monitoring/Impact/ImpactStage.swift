import ContractKit
import DriftModel
import Examination
import PayloadShape
import Store
import System

/// The stage of a round that finds out what would break: members are taken away, turned null or changed, while the
/// responses are at hand, and only where one holds a value that a version reads and that was never tried, or where the
/// code is new.
struct ImpactStage {
  let context: RoundContext

  /// The most responses of one request that are tried in one round. Each shows something that the others do not.
  private static let maximumRepresentatives = 4

  /// Finds what depends on the responses. Known shapes under known code cost one read of the ledger.
  func run(_ checked: [CheckedRequest], _ found: FoundValues) async throws -> [CheckedRequest] {
    guard context.wantsImpact else { return checked }
    var checked = checked
    var trials: [ImpactTrial] = []
    for index in checked.indices where !checked[index].group.versions.isEmpty {
      trials += try await self.trials(for: index, &checked[index], found)
    }
    await perform(trials, &checked)
    return checked
  }

  private func trials(
    for index: Int, _ checked: inout CheckedRequest, _ found: FoundValues
  ) async throws -> [ImpactTrial] {
    let group = checked.group
    let context = group.context(found)
    // The others were tried when they came, because there was no room for their bodies.
    let present = checked.responses.filter { $0.response.dropped == nil }
    if checked.hasNewLineages { checked.isCarriedForward = false }
    var candidates = present.compactMap { response in
      response.facts.map { (facts: $0, structures: $0.readStructures, body: response.response.body) }
    }
    if checked.isCarriedForward {
      // The shape is not kept with the facts. It is learned again only for versions that were never tried.
      let tried = checked.memory.triedStructure(by: self.context.plan.buildID)
      for place in candidates.indices where !candidates[place].body.isEmpty {
        guard group.lacksTrial(of: candidates[place].facts, tried, context) else { continue }
        candidates[place].facts.shape = PayloadShape(ofText: candidates[place].body)
        candidates[place].structures = candidates[place].facts.readStructures
      }
    }
    guard var tried = try await untried(candidates.flatMap(\.structures.values), &checked) else { return [] }
    // If there are more responses than can be tried, the next round tries the rest.
    var trials: [ImpactTrial] = []
    for candidate in candidates where trials.count < Self.maximumRepresentatives {
      // A mapping that lacks a value from another response is tried with each new response, but not again with the same
      // one.
      let news = candidate.structures.filter { version, structure in
        !tried.covers(structure) && (!checked.isCarriedForward || group.hasContext(of: version, in: context))
      }
      guard !news.isEmpty else { continue }
      for structure in news.values { tried.formUnion(structure) }
      // The reason why nothing is known of a version that does not decode the response is reported the first time.
      let known = Set(checked.impact?.matrix.lineages.map(\.version) ?? [])
      let job = Job.lineage(
        contract: group.contract.id, endpoint: group.endpoint.id,
        versions: group.versions.map(\.id).filter { news[$0] != nil || !known.contains($0) },
        context: context, body: candidate.body)
      trials.append(ImpactTrial(request: index, job: job, structures: news))
    }
    return trials
  }

  /// Whether responses are tried even if they equal the last ones, so that their bodies are needed.
  func isWanted(_ resolved: ResolvedRequest, _ found: FoundValues) -> Bool {
    guard context.wantsImpact, let repeatable = resolved.repeatable, !resolved.group.versions.isEmpty else {
      return false
    }
    let tried = resolved.memory.triedStructure(by: context.plan.buildID)
    let values = resolved.group.context(found)
    return repeatable.compactMap(\.facts).contains { resolved.group.lacksTrial(of: $0, tried, values) }
  }

  /// The same for aggregates. Each of their responses is tried while the others stay.
  func runJoins(_ waiting: [CheckedRequest], _ supplies: RoundSupplies) async throws -> [CheckedRequest] {
    guard context.wantsImpact else { return waiting }
    var checked = waiting
    var trials: [ImpactTrial] = []
    for index in checked.indices {
      let group = checked[index].group
      for (version, join) in group.joins {
        let parts = join.endpoints.compactMap { endpoint in
          supplies.joinParts[
            .init(endpoint: EndpointID(contract: group.contract.id, endpoint: endpoint), version: version.id)]
        }
        let structures = parts.compactMap(\.structure)
        guard parts.count == join.endpoints.count, structures.count == parts.count else { continue }
        var structure = PayloadStructure()
        for (endpoint, part) in zip(join.endpoints, structures) {
          structure.formUnion(part.read(by: "\(join.name) of \(endpoint)"))
        }
        guard try await untried([structure], &checked[index]) != nil else { continue }
        for (part, endpoint) in join.endpoints.enumerated() {
          let job = Job.lineage(
            contract: group.contract.id, endpoint: endpoint, version: version.id, join: join.name,
            bodies: parts.map(\.body), part: part)
          trials.append(ImpactTrial(request: index, job: job, structures: [version.id: structure]))
        }
      }
    }
    await perform(trials, &checked)
    return checked
  }

  /// What is known already of a request's responses, after which `checked` has a matrix to add to; `nil` where that is
  /// all there is to know.
  private func untried(
    _ structures: [PayloadStructure], _ checked: inout CheckedRequest
  ) async throws -> PayloadStructure? {
    var all = PayloadStructure()
    for structure in structures { all.formUnion(structure) }
    guard !all.isEmpty else { return nil }
    let group = checked.group
    if checked.impact == nil {
      if checked.memory.triedStructure(by: context.plan.buildID)?.covers(all) == true { return nil }
      let buildID = context.plan.buildID
      let stored = try await context.store.impact(of: group.key)
      let known = stored?.buildID == buildID ? stored : nil
      let matrix = ImpactMatrix(
        contract: group.contract.id, endpoint: group.endpoint.id, request: group.signature,
        versions: group.versionInfos, lineages: known?.matrix.lineages ?? [], madeAt: context.plan.clock)
      checked.impact = StoredImpact(
        buildID: buildID, structure: known?.structure ?? PayloadStructure(), matrix: matrix)
    }
    return checked.impact.flatMap { $0.structure.covers(all) ? nil : $0.structure }
  }

  /// Tries responses, and records what was tried. If a response was missing, or the trials did
  /// not end, they are tried again another time.
  private func perform(_ trials: [ImpactTrial], _ checked: inout [CheckedRequest]) async {
    guard !trials.isEmpty else { return }
    let jobs = trials.map { trial in
      var job = trial.job
      job.mask = context.source.mask(of: job.contract)
      return job
    }
    let results = await context.examiner.lineages(of: Batch(jobs, deadline: context.plan.deadline))
    // Of a batch that the deadline ended nobody knows which of a version's mappings were tried.
    let wasEnded = context.isPastDeadline
    var unfinished: Set<ImpactTrial.Reader> = []
    for (trial, lineages) in zip(trials, results) {
      for version in trial.structures.keys {
        let found = lineages.filter { $0.version == version }
        if wasEnded || found.isEmpty || found.contains(where: { $0.awaitsOtherResponse }) {
          unfinished.insert(trial.reader(version))
        }
      }
    }
    for (trial, lineages) in zip(trials, results) {
      let own = checked[trial.request].group.endpoint.id
      let named = lineages.map { lineage in
        var lineage = lineage
        if trial.job.endpoint != own { lineage.endpoint = trial.job.endpoint }
        return lineage
      }
      checked[trial.request].impact?.matrix.add(named)
      // The evaluation uses the new matrix, even if the response was evaluated without it before.
      if !named.isEmpty {
        (checked[trial.request].isCarriedForward, checked[trial.request].hasNewLineages) = (false, true)
      }
      for (version, structure) in trial.structures where !unfinished.contains(trial.reader(version)) {
        checked[trial.request].impact?.structure.formUnion(structure)
      }
    }
  }
}

/// A response that is tried, and what will be known of it then.
private struct ImpactTrial {
  /// Who reads a response: trials of the parts of one aggregate belong together.
  struct Reader: Hashable {
    let request: Int
    let version: String
    let join: String?
  }

  /// Index of the request that it belongs to.
  let request: Int
  let job: Job
  /// By version: the structure of what it reads in the response.
  let structures: [String: PayloadStructure]

  func reader(_ version: String) -> Reader { Reader(request: request, version: version, join: job.join) }
}

extension RequestGroup {
  /// Whether a version that decodes a response was never tried on one, and could be.
  fileprivate func lacksTrial(
    of facts: Examination, _ tried: PayloadStructure?, _ context: [String: [String: [String: String]]]
  ) -> Bool {
    facts.versions.filter { $0.decoding.hasSucceeded }.map(\.version).contains {
      !(tried?.isRead(by: $0) ?? false) && hasContext(of: $0, in: context)
    }
  }
}

extension Examination {
  /// By version that decodes the response: kinds of the values that it reads. Nothing can be tried with the others.
  var readStructures: [String: PayloadStructure] {
    guard text == .json, envelope == .accepted, let shape else { return [:] }
    let whole = PayloadStructure(of: shape)
    let decoded = versions.filter(\.decoding.hasSucceeded)
    return Dictionary(
      decoded.map { ($0.version, whole.only(Set($0.fields.map(\.pattern))).read(by: $0.version)) },
      uniquingKeysWith: { first, _ in first })
  }
}
