import ContractKit
import DriftModel
import DriftRules
import Examination
import Foundation
import StoreSQLite
import System

extension Round {
  /// Runs all groups, parents before children; each wave is fetched together and examined in one batch.
  func runWaves(_ groups: [RequestGroup], _ number: Int, _ state: inout RoundState) async throws {
    var pending = groups
    while !pending.isEmpty && !Task.isCancelled {
      let waiting = Set(pending.map { "\($0.contract.id)/\($0.endpoint.id)" })
      var ready = pending.filter { group in group.needs.allSatisfy { !waiting.contains("\(group.contract.id)/\($0)") } }
      if ready.isEmpty { ready = pending }  // contexts that need each other: both run without
      let places = Set(ready.map(\.place))
      pending.removeAll { places.contains($0.place) }
      if let deadline = plan.deadline, ContinuousClock.now >= deadline {
        for group in ready { try await settleUnfetched(group, .notChecked, "the deadline was reached", number, &state) }
        continue
      }
      try await runWave(ready, number, &state)
    }
  }

  private func runWave(_ groups: [RequestGroup], _ number: Int, _ state: inout RoundState) async throws {
    var runs: [GroupRun] = []
    for group in groups {
      let base = baseURL(of: group.endpoint, group.contract)
      let resolver = RequestResolver(
        contract: group.contract, endpoint: group.endpoint, request: group.request, baseURL: base,
        found: state.found[group.contract.id] ?? [:], environment: plan.variables)
      do {
        let requests = try resolver.requests()
        let known = try await ledger.state(of: group.place, signature: group.signature)
        var run = GroupRun(
          group: group, state: known, requests: requests, responses: [], facts: [],
          codeIdentity: codeIdentity(group, requests, state))
        // A body to be sent is made of a response, not of what is remembered of one.
        run.last = feedsWrites(group, state) ? nil : try await lastResponses(of: run)
        try await addConditions(to: &run, state)
        runs.append(run)
      } catch let error as RequestResolver.Unresolved {
        let parent = failedRoot(of: group, state)
        let outcome = parent.flatMap { state.failed["\(group.contract.id)/\($0)"] }
        if sourceKind == .recordings, outcome == .notDue {
          try await settleUnfetched(group, .notDue, Self.noRecording, number, &state)
          continue
        }
        try await settleUnfetched(
          group, .notChecked, parent.map { "\($0) could not be checked, and this follows it" } ?? error.description,
          number, &state)
      }
    }
    let responses = try await fetch(runs.flatMap(\.requests))
    var next = 0
    for index in runs.indices {
      let count = runs[index].requests.count
      runs[index].responses = Array(responses[next..<next + count])
      runs[index].facts = Array(repeating: nil, count: count)
      let group = runs[index].group
      let id = EndpointID(contract: group.contract.id, endpoint: group.endpoint.id)
      state.seconds[id, default: 0] += runs[index].responses.reduce(0) { $0 + $1.seconds }
      next += count
    }
    try await completeResponses(of: &runs)
    try await examine(&runs, state)
    try await confirmBreaks(&runs, state)
    try await findImpacts(&runs, state)
    for run in runs {
      note(run, &state)
      if run.group.joins.isEmpty, !run.group.hasReferences {
        try await settle(run, number, &state)
      } else {
        state.postponed.append(run)
      }
    }
  }

  /// The first link of a chain without a response, from which all that follow it have none either.
  private func failedRoot(of group: RequestGroup, _ state: RoundState) -> String? {
    var (root, endpoint): (String?, Endpoint?) = (nil, group.endpoint)
    // The parents of a validated contract never come back to an endpoint.
    while let parent = endpoint?.parents.first(where: { state.failed["\(group.contract.id)/\($0)"] != nil }) {
      (root, endpoint) = (parent, group.contract.endpoint(parent))
    }
    return root
  }

  /// Examines what is new, in one batch; what equals the last response under the same code carries its facts forward.
  private func examine(_ runs: inout [GroupRun], _ state: RoundState) async throws {
    var jobs: [Job] = []
    var owners: [(run: Int, response: Int)] = []
    for index in runs.indices {
      let run = runs[index]
      let group = run.group
      if run.isCarriedForward, let last = run.last {
        runs[index].facts = last.map(\.facts)
        continue
      }
      for (place, response) in run.responses.enumerated() where response.outcome == nil {
        jobs.append(job(group, state, body: response.body))
        owners.append((index, place))
      }
    }
    let results = await examiner.examine(Batch(jobs))
    for (owner, facts) in zip(owners, results) { runs[owner.run].facts[owner.response] = facts }
  }

