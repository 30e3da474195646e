import ContractKit
import DriftAnalysis
import Examination
import Ledger

extension Round {
  /// Fetches once more, in the same round, what breaks a version for the first time; where the second answer is another one
  /// that does not, both count, so that the report says "1 of 2".
  ///
  /// Servers that are being rolled out answer both ways. An answer that breaks again says nothing new and is left out.
  func confirmBreaks(_ runs: inout [GroupRun], _ state: RoundState) async throws {
    guard !isRecorded, !Task.isCancelled, plan.deadline.map({ ContinuousClock.now < $0 }) ?? true else { return }
    var places: [(run: Int, answer: Int)] = []
    for index in runs.indices where !runs[index].isCarriedForward {
      let known = runs[index].state.findings
      let broken = Set(known.filter { $0.level == .breaking }.flatMap(\.versions).filter(\.losesAnswer).map(\.version))
      for (answer, facts) in runs[index].facts.enumerated() {
        // Known breaks, and what is no break to anybody, need no second look.
        if let facts, !facts.failingVersions(among: runs[index].group.versionInfos).subtracting(broken).isEmpty {
          places.append((index, answer))
        }
      }
    }
    guard !places.isEmpty else { return }
    let answers = try await fetch(places.map { runs[$0.run].requests[$0.answer].unconditional })
    var jobs: [Job] = []
    var owners: [(run: Int, answer: Int, second: SourcedAnswer)] = []
    for (place, second) in zip(places, answers) where second.outcome == nil {
      let run = runs[place.run]
      guard second.body != run.answers[place.answer].body else { continue }
      jobs.append(job(run.group, state, body: second.body))
      owners.append((place.run, place.answer, second))
    }
    let results = await examiner.examine(Batch(jobs))
    for (owner, facts) in zip(owners, results) {
      guard facts.text == .json, facts.envelope == .accepted, let first = runs[owner.run].facts[owner.answer] else {
        continue
      }
      let infos = runs[owner.run].group.versionInfos
      guard facts.failingVersions(among: infos) != first.failingVersions(among: infos) else { continue }
      runs[owner.run].requests.append(runs[owner.run].requests[owner.answer])
      runs[owner.run].answers.append(owner.second)
      runs[owner.run].facts.append(facts)
      runs[owner.run].disagrees = true
    }
  }

  /// The work on one answer of a group.
  func job(_ group: RequestGroup, _ state: RoundState, body: [UInt8]) -> Job {
    var job = Job(
      contract: group.contract.id, endpoint: group.endpoint.id, versions: group.versions.map(\.id),
      links: group.wantedLinks, acceptWhen: group.endpoint.acceptWhen ?? group.contract.acceptWhen,
      isGraphQL: group.request.graphQL != nil, context: group.context(state.found[group.contract.id] ?? [:]),
      body: body)
    job.keepsBodies = feedsWrites(group, state)
    return job
  }
}

extension Examination {
  /// Supported versions to which the whole answer is lost.
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
