import ContractKit
import DriftAnalysis
import Examination
import Ledger
import PayloadShape

extension Round {
  /// Answers of one request that are tried in one round, each of which shows what the others do not.
  private static let maximumRepresentatives = 4

  /// Finds what depends on the answers, while they are at hand: only where one holds a value that a version reads and that was
  /// never tried, or where the code is new. Known shapes under known code cost one look into the ledger.
  func findImpacts(_ runs: inout [GroupRun], _ state: RoundState) async throws {
    guard plan.findsImpact, !Task.isCancelled, plan.deadline.map({ ContinuousClock.now < $0 }) ?? true else { return }
    var jobs: [Job] = []
    var owners: [Int] = []
    for index in runs.indices where !runs[index].isCarriedForward && !runs[index].group.versions.isEmpty {
      let group = runs[index].group
      let answers = zip(runs[index].facts, runs[index].answers).compactMap { facts, answer in
        facts.flatMap { $0.readStructure }.map { (structure: $0, body: answer.body) }
      }
      var all = PayloadStructure()
      for answer in answers { all.formUnion(answer.structure) }
      guard !all.kinds.isEmpty,
        !(try await ledger.knowsImpact(of: group.place, buildID: plan.buildID, structure: all))
      else { continue }
      let stored = try await ledger.impact(of: group.place)
      let known = stored?.buildID == plan.buildID ? stored : nil
      var structure = known?.structure ?? PayloadStructure()
      var chosen = 0
      for answer in answers where chosen < Self.maximumRepresentatives && !structure.covers(answer.structure) {
        chosen += 1
        structure.formUnion(answer.structure)
        jobs.append(
          .lineage(
            contract: group.contract.id, endpoint: group.endpoint.id, versions: group.versions.map(\.id),
            context: group.context(state.found[group.contract.id] ?? [:]), body: answer.body))
        owners.append(index)
      }
      // Of more answers than are tried the next round tries the rest.
      let matrix = ImpactMatrix(
        contract: group.contract.id, endpoint: group.endpoint.id, request: group.signature,
        versions: group.versionInfos, lineages: known?.matrix.lineages ?? [], madeAt: plan.clock)
      runs[index].impact = StoredImpact(buildID: plan.buildID, structure: structure, matrix: matrix)
    }
    let results = await examiner.lineages(of: Batch(jobs))
    for (owner, lineages) in zip(owners, results) { runs[owner].impact?.matrix.add(lineages) }
  }

  /// The same for an aggregate, of whose answers each is tried while the others stay.
  func findImpact(ofJoins runs: inout [GroupRun], _ state: RoundState) async {
    var jobs: [Job] = []
    var owners: [Int] = []
    for index in runs.indices where runs[index].impact != nil {
      let group = runs[index].group
      for (version, join) in group.joins {
        let bodies = join.endpoints.compactMap { state.bodies["\(group.contract.id)/\($0)/\(version.id)"] }
        guard bodies.count == join.endpoints.count else { continue }
        for (part, endpoint) in join.endpoints.enumerated() {
          jobs.append(
            .lineage(
              contract: group.contract.id, endpoint: endpoint, version: version.id, join: join.name, bodies: bodies,
              part: part))
          owners.append(index)
        }
      }
    }
    let results = await examiner.lineages(of: Batch(jobs))
    for ((owner, job), lineages) in zip(zip(owners, jobs), results) {
      let own = runs[owner].group.endpoint.id
      let named = lineages.map { lineage in
        var lineage = lineage
        if job.endpoint != own { lineage.endpoint = job.endpoint }
        return lineage
      }
      runs[owner].impact?.matrix.add(named)
    }
  }
}

extension Examination {
  /// Kinds of the values that a version reads, where one decodes; nil where nothing can be tried.
  fileprivate var readStructure: PayloadStructure? {
    guard text == .json, envelope == .accepted, let shape, versions.contains(where: \.decoding.hasSucceeded) else {
      return nil
    }
    return PayloadStructure(of: shape).only(Set(versions.flatMap(\.fields).map(\.pattern)))
  }
}
