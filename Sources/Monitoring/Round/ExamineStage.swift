import ContractKit
import DriftModel
import Examination
import System

/// A stage of a round: facts about each response, found by running the app's code, in one batch for each
/// layer.
struct ExamineStage {
  let context: RoundContext

  /// Decides what is carried forward and examines the rest.
  ///
  /// A response that is unchanged (304) is fetched again completely if that is not enough: one response of several
  /// that changed is judged together with all others, whose shapes are not kept.
  func run(_ checked: [CheckedRequest], _ found: FoundValues, _ sourcesOfWrites: Set<EndpointID>) async throws
    -> [CheckedRequest]
  {
    var checked = checked
    for index in checked.indices { carryForward(&checked[index]) }
    let missing = ResponseIndex.all(in: checked) { request, response in
      !request.isCarriedForward && response.response.isNotModified
    }
    // What is fetched here waits for no room in the budget, and nobody is to wait for what is here.
    if !missing.isEmpty { for index in checked.indices { checked[index].giveBackRoom() } }
    let whole = try await FetchStage(context: context).fetch(
      missing.map { checked[$0.request].responses[$0.response].request.unconditional })
    for (index, response) in zip(missing, whole) {
      checked[index.request].responses[index.response].response = response
    }
    await readMaskedLinks(in: &checked)
    for index in checked.indices where checked[index].group.endpoint.hasNoBody {
      for response in checked[index].responses.indices where checked[index].responses[response].response.outcome == nil
      {
        checked[index].responses[response].facts = checked[index].responses[response].facts ?? Examination()
      }
    }
    let new = ResponseIndex.all(in: checked) { request, response in
      // Some were examined before, because there was no room for their bodies.
      !request.isCarriedForward && response.response.outcome == nil && response.facts == nil
    }
    let jobs = new.map { index in
      let request = checked[index.request]
      return job(
        request.group, found, body: request.responses[index.response].response.body,
        keepsBodies: sourcesOfWrites.contains(request.group.id))
    }
    for (index, result) in zip(new, await context.examine(jobs)) {
      checked[index.request].responses[index.response].facts = result.facts
      checked[index.request].secondsExamined += result.seconds
    }
    for index in checked.indices where !checked[index].isCarriedForward { checked[index].noteHeaders() }
    return checked
  }

  /// Carries the facts of the last responses forward if every response equals them.
  func carryForward(_ checked: inout CheckedRequest) {
    checked.isCarriedForward = isUnchanged(checked)
    guard checked.isCarriedForward else { return }
    for (index, last) in (checked.repeatable ?? []).enumerated() {
      // Links that were read again just now hold what is not stored.
      let links = checked.responses[index].facts?.links
      checked.responses[index].facts = last.facts
      if let links { checked.responses[index].facts?.links = links }
    }
  }

  /// The work on one response of a group.
  func job(_ group: RequestGroup, _ found: FoundValues, body: [UInt8], keepsBodies: Bool) -> Job {
    var job = Job(
      contract: group.contract.id, endpoint: group.endpoint.id, versions: group.versions.map(\.id),
      links: group.wanted.mapValues(\.most), acceptWhen: group.acceptWhen,
      isGraphQL: group.request.graphQL != nil, context: group.context(found), body: body)
    job.showsPartialData = group.endpoint.showsPartialData
    job.keepsBodies = keepsBodies
    job.mask = context.source.mask(of: group.contract.id)
    return job
  }

  /// Reads links again that were stored without a secret which they hold; nothing else is examined.
  private func readMaskedLinks(in checked: inout [CheckedRequest]) async {
    let masked = ResponseIndex.all(in: checked) { request, response in
      request.isCarriedForward && !response.response.body.isEmpty
        && response.facts?.links.values.contains { $0.contains { $0.contains(SecretMask.replacement) } } == true
    }
    guard !masked.isEmpty else { return }
    let jobs = masked.map { index in
      let group = checked[index.request].group
      var job = Job(
        contract: group.contract.id, endpoint: group.endpoint.id, versions: [], links: group.wanted.mapValues(\.most),
        isGraphQL: group.request.graphQL != nil, body: checked[index.request].responses[index.response].response.body)
      job.showsPartialData = group.endpoint.showsPartialData
      // Links come back as they are; the mask is for the reason if they cannot be read.
      job.mask = context.source.mask(of: group.contract.id)
      return job
    }
    for (index, (facts, _)) in zip(masked, await context.examine(jobs)) {
      if facts.text == .json {
        checked[index.request].responses[index.response].facts?.links = facts.links
      } else {
        checked[index.request].responses[index.response].facts = facts
      }
    }
  }

  /// Whether every response equals the last one of its request, and announces nothing else.
  private func isUnchanged(_ checked: CheckedRequest) -> Bool {
    guard let last = checked.repeatable, last.count == checked.responses.count, !last.isEmpty else { return false }
    return zip(checked.responses.map(\.response), last).allSatisfy { response, stored in
      guard response.outcome == nil else { return false }
      // Texts may hold a number of the request, so that they differ each time.
      let known = Set((stored.facts?.providerNotices ?? []).map(\.withoutText))
      let here = Set(response.notices.map(\.withoutText))
      // A 304 need not repeat what the whole response announced (RFC 9110 section 15.4.5), and what a cache says of it is about that cache.
      if response.isNotModified {
        return here.allSatisfy { [.stale, .warning].contains($0.kind) || known.contains($0) }
      }
      let hasSameHeaders = stored.facts?.versions.allSatisfy { version in
        version.headerFailures == checked.headerFailures(of: response, version: version.version)
      }
      return stored.bodyDigest == response.bodyDigest && hasSameHeaders == true && here.isSubset(of: known)
        && known.allSatisfy { $0.kind == .certificate || here.contains($0) }
    }
  }
}

/// The position of a response among those of a layer.
struct ResponseIndex {
  let request: Int
  let response: Int

  /// The responses that `isMeant` accepts, in order.
  static func all(
    in checked: [CheckedRequest], where isMeant: (CheckedRequest, CheckedResponse) -> Bool
  ) -> [ResponseIndex] {
    checked.indices.flatMap { request in
      checked[request].responses.indices.compactMap { response in
        isMeant(checked[request], checked[request].responses[response])
          ? ResponseIndex(request: request, response: response) : nil
      }
    }
  }
}

extension ConcreteRequest {
  /// The same without a condition: a request for the whole response.
  var unconditional: ConcreteRequest {
    var request = self
    request.condition = nil
    return request
  }
}
