import ContractKit
import DriftModel
import DriftRules
import Examination
import StoreSQLite
import PayloadShape

extension Round {
  /// Responses of one request that are tried in one round, each of which shows what the others do not.
  private static let maximumRepresentatives = 4

  private var wantsImpact: Bool {
    plan.findsImpact && !Task.isCancelled && plan.deadline.map { ContinuousClock.now < $0 } ?? true
  }

  /// Finds what depends on the responses, while they are at hand: only where one holds a value that a version reads and that was
  /// never tried, or where the code is new. Known shapes under known code cost one look into the ledger.
  func findImpacts(_ runs: inout [GroupRun], _ state: RoundState) async throws {
    guard wantsImpact else { return }
    var trials: [ImpactTrial] = []
    for index in runs.indices where !runs[index].group.versions.isEmpty {
      let group = runs[index].group
      let context = group.context(state.found[group.contract.id] ?? [:])
      var responses = zip(runs[index].facts, runs[index].responses).compactMap { facts, response in
        facts.map { (facts: $0, structures: $0.readStructures, body: response.body) }
      }
      if runs[index].isCarriedForward {
        // The shape is not kept with the facts; it is learned anew only for who was never tried.
        let tried = try await ledger.triedStructure(of: group.place, buildID: plan.buildID)
        for place in responses.indices where !responses[place].body.isEmpty {
          guard group.lacksTrial(of: responses[place].facts, tried, context) else { continue }
          responses[place].facts.shape = PayloadShape(ofText: responses[place].body)
          responses[place].structures = responses[place].facts.readStructures
        }
      }
      guard var tried = try await untried(responses.flatMap(\.structures.values), &runs[index]) else { continue }
      // Of more responses than are tried the next round tries the rest.
      var chosen = 0
      for response in responses where chosen < Self.maximumRepresentatives {
        // What lacks a value from another response is tried with each new response, not with the same one for ever.
        let news = response.structures.filter { version, structure in
          !tried.covers(structure) && (!runs[index].isCarriedForward || group.hasContext(of: version, in: context))
        }
        guard !news.isEmpty else { continue }
        chosen += 1
        for structure in news.values { tried.formUnion(structure) }
        // Why nothing is known of a version that does not decode the response is worth a line the first time.
        let known = Set(runs[index].impact?.matrix.lineages.map(\.version) ?? [])
        let job = Job.lineage(
          contract: group.contract.id, endpoint: group.endpoint.id,
          versions: group.versions.map(\.id).filter { news[$0] != nil || !known.contains($0) },
          context: context, body: response.body)
        trials.append(ImpactTrial(run: index, job: job, structures: news))
      }
    }
    await perform(trials, &runs)
  }

  /// Whether the responses of a run are to be tried though they equal the last ones, so that their bodies are needed.
  func isToBeTried(_ run: GroupRun, _ state: RoundState) async throws -> Bool {
    guard wantsImpact, let last = run.last, !run.group.versions.isEmpty else { return false }
    let context = run.group.context(state.found[run.group.contract.id] ?? [:])
    let tried = try await ledger.triedStructure(of: run.group.place, buildID: plan.buildID)
    return last.compactMap(\.facts).contains { run.group.lacksTrial(of: $0, tried, context) }
  }

  /// The same for an aggregate, of whose responses each is tried while the others stay.
  func findImpact(ofJoins runs: inout [GroupRun], _ state: RoundState) async throws {
    guard wantsImpact else { return }
    var trials: [ImpactTrial] = []
    for index in runs.indices {
      let group = runs[index].group
      for (version, join) in group.joins {
        let keys = join.endpoints.map { "\(group.contract.id)/\($0)/\(version.id)" }
        let bodies = keys.compactMap { state.bodies[$0] }
        let structures = keys.compactMap { state.structures[$0] }
        guard bodies.count == keys.count, structures.count == keys.count else { continue }
        var structure = PayloadStructure()
        for (endpoint, part) in zip(join.endpoints, structures) {
          structure.formUnion(part.read(by: "\(join.name) of \(endpoint)"))
        }
        guard try await untried([structure], &runs[index]) != nil else { continue }
        for (part, endpoint) in join.endpoints.enumerated() {
          let job = Job.lineage(
            contract: group.contract.id, endpoint: endpoint, version: version.id, join: join.name, bodies: bodies,
            part: part)
          trials.append(ImpactTrial(run: index, job: job, structures: [version.id: structure]))
        }
      }
    }
    await perform(trials, &runs)
  }

  /// What is known already of a request's responses, after which `run` has a matrix to add to; nil where that is all there is to
  /// know.
  private func untried(_ structures: [PayloadStructure], _ run: inout GroupRun) async throws -> PayloadStructure? {
    var all = PayloadStructure()
    for structure in structures { all.formUnion(structure) }
    guard !all.isEmpty else { return nil }
    let group = run.group
    if run.impact == nil {
      let tried = try await ledger.triedStructure(of: group.place, buildID: plan.buildID)
      if tried?.covers(all) == true { return nil }
      let stored = try await ledger.impact(of: group.place)
      let known = stored?.buildID == plan.buildID ? stored : nil
      let matrix = ImpactMatrix(
        contract: group.contract.id, endpoint: group.endpoint.id, request: group.signature,
        versions: group.versionInfos, lineages: known?.matrix.lineages ?? [], madeAt: plan.clock)
      run.impact = StoredImpact(
        buildID: plan.buildID, structure: known?.structure ?? PayloadStructure(), matrix: matrix)
    }
    return run.impact.flatMap { $0.structure.covers(all) ? nil : $0.structure }
  }

  /// Tries, and notes what was tried. What came to nothing since a response was missing, or since the trials did not end, is
  /// tried again another time.
  private func perform(_ trials: [ImpactTrial], _ runs: inout [GroupRun]) async {
    guard !trials.isEmpty else { return }
    let jobs = trials.map { trial in
      var job = trial.job
      job.mask = source.mask(of: job.contract)
      return job
    }
    let results = await examiner.lineages(of: Batch(jobs))
    var unfinished: Set<ImpactTrial.Reader> = []
    for (trial, lineages) in zip(trials, results) {
      for version in trial.structures.keys {
        let found = lineages.filter { $0.version == version }
        if found.isEmpty || found.contains(where: { $0.awaitsOtherResponse == true }) {
          unfinished.insert(trial.reader(version))
        }
      }
    }
    for (trial, lineages) in zip(trials, results) {
      let own = runs[trial.run].group.endpoint.id
      let named = lineages.map { lineage in
        var lineage = lineage
        if trial.job.endpoint != own { lineage.endpoint = trial.job.endpoint }
        return lineage
      }
      runs[trial.run].impact?.matrix.add(named)
      // What is known now is to be judged with, though the response was judged without it before.
      if !named.isEmpty { runs[trial.run].isCarriedForward = false }
      for (version, structure) in trial.structures where !unfinished.contains(trial.reader(version)) {
        runs[trial.run].impact?.structure.formUnion(structure)
      }
    }
  }
}

/// A response that is tried, and what will be known of it then.
private struct ImpactTrial {
  /// Who reads a response: trials of the parts of one aggregate belong together.
  struct Reader: Hashable {
    let run: Int
    let version: String
    let join: String?
  }

  /// Index of the run that it belongs to.
  let run: Int
  let job: Job
  /// By version: what the response holds that it reads.
  let structures: [String: PayloadStructure]

  func reader(_ version: String) -> Reader { Reader(run: run, version: version, join: job.join) }
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
