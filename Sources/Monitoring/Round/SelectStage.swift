import ContractKit
import DriftModel
import Foundation
import Store

/// A stage of a round: which requests are selected and due, and why the others are not sent.
struct SelectStage {
  let context: RoundContext

  private var plan: Round.Plan { context.plan }

  /// Chooses the requests of the round.
  func run() async throws -> Selection {
    let known = Known(
      lastChecks: plan.onlyDue ? try await context.store.lastChecks(environment: plan.environment) : [:],
      backoffs: plan.onlyDue && !context.isRecorded ? try await context.store.backoffs() : [:])
    var selection = Selection()
    for contract in plan.contracts {
      let wanted = contract.endpoints.filter { isWanted($0, contract) }
      var due: Set<String> = []
      var writes: [Endpoint] = []
      for endpoint in wanted {
        switch decision(on: endpoint, contract, known) {
        case .send where !context.isRecorded && endpoint.writes: writes.append(endpoint)
        case .send: due.insert(endpoint.id)
        case .leaveOut: continue
        case .lacksBaseURL(let report):
          selection.withoutBaseURL.append(endpoint.id(in: contract))
          if let report { selection.reports.append(report) }
        case .report(let report): selection.reports.append(report)
        }
      }
      selection.writes += writes.map { WriteTarget(contract: contract, endpoint: $0) }
      let sources = WriteTarget.sources(of: writes, in: contract)
      selection.sourcesOfWrites.formUnion(sources.map { EndpointID(contract: contract.id, endpoint: $0) })
      // What is sent needs the links and values that its parents hold, and a write the responses that its body is made
      // of: they run with it, whether they are wanted or not.
      let run = withParents(due.union(sources).union(writes.flatMap(\.parents)), contract)
      for endpoint in contract.endpoints where run.contains(endpoint.id) {
        if !context.isRecorded && (!endpoint.isScheduled || context.baseURL(of: endpoint, in: contract) == nil) {
          continue
        }
        let id = endpoint.id(in: contract)
        selection.reports.removeAll { $0.id == id }
        selection.groups += context.groups(of: endpoint, in: contract)
        if !wanted.contains(where: { $0.id == endpoint.id }) { selection.onlyForOthers.insert(id) }
      }
    }
    return selection
  }

  private enum Decision {
    case send
    case leaveOut
    /// Whether the endpoint was selected by name, so that it is reported.
    case lacksBaseURL(EndpointReport?)
    case report(EndpointReport)
  }

  /// The memory of earlier checks, read once.
  private struct Known {
    let lastChecks: [RequestKey: Date]
    let backoffs: [String: Backoff]
  }

  private func decision(on endpoint: Endpoint, _ contract: Contract, _ known: Known) -> Decision {
    func report(_ outcome: Outcome, _ reason: String?) -> EndpointReport {
      context.report(contract, endpoint, outcome, reason)
    }
    if !context.isRecorded && endpoint.writes {
      guard let obstacle = context.obstacleToWrite(endpoint, in: contract) else {
        return isDue(endpoint, contract, known) ? .send : .report(report(.notDue, nil))
      }
      // Writes are no part of most live rounds, but one that was asked for by name must not look as if it had been
      // checked.
      if plan.selection?[contract.id]?.contains(endpoint.id) == true {
        return .report(report(.notChecked, context.reason(obstacle)))
      }
      // Earlier refusals of a sandbox stay, whether the write is sent again now or not.
      let isForHere = contract.sandboxes.contains(plan.environment) && WriteTarget.isSent(endpoint, in: contract)
      return isForHere ? .report(report(.notDue, context.reason(obstacle))) : .leaveOut
    }
    // What has no body is never recorded.
    if context.isRecorded, endpoint.hasNoBody {
      return plan.selection?[contract.id]?.contains(endpoint.id) == true
        ? .report(report(.notChecked, RoundContext.noRecording)) : .leaveOut
    }
    if !context.isRecorded, endpoint.statuses?.isRecordedOnly == true {
      let reason = "error responses of this request are examined from recordings only"
      return plan.selection?[contract.id]?.contains(endpoint.id) == true
        ? .report(report(.notChecked, reason)) : .leaveOut
    }
    if !context.isRecorded && context.baseURL(of: endpoint, in: contract) == nil {
      let reason = context.reason(.noBaseURL(contract: contract.id))
      return .lacksBaseURL(plan.namesEndpoints ? report(.notChecked, reason) : nil)
    }
    if isDue(endpoint, contract, known) { return .send }
    if let reason = Backoffs(context).reason(for: endpoint, in: contract, known.backoffs) {
      return .report(report(.notChecked, reason))
    }
    return .report(report(.notDue, nil))
  }

  private func isWanted(_ endpoint: Endpoint, _ contract: Contract) -> Bool {
    guard let selection = plan.selection else { return true }
    guard let ids = selection[contract.id] else { return false }
    return ids.isEmpty || ids.contains(endpoint.id)
  }

  private func withParents(_ ids: Set<String>, _ contract: Contract) -> Set<String> {
    var result = ids
    var pending = Array(ids)
    while let id = pending.popLast() {
      guard let endpoint = contract.endpoint(id) else { continue }
      for parent in context.groups(of: endpoint, in: contract).flatMap(\.needs) where result.insert(parent).inserted {
        pending.append(parent)
      }
    }
    return result
  }

  /// Whether any request of the endpoint was last checked an interval ago. A tenth of the interval early counts as due,
  /// because cron's own lateness must not make every second round miss it.
  private func isDue(_ endpoint: Endpoint, _ contract: Contract, _ known: Known) -> Bool {
    guard plan.onlyDue else { return true }
    for group in context.groups(of: endpoint, in: contract) {
      guard let checkedAt = known.lastChecks[group.key] else { return true }
      if plan.clock.timeIntervalSince(checkedAt) >= endpoint.interval.seconds * 0.9 { return true }
      if plan.clock < checkedAt { return true }  // the clock was set back
    }
    return false
  }
}

/// What the first stage chose.
struct Selection {
  /// The requests that read.
  var groups: [RequestGroup] = []
  /// The requests that write. Each is sent once, after everything was read.
  var writes: [WriteTarget] = []
  /// Endpoints whose responses the bodies of the writes are made of.
  var sourcesOfWrites: Set<EndpointID> = []
  /// The reports on endpoints that are selected and not run.
  var reports: [EndpointReport] = []
  /// Endpoints that cannot be fetched because they have no base URL.
  var withoutBaseURL: [EndpointID] = []
  /// Endpoints that were not selected, but run because others need their responses.
  var onlyForOthers: Set<EndpointID> = []
}

/// Requests in the order in which they can be sent: parents before those that need their responses.
struct RequestLayers: Sequence, IteratorProtocol {
  private var waiting: [RequestGroup]

  init(_ groups: [RequestGroup]) { waiting = groups }

  /// The next requests whose parents are done; `nil` after the last.
  mutating func next() -> [RequestGroup]? {
    guard !waiting.isEmpty else { return nil }
    let ids = Set(waiting.map(\.id))
    var ready = waiting.filter { group in
      group.needs.allSatisfy { !ids.contains(EndpointID(contract: group.contract.id, endpoint: $0)) }
    }
    if ready.isEmpty { ready = waiting }  // contexts that need each other: both run without
    let keys = Set(ready.map(\.key))
    waiting.removeAll { keys.contains($0.key) }
    return ready
  }
}

extension Endpoint {
  /// The endpoint by the names of its contract and its own.
  func id(in contract: Contract) -> EndpointID { EndpointID(contract: contract.id, endpoint: id) }
}
