import ContractKit
import DriftModel
import Examination
import PayloadShape
import System

/// One request as declared with the requests to send for it, before anything is sent.
struct ResolvedRequest {
  let group: RequestGroup
  let memory: RequestMemory
  /// The requests to send: one for each sample id, link or page. They are conditional if a 304 is enough.
  var requests: [ConcreteRequest]
  /// Further requests of the group that are not sent, because one was asked for by name: what is known of them stands.
  var others: [ConcreteRequest] = []
  /// The last examined response of each request, if equal responses carry everything forward.
  var repeatable: [StoredResponse]?
  /// Digest of the code and of everything else, except the body, on which the facts depend.
  let codeIdentity: String
}

/// One response with its request and what was found out about it.
struct CheckedResponse {
  var request: ConcreteRequest
  var response: SourcedResponse
  /// Facts about the response; `nil` if there was none to examine.
  var facts: Examination?

  /// The result; `outcome` is `nil` if the response was examined and counts.
  var verdict: ResponseVerdict { ResponseVerdict(response, facts) }

  /// The same, and the reason names the concrete request: `/items/7: 404, …`. `mask` is that of the contract, since a request that was
  /// not sent has no response to ask.
  func namedVerdict(_ mask: SecretMask) -> ResponseVerdict {
    var verdict = verdict
    let name = request.name(mask).prefix(ShowingResponses.longestName)
    if !verdict.isMissingRecording { verdict.reason = verdict.reason.map { "\(name): \($0)" } }
    return verdict
  }
}

/// One request as declared with all its responses in this round.
struct CheckedRequest {
  let group: RequestGroup
  let memory: RequestMemory
  let repeatable: [StoredResponse]?
  let codeIdentity: String
  /// Further requests of the group that were not sent.
  let others: [ConcreteRequest]
  var responses: [CheckedResponse]
  /// Whether every response equals the last one under the same code, so that nothing was examined.
  var isCarriedForward = false
  /// Whether one request got two different responses in this round.
  var disagrees = false
  /// Seconds that a worker spent on the responses.
  var secondsExamined = 0.0
  /// Whether there was no time to combine it with others' responses, so that it is not evaluated.
  var isLate = false
  /// Whether ``impact`` holds more than was known before.
  var hasNewLineages = false
  /// What depends on the responses, if that was found in this round.
  var impact: StoredImpact?

  init(_ resolved: ResolvedRequest, responses: [SourcedResponse]) {
    group = resolved.group
    memory = resolved.memory
    repeatable = resolved.repeatable
    (codeIdentity, others) = (resolved.codeIdentity, resolved.others)
    self.responses = zip(resolved.requests, responses).map { CheckedResponse(request: $0, response: $1) }
  }

  /// Versions whose own code was not judged on a response that counts, oldest first, each with why in one line.
  var unjudged: [(version: VersionInfo, reason: String, words: String)] {
    let facts = responses.filter { $0.verdict.outcome == nil }.compactMap(\.facts).flatMap(\.versions)
    return group.versionInfos.compactMap { version in
      guard let reason = facts.first(where: { $0.version == version.id && $0.notJudged != nil })?.notJudged else {
        return nil
      }
      let status = version.status == .supported ? "" : " (\(version.status.rawValue))"
      return (version, reason, version.id + status)
    }
  }

  /// What is not known because only some of the requests were asked for; `nil`: all were.
  var partial: EndpointReport.PartialCheck? {
    others.isEmpty ? nil : EndpointReport.PartialCheck(wholeCheckAt: memory.report?.wholeCheckAt)
  }

  /// Gives back what its bodies have of the budget; they stay.
  mutating func giveBackRoom() {
    for index in responses.indices { responses[index].response.lease = nil }
  }

  /// The pages that were not asked for, because one before them has no response that counts or only some requests were asked for.
  var unaskedPages: [ConcreteRequest] {
    guard let paging = group.endpoint.paging else { return [] }
    var last: [String: CheckedResponse] = [:]
    for item in responses {
      let list = item.request.firstPage?.key ?? item.request.key
      if last[list].map({ $0.request.page <= item.request.page }) ?? true { last[list] = item }
    }
    var ends = others.map { $0 }
    ends += last.sorted { $0.key < $1.key }.map(\.value).filter { $0.verdict.outcome != nil }.map(\.request)
    var pages: [ConcreteRequest] = []
    for end in ends {
      var page = end
      while page.page < paging.limit, pages.count < Self.mostUnaskedPages {
        page = page.following(url: page.url, body: page.body)
        pages.append(page)
      }
    }
    return pages
  }

  /// A round sends no more requests of an endpoint, so that no more pages are known.
  private static let mostUnaskedPages = 4 * Values.mostRequests

  /// Makes the lists of the pages of each list one list, so that an empty last page is no empty list.
  mutating func joinPages() {
    guard group.endpoint.paging != nil else { return }
    var lists: [String: [Int]] = [:]
    for index in responses.indices where responses[index].facts?.shape != nil {
      lists[responses[index].request.firstPage?.key ?? responses[index].request.key, default: []].append(index)
    }
    let broken = Set(
      responses.filter { $0.verdict.outcome != nil }.map { $0.request.firstPage?.key ?? $0.request.key })
    for (list, indices) in lists {
      // A second response to one page is no page more.
      let isWhole = !broken.contains(list) && Set(indices.map { responses[$0].request.page }).count == indices.count
      var shapes = indices.compactMap { responses[$0].facts?.shape }
      PayloadShape.joinLists(in: &shapes, isWhole: isWhole)
      for (index, shape) in zip(indices, shapes) { responses[index].facts?.shape = shape }
    }
  }

  /// Adds further pages of its list. A recorded page that is not there ends the list.
  mutating func add(pages: CheckedRequest) {
    responses += pages.responses.filter { !$0.verdict.isMissingRecording }
    secondsExamined += pages.secondsExamined
    disagrees = disagrees || pages.disagrees
    hasNewLineages = hasNewLineages || pages.hasNewLineages
    add(pages.impact)
  }

  /// Adds pages that there was no time to ask for.
  mutating func add(unasked pages: [ConcreteRequest], _ reason: String) {
    responses += pages.map {
      CheckedResponse(request: $0, response: SourcedResponse(outcome: .notChecked, reason: reason))
    }
  }

  /// Gives back what its bodies have of the budget while further pages are fetched. Bodies go, unless others need them.
  mutating func makeRoom(isSource: Bool) {
    if group.takesPartInJoin || isSource { giveBackRoom() } else { dropBodies() }
  }

  /// Lets the bodies go, once all was found out about them.
  mutating func dropBodies() {
    for index in responses.indices { responses[index].response.dropBody() }
  }

  /// Adds the provider's announcements to the facts of each response. A 304 repeats none.
  mutating func noteAnnouncements() {
    for index in responses.indices where !responses[index].response.isNotModified {
      let notices = responses[index].response.notices
      responses[index].facts?.providerNotices = notices
    }
  }
}
