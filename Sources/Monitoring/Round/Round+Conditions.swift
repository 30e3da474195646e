import ContractKit
import DriftModel
import DriftRules
import Examination
import Fetching
import Foundation
import StoreSQLite
import System

// Asking only for what is new (RFC 9110 section 13), and saying the same as if all of it had come.
extension Round {
  /// The last examined responses of a run, if responses that equal them carry everything forward: under the same code, each request
  /// with facts, nothing in the balance that one more response or the passing of time would decide.
  func lastResponses(of run: GroupRun) async throws -> [StoredResponse]? {
    guard !run.requests.isEmpty, !run.group.takesPartInJoin, !run.group.hasReferences,
      let report = run.state.report, report.outcome.isChecked,
      report.examined == run.requests.count, !run.state.isUnsettled
    else { return nil }
    var responses: [StoredResponse] = []
    for request in run.requests {
      guard let stored = try await ledger.latestResponse(of: run.group.place, url: request.key),
        stored.buildID == run.codeIdentity, stored.lastOutcome.isChecked, stored.facts != nil
      else { return nil }
      responses.append(stored)
    }
    return hasNewsOfDays(run, responses.compactMap(\.facts)) ? nil : responses
  }

  /// Whether a day that the provider named has come near since the last check, or a notice that was not repeated is over.
  private func hasNewsOfDays(_ run: GroupRun, _ facts: [Examination]) -> Bool {
    let lastCheck = run.state.checkedAt
    if run.state.findings.contains(where: { ProviderNotice.isOver($0, lastCheck: lastCheck, at: plan.clock) }) {
      return true
    }
    guard let lastCheck, facts.contains(where: { $0.providerNotices?.isEmpty == false }) else { return false }
    let judgement = Judgement(place: run.group.place, versions: run.group.versionInfos, examinations: facts)
    let (then, now) = (judgement.providerFindings(at: lastCheck), judgement.providerFindings(at: plan.clock))
    return then.map(\.level) != now.map(\.level) || then.map(\.message) != now.map(\.message)
  }

  /// Makes the requests of a run conditional where a 304 would say all there is to say.
  ///
  /// Never where others need the body, where something is to be tried on it, for a POST, and at every so many checks: a tag that
  /// never changes must not hide a change for ever.
  func addConditions(to run: inout GroupRun, _ state: RoundState) async throws {
    guard sourceKind == .live, let last = run.last, !run.group.isNeededWhole,
      !(try await isToBeTried(run, state))
    else { return }
    for (index, response) in last.enumerated() {
      guard run.requests[index].method == "GET", run.requests[index].body == nil,
        response.notModifiedInRow + 1 < plan.fullResponseEvery
      else { continue }
      run.requests[index].condition = Validators(etag: response.etag, lastModified: response.lastModified)
    }
  }

  /// Decides which runs are carried forward, and fetches in full, at once, what was said to be the same where that is not enough.
  ///
  /// One response of several that changed is judged with all others, whose shapes are not kept.
  func completeResponses(of runs: inout [GroupRun]) async throws {
    var places: [(run: Int, response: Int)] = []
    for index in runs.indices {
      runs[index].isCarriedForward = isUnchanged(runs[index])
      guard !runs[index].isCarriedForward else { continue }
      for (response, sourced) in runs[index].responses.enumerated() where sourced.isNotModified {
        places.append((index, response))
      }
    }
    guard !places.isEmpty else { return }
    let responses = try await fetch(places.map { runs[$0.run].requests[$0.response].unconditional })
    for (place, response) in zip(places, responses) { runs[place.run].responses[place.response] = response }
  }

  /// Whether every response equals the last one of its request, and announces nothing else.
  private func isUnchanged(_ run: GroupRun) -> Bool {
    guard let last = run.last, last.count == run.responses.count, !run.responses.isEmpty else { return false }
    return zip(run.responses, last).allSatisfy { response, stored in
      guard response.outcome == nil else { return false }
      let known = stored.facts?.providerNotices ?? []
      guard response.notices.allSatisfy(known.contains) else { return false }
      // A 304 need not repeat what the whole response announced (RFC 9110 section 15.4.5).
      if response.isNotModified { return true }
      return stored.bodyDigest == ContentDigest(response.body).hexadecimal
        && known.allSatisfy { $0.kind == .certificate || response.notices.contains($0) }
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

extension GroupRun {
  /// Keeps with the facts what the provider announced beside each response.
  mutating func noteNotices() {
    for (index, response) in responses.enumerated() where !response.isNotModified {
      facts[index]?.providerNotices = response.notices.isEmpty ? nil : response.notices
    }
  }
}

extension RequestGroup {
  /// What a response may depend on beside its URL and the declared request: headers of the contract, and whose credential is sent.
  /// A credential is known by its name; nothing of its value is kept.
  var sender: [String] {
    let headers = contract.headers.map { "\($0.name): \($0.value)" }
    return headers + (contract.authorization.map { ["\($0.header): \($0.prefix) \($0.credential.name)"] } ?? [])
  }
}
