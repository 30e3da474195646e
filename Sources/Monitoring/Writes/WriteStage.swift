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
    if context.isPastDeadline { return try await unchecked(RoundContext.deadlineReached) }
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
    return try await evaluated(group, responses)
  }

  /// The requests of an endpoint that writes: one for each version that sends something there, with the first body it
  /// made.
  private func writes(_ group: RequestGroup, _ supplies: RoundSupplies) throws(RequestResolver.Unresolved) -> [Write] {
    guard var request = try context.resolver(of: group, found: supplies.found).requests().first else { return [] }
    request.writes = true
    request.headers.removeAll { $0.name.lowercased() == "content-type" }
    request.headers.append(Field(name: "Content-Type", value: "application/json"))
    let day = plan.clock.isoDay
    return group.contract.versions.filter { $0.hasShipped(on: day) }.flatMap { version in
      version.sends.filter { $0.endpoint == group.endpoint.id }.compactMap { send in
        guard let body = supplies.bodiesToSend[.init(endpoint: group.id, version: version.id)] else { return nil }
        var own = request
        own.body = body
        return Write(version: VersionInfo(version, on: day), send: send, request: own)
      }
    }
  }

  /// The results of the writes of one endpoint.
  private func evaluated(_ group: RequestGroup, _ writes: [WriteResponse]) async throws -> RequestResult {
    let stage = EvaluateStage(context: context)
    let memory = try await context.memory(of: group, requests: [], depth: .whole)
    var facts = RequestFacts(
      request: group.key, signature: group.signature, versions: [], outlines: [:], responses: [],
      round: context.number, clock: plan.clock, settings: try await stage.settings(group, memory))
    facts.writes = writes.map(\.facts)
    var evaluation = evaluate(memory, facts)
    let failure = writes.first { !$0.isDecided }
    if let failure {
      (evaluation.report.outcome, evaluation.report.reason) = (failure.outcome, failure.reason)
      evaluation.isGood = false
    }
    evaluation.responses = writes.map { write in
      var record = ResponseRecord(url: write.write.request.key, outcome: write.outcome, buildID: plan.buildID)
      (record.status, record.seconds) = (write.response.status, write.response.seconds)
      return record
    }
    return RequestResult(
      endpoint: group.id, report: evaluation.report, evaluation: evaluation, failed: failure.map(\.outcome))
  }
}

/// A request that writes, with who sends it.
struct Write {
  let version: VersionInfo
  let send: AnySends
  let request: ConcreteRequest
}
