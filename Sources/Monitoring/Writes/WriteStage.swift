import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store

/// The stage of a round that sends what a version would send, to a sandbox that the contract declares, if that is
/// allowed. Each request is sent once, after everything was read.
struct WriteStage {
  let context: RoundContext

  private var plan: Round.Plan { context.plan }

  /// Sends the writes of one endpoint; `nil` if they may not be sent.
  func run(_ target: WriteTarget, _ supplies: RoundSupplies) async throws -> RequestResult? {
    guard context.mayWrite(target.contract),
      let group = context.groups(of: target.endpoint, in: target.contract).first
    else { return nil }
    return try await send(group, supplies)
  }

  private func send(_ group: RequestGroup, _ supplies: RoundSupplies) async throws -> RequestResult {
    func unchecked(_ reason: String) async throws -> RequestResult {
      try await EvaluateStage(context: context).unchecked(group, .notChecked, reason)
    }
    if context.isPastDeadline { return try await unchecked("the deadline was reached") }
    let writes: [Write]
    do { writes = try self.writes(group, supplies) } catch { return try await unchecked(error.description) }
    guard !writes.isEmpty else { return try await unchecked("no value was read of which a body could be made") }
    // One after the other in the order of the versions, because a refusal of the first may hold back the next.
    var responses: [WriteResponse] = []
    for write in writes {
      for response in try await FetchStage(context: context).fetch([write.request]) {
        responses.append(WriteResponse(write: write, response: response))
      }
    }
    return try await evaluate(group, responses)
  }

  /// The requests of an endpoint that writes: one for each version that sends something there, with the first body it
  /// made.
  private func writes(_ group: RequestGroup, _ supplies: RoundSupplies) throws(RequestResolver.Unresolved) -> [Write] {
    guard var request = try context.resolver(of: group, found: supplies.found).requests().first else { return [] }
    request.writes = true
    request.headers.removeAll { $0.name.lowercased() == "content-type" }
    request.headers.append(Field(name: "Content-Type", value: "application/json"))
    return group.contract.versions.flatMap { version in
      version.sends.filter { $0.endpoint == group.endpoint.id }.compactMap { send in
        guard let body = supplies.bodiesToSend[.init(endpoint: group.id, version: version.id)] else { return nil }
        var own = request
        own.body = body
        return Write(version: VersionInfo(version), send: send, request: own)
      }
    }
  }

  /// The results of the writes of one endpoint.
  private func evaluate(_ group: RequestGroup, _ writes: [WriteResponse]) async throws -> RequestResult {
    let memory = try await context.memory(of: group, requests: [], depth: .whole)
    let undecided = Set(writes.filter { !$0.isDecided }.map(\.write.version.id))
    var findings = writes.compactMap { $0.finding(at: group.place) }
    // A refusal that could not be checked again is still reported.
    findings += memory.findings.filter { finding in
      finding.rule == .requestRejected && finding.versions.contains { undecided.contains($0.version) }
    }
    for index in findings.indices {
      let before = memory.findings.first { $0.fingerprint == findings[index].fingerprint }
      (findings[index].firstSeen, findings[index].lastSeen) = (before?.firstSeen ?? plan.clock, plan.clock)
      findings[index].lastGood = before?.lastGood ?? memory.lastGoodAt
    }
    let update = IncidentUpdate(
      place: group.place, findings: findings, known: memory.incidents, isComplete: true, at: plan.clock,
      lastGoodAt: memory.lastGoodAt, responsesBefore: memory.baselineResponses)
    let isLoud = findings.contains { $0.level >= .warning }
    let failure = writes.first { !$0.isDecided }
    var report = context.report(
      group.contract, group.endpoint, failure?.outcome ?? (isLoud ? .drift : .ok), failure?.reason)
    (report.requests, report.examined) = (writes.count, writes.count { $0.isDecided })
    report.checkedAt = plan.clock
    let evaluation = Evaluation(
      place: group.place, signature: group.signature, round: context.number, at: plan.clock, report: report,
      responses: writes.map { write in
        ResponseRecord(
          url: write.write.request.key, outcome: write.outcome, status: write.response.status,
          seconds: write.response.seconds, buildID: plan.buildID)
      }, findings: update.findings, incidents: update.incidents, transitions: update.transitions,
      isGood: !isLoud && failure == nil)
    return RequestResult(
      endpoint: group.id, report: report, evaluation: evaluation, failed: failure == nil ? nil : report.outcome)
  }
}

/// A request that writes, with who sends it.
struct Write {
  let version: VersionInfo
  let send: AnySends
  let request: ConcreteRequest
}