  /// What the verdicts depend on beside the bodies: the code, who asks and who reads, which values are given to mappings, which requests
  /// there are, since a finding at one that is gone is gone too, and what is accepted at this time.
  private func codeIdentity(_ group: RequestGroup, _ requests: [ConcreteRequest], _ state: RoundState) -> String {
    let context = group.context(state.found[group.contract.id] ?? [:])
    let values = context.sorted { $0.key < $1.key }.flatMap { version, mappings in
      mappings.sorted { $0.key < $1.key }.flatMap { mapping, values in
        values.sorted { $0.key < $1.key }.map { "\(version) \(mapping) \($0.key)=\($0.value)" }
      }
    }
    let accepted = (plan.acceptances[group.contract.id] ?? []).filter { item in
      item.acceptance.endpoint == group.endpoint.id && item.acceptance.until.map { plan.clock < $0 } ?? true
    }
    var parts = [
      [plan.buildID] + group.sender, group.wantedLinks, group.versions.map(\.id), values, requests.map(\.key).sorted(),
    ]
    if !accepted.isEmpty { parts.append(accepted.map(\.id).sorted()) }
    // Levels that were set are part of the verdicts as well.
    let levels = plan.levels.words(contract: group.contract.id, endpoint: group.endpoint.id)
    if !levels.isEmpty { parts.append(["levels"] + levels) }
    return ContentDigest(of: parts.flatMap { ["\($0.count)"] + $0 }).short
  }

  /// Keeps what later groups need: links, bodies of aggregates, and whether there was anything.
  private func note(_ run: GroupRun, _ state: inout RoundState) {
    let (contract, endpoint) = (run.group.contract.id, run.group.endpoint.id)
    var isThere = false
    var links: [String: [String]] = [:]
    for (facts, response) in zip(run.facts, run.responses) {
      guard let facts, facts.text == .json, facts.envelope == .accepted else { continue }
      isThere = true
      for (path, values) in facts.links {
        for value in values where !links[path, default: []].contains(value) { links[path, default: []].append(value) }
      }
      guard run.group.takesPartInJoin else { continue }
      let structures = plan.findsImpact ? facts.readStructures : [:]
      for version in run.group.versions where state.bodies["\(contract)/\(endpoint)/\(version.id)"] == nil {
        state.bodies["\(contract)/\(endpoint)/\(version.id)"] = response.body
        state.structures["\(contract)/\(endpoint)/\(version.id)"] = structures[version.id]
      }
    }
    noteIdentities(run, &state)
    noteBodies(run, &state)
    for (path, values) in links { state.found[contract, default: [:]][endpoint, default: [:]][path] = values }
    if !isThere { state.failed["\(contract)/\(endpoint)"] = run.responses.first?.outcome ?? .notChecked }
  }

  /// Runs the aggregates whose parts are there now, and settles the groups that waited for them.
  func finishPostponed(_ number: Int, _ state: inout RoundState) async throws {
    var runs = state.postponed
    state.postponed = []
    guard !Task.isCancelled else { return }
    for index in runs.indices { countReferences(&runs[index], state) }
    var jobs: [Job] = []
    var owners: [Int] = []
    for index in runs.indices {
      let group = runs[index].group
      guard runs[index].facts.contains(where: { $0 != nil }) else { continue }
      for (version, join) in group.joins {
        let bodies = join.endpoints.compactMap { state.bodies["\(group.contract.id)/\($0)/\(version.id)"] }
        guard bodies.count == join.endpoints.count else {
          let missing = join.endpoints.first { state.bodies["\(group.contract.id)/\($0)/\(version.id)"] == nil } ?? ""
          let reason = "\(missing) has no response that \(version.id) could use"
          runs[index].add(
            MappingExamination(
              name: join.name, recordsPath: "", recordType: "", domainType: join.domainTypeName,
              execution: .notRun(reason: reason)),
            to: version.id)
          continue
        }
        var job = Job(
          contract: group.contract.id, endpoint: group.endpoint.id, version: version.id, join: join.name,
          bodies: bodies)
        job.mask = source.mask(of: group.contract.id)
        jobs.append(job)
        owners.append(index)
      }
    }
    let results = await examiner.examine(Batch(jobs))
    for (owner, facts) in zip(owners, results) {
      for version in facts.versions {
        for mapping in version.mappings { runs[owner].add(mapping, to: version.version) }
      }
    }
    try await findImpact(ofJoins: &runs, state)
    for run in runs { try await settle(run, number, &state) }
  }
}

extension GroupRun {
  /// Adds an aggregate's counts to the facts of the first examined response.
  fileprivate mutating func add(_ mapping: MappingExamination, to version: String) {
    for index in facts.indices {
      guard let place = facts[index]?.versions.firstIndex(where: { $0.version == version }) else { continue }
      facts[index]?.versions[place].mappings.removeAll { $0.name == mapping.name }
      facts[index]?.versions[place].mappings.append(mapping)
      return
    }
  }
}
