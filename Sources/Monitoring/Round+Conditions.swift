import ContractKit
import DriftAnalysis
import Examination
import Fetching
import Foundation
import Ledger

// Asking only for what is new (RFC 9110 section 13), and saying the same as if all of it had come.
extension Round {
  /// The last examined answers of a run, if answers that equal them carry everything forward: under the same code, each request
  /// with facts, nothing in the balance that one more answer or the passing of time would decide.
  func lastAnswers(of run: GroupRun) async throws -> [StoredAnswer]? {
    guard !run.requests.isEmpty, !run.group.takesPartInJoin, !run.group.hasReferences,
      let report = run.state.report, report.outcome.isChecked,
      report.examined == run.requests.count, !run.state.isUnsettled
    else { return nil }
    var answers: [StoredAnswer] = []
    for request in run.requests {
      guard let stored = try await ledger.latestAnswer(of: run.group.place, url: request.key),
        stored.buildID == run.codeIdentity, stored.lastOutcome.isChecked, stored.facts != nil
      else { return nil }
      answers.append(stored)
    }
    return hasNewsOfDays(run, answers.compactMap(\.facts)) ? nil : answers
  }

  /// Whether a day that the provider named has come near since the last look, or a notice that was not repeated is over.
  private func hasNewsOfDays(_ run: GroupRun, _ facts: [Examination]) -> Bool {
    let lastLook = run.state.checkedAt
    if run.state.findings.contains(where: { ProviderNotice.isOver($0, lastLook: lastLook, at: plan.clock) }) {
      return true
    }
    guard let lastLook, facts.contains(where: { $0.providerNotices?.isEmpty == false }) else { return false }
    let judgement = Judgement(place: run.group.place, versions: run.group.versionInfos, examinations: facts)
    let (then, now) = (judgement.providerFindings(at: lastLook), judgement.providerFindings(at: plan.clock))
    return then.map(\.level) != now.map(\.level) || then.map(\.message) != now.map(\.message)
  }

  /// Makes the requests of a run conditional where a 304 would say all there is to say.
  ///
  /// Never where others need the body, where something is to be tried on it, for a POST, and at every so many looks: a tag that
  /// never changes must not hide a change for ever.
  func addConditions(to run: inout GroupRun, _ state: RoundState) async throws {
    guard sourceKind == .live, let last = run.last, !run.group.isNeededWhole,
      !(try await isToBeTried(run, state))
    else { return }
    for (index, answer) in last.enumerated() {
      guard run.requests[index].method == "GET", run.requests[index].body == nil,
        answer.notModifiedInRow + 1 < plan.fullAnswerEvery
      else { continue }
      run.requests[index].condition = Validators(etag: answer.etag, lastModified: answer.lastModified)
    }
  }

  /// Decides which runs are carried forward, and fetches in full, at once, what was said to be the same where that is not enough.
  ///
  /// One answer of several that changed is judged with all others, whose shapes are not kept.
  func completeAnswers(of runs: inout [GroupRun]) async throws {
    var places: [(run: Int, answer: Int)] = []
    for index in runs.indices {
      runs[index].isCarriedForward = isUnchanged(runs[index])
      guard !runs[index].isCarriedForward else { continue }
      for (answer, sourced) in runs[index].answers.enumerated() where sourced.isNotModified {
        places.append((index, answer))
      }
    }
    guard !places.isEmpty else { return }
    let answers = try await fetch(places.map { runs[$0.run].requests[$0.answer].unconditional })
    for (place, answer) in zip(places, answers) { runs[place.run].answers[place.answer] = answer }
  }

  /// Whether every answer equals the last one of its request, and announces nothing else.
  private func isUnchanged(_ run: GroupRun) -> Bool {
    guard let last = run.last, last.count == run.answers.count, !run.answers.isEmpty else { return false }
    return zip(run.answers, last).allSatisfy { answer, stored in
      guard answer.outcome == nil else { return false }
      let known = stored.facts?.providerNotices ?? []
      guard answer.notices.allSatisfy(known.contains) else { return false }
      // A 304 need not repeat what the whole answer announced (RFC 9110 section 15.4.5).
      if answer.isNotModified { return true }
      return stored.bodyDigest == ContentDigest(answer.body).hexadecimal
        && known.allSatisfy { $0.kind == .certificate || answer.notices.contains($0) }
    }
  }
}

extension ConcreteRequest {
  /// The same without a condition: a request for the whole answer.
  var unconditional: ConcreteRequest {
    var request = self
    request.condition = nil
    return request
  }
}

extension GroupRun {
  /// Keeps with the facts what the provider announced beside each answer.
  mutating func noteNotices() {
    for (index, answer) in answers.enumerated() where !answer.isNotModified {
      facts[index]?.providerNotices = answer.notices.isEmpty ? nil : answer.notices
    }
  }
}

extension RequestGroup {
  /// What an answer may depend on beside its URL and the declared request: headers of the contract, and whose credential is sent.
  /// A credential is known by its name; nothing of its value is kept.
  var sender: [String] {
    let headers = contract.headers.map { "\($0.name): \($0.value)" }
    return headers + (contract.authorization.map { ["\($0.header): \($0.prefix) \($0.credential.name)"] } ?? [])
  }
}
