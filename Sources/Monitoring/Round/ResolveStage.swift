import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import System

/// A stage of a round: makes the requests to send, and reads the memory of each.
struct ResolveStage {
  let context: RoundContext

  /// The result for a group: requests to send, or why there are none.
  enum Resolution {
    case ready(ResolvedRequest)
    /// No requests, with the outcome and why. `isItsOwn` unless another endpoint is the cause, which is reported there.
    case unresolved(RequestGroup, Outcome, String, isItsOwn: Bool)
    /// None of its requests has the name that was asked for; these are theirs.
    case notNamed(RequestGroup, [String])
  }

  /// Resolves one layer of requests with values from earlier responses.
  func run(_ groups: [RequestGroup], _ supplies: RoundSupplies) async throws -> [Resolution] {
    var resolutions: [Resolution] = []
    var sent: [(group: RequestGroup, requests: [ConcreteRequest])] = []
    var others: [RequestKey: [ConcreteRequest]] = [:]
    for group in groups {
      do {
        let all = try context.resolver(of: group, found: supplies.found).requests()
        let chosen = chosen(of: group, all)
        if chosen.isEmpty, !all.isEmpty {
          let names = all.map { $0.name(context.source.mask(of: group.contract.id)) }
          resolutions.append(.notNamed(group, names))
          continue
        }
        sent.append((group, chosen))
        if chosen.count < all.count { others[group.key] = all.filter { !chosen.contains($0) } }
      } catch {
        resolutions.append(unresolved(group, error, supplies))
      }
    }
    let memories = try await context.store.memory(
      of: sent.map { MemoryQuery(key: $0.key, signature: $0.signature, urls: $1.map(\.key), depth: .present) })
    for (group, requests) in sent {
      var resolved = resolved(
        group, requests + (others[group.key] ?? []), memories[group.key] ?? RequestMemory(), supplies)
      if let others = others[group.key] {
        (resolved.requests, resolved.others) = (requests, others)
        resolved.repeatable = nil
      }
      resolutions.append(.ready(resolved))
    }
    return resolutions
  }

  /// The one request that was asked for by name, if its endpoint was selected; else all.
  private func chosen(of group: RequestGroup, _ requests: [ConcreteRequest]) -> [ConcreteRequest] {
    guard let name = context.plan.request,
      context.plan.selection?[group.contract.id]?.contains(group.endpoint.id) == true
    else { return requests }
    let mask = context.source.mask(of: group.contract.id)
    // A page is not fetched without those before it.
    let first = name.replacing(/, page [0-9]+$/, with: "")
    return requests.filter { $0.name(mask) == (group.endpoint.paging == nil ? name : first) }
  }

  private func unresolved(
    _ group: RequestGroup, _ error: RequestResolver.Unresolved, _ supplies: RoundSupplies
  ) -> Resolution {
    let parent = failedRoot(of: group, supplies)
    let outcome = parent.flatMap { supplies.failed[EndpointID(contract: group.contract.id, endpoint: $0)] }
    if context.sourceKind == .recordings, outcome == .notDue {
      return .unresolved(group, .notDue, RoundContext.noRecording, isItsOwn: false)
    }
    let reason = parent.map { "\($0) could not be checked, and this follows it" } ?? error.description
    return .unresolved(group, .notChecked, reason, isItsOwn: parent == nil)
  }

  /// What is to be sent for a group whose requests and memory are known.
  func resolved(
    _ group: RequestGroup, _ requests: [ConcreteRequest], _ memory: RequestMemory, _ supplies: RoundSupplies
  ) -> ResolvedRequest {
    let identity = codeIdentity(group, requests, supplies.found)
    // A body to be sent must be made of a response of this round.
    let repeatable =
      supplies.sourcesOfWrites.contains(group.id) ? nil : repeatable(group, requests, memory, codeIdentity: identity)
    var resolved = ResolvedRequest(
      group: group, memory: memory, requests: requests, repeatable: repeatable, codeIdentity: identity)
    addConditions(to: &resolved, supplies)
    return resolved
  }

  /// The first endpoint of a chain without a response, because of which all after it have none either.
  private func failedRoot(of group: RequestGroup, _ supplies: RoundSupplies) -> String? {
    var (root, endpoint): (String?, Endpoint?) = (nil, group.endpoint)
    // The parents of a validated contract never come back to an endpoint.
    while let parent = endpoint?.parents.first(where: {
      supplies.failed[EndpointID(contract: group.contract.id, endpoint: $0)] != nil
    }) {
      (root, endpoint) = (parent, group.contract.endpoint(parent))
    }
    return root
  }

