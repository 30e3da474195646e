import DriftModel
import Examination

/// A stage of a round: fetches once more, in the same round, what breaks a version for the first time.
///
/// During a rollout, servers may respond in both ways. If the second response differs and does not break the
/// version, both count, so that the report says "1 of 2". A second one that breaks it again is left out.
struct ConfirmStage {
  let context: RoundContext

  /// Adds second responses to those that break a version.
  func run(_ checked: [CheckedRequest], _ found: FoundValues, _ sourcesOfWrites: Set<EndpointID>) async throws
    -> [CheckedRequest]
  {
    guard !context.isRecorded, !Task.isCancelled, !context.isPastDeadline else { return checked }
    // Known breaks, and changes that break no version, need no second check.
    let doubtful = ResponseIndex.all(in: checked) { request, response in
      !request.isCarriedForward
        && !request.failingVersions(of: response.facts).subtracting(request.brokenVersions).isEmpty
    }
    guard !doubtful.isEmpty else { return checked }
    // What is fetched here waits for no room in the budget, and nobody is to wait for what is here.
    var checked = checked
    for index in checked.indices { checked[index].giveBackRoom() }
    let again = try await FetchStage(context: context).fetch(
      doubtful.map { checked[$0.request].responses[$0.response].request.unconditional })
    let different = zip(doubtful, again).filter { place, second in
      let first = checked[place.request].responses[place.response]
      return second.outcome == nil
        && (second.bodyDigest != first.response.bodyDigest || second.readHeaders != first.response.readHeaders)
    }
    let examine = ExamineStage(context: context)
    let jobs = different.map { place, second in
      let group = checked[place.request].group
      return examine.job(group, found, body: second.body, keepsBodies: sourcesOfWrites.contains(group.id))
    }
    let examined = await context.examine(jobs)
    var result = checked
    for ((place, second), (examination, seconds)) in zip(different, examined) {
      let facts = checked[place.request].withHeaders(of: second, examination)
      result[place.request].secondsExamined += seconds
      let first = checked[place.request].responses[place.response]
      guard facts.text == .json, facts.envelope == .accepted, first.facts != nil,
        checked[place.request].failingVersions(of: facts) != checked[place.request].failingVersions(of: first.facts)
      else { continue }
      result[place.request].responses.append(
        CheckedResponse(request: first.request, response: second, facts: facts))
      result[place.request].disagrees = true
    }
    return result
  }
}

extension CheckedRequest {
  /// Supported versions to which the whole response was lost before this round.
  fileprivate var brokenVersions: Set<String> {
    Set(
      memory.findings.filter { $0.level == .breaking }.flatMap { finding in
        finding.versions.filter { $0.losesResponse || finding.rule == .decodeHeaderUnreadable }.map(\.version)
      })
  }

  /// Supported versions to which a whole response is lost, or a header field without which the app is nothing.
  fileprivate func failingVersions(of facts: Examination?) -> Set<String> {
    let supported = Set(group.versionInfos.filter { $0.status == .supported }.map(\.id))
    let failing = facts?.versions.filter { version in
      switch version.decoding {
      case .failed, .crashed, .timedOut: supported.contains(version.version)
      case .succeeded, .notRun:
        version.headerFailures.contains(where: \.isEssential) && supported.contains(version.version)
      }
    }
    return Set((failing ?? []).map(\.version))
  }
}
