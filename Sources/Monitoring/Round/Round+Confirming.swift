import ContractKit
import DriftModel
import DriftRules
import Examination
import StoreSQLite

extension Round {
  /// Fetches once more, in the same round, what breaks a version for the first time; where the second response is another one
  /// that does not, both count, so that the report says "1 of 2".
  ///
  /// Servers that are being rolled out response both ways. A response that breaks again says nothing new and is left out.
  func confirmBreaks(_ runs: inout [GroupRun], _ state: RoundState) async throws {
    guard !isRecorded, !Task.isCancelled, plan.deadline.map({ ContinuousClock.now < $0 }) ?? true else { return }
    var places: [(run: Int, response: Int)] = []
    for index in runs.indices where !runs[index].isCarriedForward {
      let known = runs[index].state.findings
      let broken = Set(
        known.filter { $0.level == .breaking }.flatMap(\.versions).filter(\.losesResponse).map(\.version))
      for (response, facts) in runs[index].facts.enumerated() {
        // Known breaks, and what is no break to anybody, need no second check.
        if let facts, !facts.failingVersions(among: runs[index].group.versionInfos).subtracting(broken).isEmpty {
          places.append((index, response))
        }
      }
    }
    guard !places.isEmpty else { return }
    let responses = try await fetch(places.map { runs[$0.run].requests[$0.response].unconditional })
    var jobs: [Job] = []
    var owners: [(run: Int, response: Int, second: SourcedResponse)] = []
    for (place, second) in zip(places, responses) where second.outcome == nil {
      let run = runs[place.run]
      guard second.body != run.responses[place.response].body else { continue }
      jobs.append(job(run.group, state, body: second.body))
      owners.append((place.run, place.response, second))
    }
    let results = await examiner.examine(Batch(jobs))
    for (owner, facts) in zip(owners, results) {
      guard facts.text == .json, facts.envelope == .accepted, let first = runs[owner.run].facts[owner.response] else {
        continue
      }
      let infos = runs[owner.run].group.versionInfos
      guard facts.failingVersions(among: infos) != first.failingVersions(among: infos) else { continue }
      runs[owner.run].requests.append(runs[owner.run].requests[owner.response])
      runs[owner.run].responses.append(owner.second)
      runs[owner.run].facts.append(facts)
      runs[owner.run].disagrees = true
    }
  }

  /// The work on one response of a group.
  func job(_ group: RequestGroup, _ state: RoundState, body: [UInt8]) -> Job {
    var job = Job(
      contract: group.contract.id, endpoint: group.endpoint.id, versions: group.versions.map(\.id),
      links: group.wantedLinks, acceptWhen: group.endpoint.acceptWhen ?? group.contract.acceptWhen,
      isGraphQL: group.request.graphQL != nil, context: group.context(state.found[group.contract.id] ?? [:]),
      body: body)
    job.keepsBodies = feedsWrites(group, state)
    job.mask = source.mask(of: group.contract.id)
    return job
  }
}

extension Examination {
  /// Supported versions to which the whole response is lost.
  fileprivate func failingVersions(among infos: [VersionInfo]) -> Set<String> {
    let supported = Set(infos.filter { $0.status == .supported }.map(\.id))
    return Set(
      versions.filter { version in
        switch version.decoding {
        case .failed, .crashed, .timedOut: supported.contains(version.version)
        case .succeeded, .notRun: false
        }
      }.map(\.version))
  }
}