  /// What the verdicts depend on beside the bodies: the code, who asks and who reads, which values are given to
  /// mappings, which requests there are, because a finding at one that is gone is gone too, what is accepted at this
  /// time, and set levels.
  private func codeIdentity(_ group: RequestGroup, _ requests: [ConcreteRequest], _ found: FoundValues) -> String {
    let plan = context.plan
    let values = group.context(found).sorted { $0.key < $1.key }.flatMap { version, mappings in
      mappings.sorted { $0.key < $1.key }.flatMap { mapping, values in
        values.sorted { $0.key < $1.key }.map { "\(version) \(mapping) \($0.key)=\($0.value)" }
      }
    }
    let accepted = (plan.acceptances[group.contract.id] ?? []).filter { item in
      item.acceptance.endpoint == group.endpoint.id && item.acceptance.until.map { plan.clock < $0 } ?? true
    }
    let readers = group.versionInfos.map { $0.status == .supported ? $0.id : "\($0.id) \($0.status.rawValue)" }
    var parts = [
      [plan.buildID] + group.sender, group.wanted.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.most)" },
      readers, values, requests.map(\.key).sorted(),
    ]
    if !accepted.isEmpty { parts.append(accepted.map(\.id).sorted()) }
    let levels = plan.levels.words(contract: group.contract.id, endpoint: group.endpoint.id)
    if !levels.isEmpty { parts.append(["levels"] + levels) }
    return ContentDigest(of: parts.flatMap { ["\($0.count)"] + $0 }).short
  }

  /// The last examined response of each request, if responses that equal them carry everything forward: under the same
  /// code, each request with facts, and nothing pending that one more response or the passing of time would decide.
  private func repeatable(
    _ group: RequestGroup, _ requests: [ConcreteRequest], _ memory: RequestMemory, codeIdentity: String
  ) -> [StoredResponse]? {
    // The first page does not tell whether the others are the same.
    guard !requests.isEmpty, group.endpoint.paging == nil, !group.takesPartInJoin, !group.hasReferences,
      let report = memory.report,
      report.outcome.isChecked, report.examined == requests.count, !memory.isUnsettled,
      report.versions.allSatisfy({ $0.notJudged == nil }),
      memory.staleAt.map({ context.plan.clock < $0 }) ?? true
    else { return nil }
    let responses = requests.compactMap { memory.responses[$0.key] }.filter {
      $0.buildID == codeIdentity && $0.lastOutcome.isChecked && $0.facts != nil
    }
    guard responses.count == requests.count else { return nil }
    return hasNewsOfDays(group, memory, responses.compactMap(\.facts)) ? nil : responses
  }

  /// Whether a day that the provider named has come near since the last check, or a notice that was not repeated is
  /// over.
  private func hasNewsOfDays(_ group: RequestGroup, _ memory: RequestMemory, _ facts: [Examination]) -> Bool {
    let (clock, lastCheck) = (context.plan.clock, memory.checkedAt)
    if memory.findings.contains(where: { ProviderNotice.isOver($0, lastCheck: lastCheck, at: clock) }) { return true }
    guard let lastCheck, facts.contains(where: { !$0.providerNotices.isEmpty }) else { return false }
    let judgement = Judgement(key: group.key, versions: group.versionInfos, examinations: facts)
    let (then, now) = (judgement.providerFindings(at: lastCheck), judgement.providerFindings(at: clock))
    return then.map(\.level) != now.map(\.level) || then.map(\.message) != now.map(\.message)
  }

  /// Makes requests conditional if a 304 is enough (RFC 9110 section 13).
  ///
  /// Never where others need the body, where something is to be tried on it, for a POST, and at every so many checks,
  /// because a tag that never changes must not hide a change for ever.
  private func addConditions(to resolved: inout ResolvedRequest, _ supplies: RoundSupplies) {
    // A 304 does not repeat the header fields that versions read.
    guard context.sourceKind == .live, let repeatable = resolved.repeatable, !resolved.group.isNeededWhole,
      resolved.group.contract.readHeaders(at: resolved.group.endpoint.id).isEmpty,
      !ImpactStage(context: context).isWanted(resolved, supplies.found)
    else { return }
    for (index, response) in repeatable.enumerated() {
      guard resolved.requests[index].method == "GET", resolved.requests[index].body == nil,
        response.notModifiedInRow + 1 < context.plan.fullResponseEvery
      else { continue }
      resolved.requests[index].condition = Validators(etag: response.etag, lastModified: response.lastModified)
    }
  }
}

extension RoundContext {
  /// The memory of a request as declared, with the last response to each of its requests.
  func memory(
    of group: RequestGroup, requests: [ConcreteRequest], depth: MemoryQuery.Depth
  ) async throws -> RequestMemory {
    let query = MemoryQuery(
      key: group.key, signature: group.signature, urls: requests.map(\.key), depth: depth)
    return try await store.memory(of: [query])[group.key] ?? RequestMemory()
  }
}

extension RequestGroup {
  /// What a response may depend on beside its URL and the declared request: headers of the contract, and whose
  /// credential is sent. A credential is identified by its name; its value is not kept.
  var sender: [String] {
    let headers = contract.headers.map { "\($0.name): \($0.value)" }
    return headers + (contract.authorization.map { [$0.name] } ?? [])
  }
}
