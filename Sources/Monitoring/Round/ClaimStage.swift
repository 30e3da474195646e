import ContractKit
import DriftModel
import Foundation
import Store

/// A stage of a round: takes the right to check what was selected, so that no other process checks it meanwhile. A store that one process at
/// a time uses grants everything.
struct ClaimStage {
  let context: RoundContext

  /// How often claims are extended.
  private static let renewal = Duration.seconds(10)
  /// How long it is waited before others are asked again.
  private static let pause = Duration.milliseconds(250)

  private var plan: Round.Plan { context.plan }

  /// Takes out of `selection` what others check.
  ///
  /// - Returns: What was granted, for ``release(_:checked:)``, and the endpoints that others check.
  func run(_ selection: inout Selection) async throws -> (granted: [ClaimGroup], held: [EndpointID]) {
    let parts = parts(of: selection)
    let groups = parts.map { group(of: $0, selection) }
    var answers = try await context.store.claim(groups)
    let end = ContinuousClock.now + plan.claimPatience
    while answers.contains(where: \.isHeld), ContinuousClock.now < end, !Task.isCancelled, !context.isPastDeadline {
      try? await Task.sleep(for: Self.pause)
      let open = answers.indices.filter { answers[$0].isHeld }
      do {
        for (index, answer) in zip(open, try await context.store.claim(open.map { groups[$0] })) {
          answers[index] = answer
        }
      } catch {
        await release(zip(groups, answers).filter { $1 == .granted }.map(\.0), checked: [])
        throw error
      }
    }
    var held: [EndpointID] = []
    var left: Set<EndpointID> = []
    for (part, answer) in zip(parts, answers) where answer != .granted {
      let ids = part.map { $0.endpoint.id(in: $0.contract) }
      left.formUnion(ids)
      if answer.isHeld { held += ids }
      selection.reports += part.filter { !selection.onlyForOthers.contains($0.endpoint.id(in: $0.contract)) }
        .map { report($0, answer) }
    }
    selection.groups.removeAll { left.contains($0.id) }
    selection.writes.removeAll { left.contains($0.endpoint.id(in: $0.contract)) }
    return (zip(groups, answers).filter { $1 == .granted }.map(\.0), held)
  }

  /// Extends the claims until the task is cancelled. If the store cannot be reached, what is stored later may be refused.
  func keep() async {
    guard context.store.isShared else { return }
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.renewal)
      if !Task.isCancelled { try? await context.store.renewClaims() }
    }
  }

  /// Gives the claims back. If the store cannot be reached, they end by themselves.
  func release(_ groups: [ClaimGroup], checked: Set<EndpointID>) async {
    let endpoints = groups.flatMap(\.endpoints).filter {
      checked.contains(EndpointID(contract: $0.contract, endpoint: $0.endpoint))
    }
    try? await context.store.release(groups, checked: Set(endpoints))
  }

  private typealias Part = [(contract: Contract, endpoint: Endpoint)]

  /// The selected endpoints, those together that need each other.
  private func parts(of selection: Selection) -> [Part] {
    let selected = Set(selection.groups.map(\.id) + selection.writes.map { $0.endpoint.id(in: $0.contract) })
    return plan.contracts.flatMap { contract in
      contract.linkedEndpoints.compactMap { ids -> Part? in
        let endpoints = ids.compactMap(contract.endpoint).filter { selected.contains($0.id(in: contract)) }
        return endpoints.isEmpty ? nil : endpoints.map { (contract, $0) }
      }
    }
  }

  private func group(of part: Part, _ selection: Selection) -> ClaimGroup {
    var group = ClaimGroup([])
    for (contract, endpoint) in part {
      let claimed = ClaimedEndpoint(
        contract: contract.id, endpoint: endpoint.id, environment: plan.environment,
        perspective: context.perspective(of: contract))
      group.endpoints.insert(claimed)
      let isWanted = !selection.onlyForOthers.contains(endpoint.id(in: contract))
      if let share = plan.leastAge, isWanted { group.leastAges[claimed] = share * endpoint.interval.seconds }
      // Who asks by hand for a few responses is no burden to a host.
      if plan.leastAge != nil, !context.isRecorded, let url = context.baseURL(of: endpoint, in: contract),
        let host = URLComponents(string: url)?.host
      {
        group.hosts.insert(host.lowercased())
      }
    }
    return group
  }

  private func report(_ part: Part.Element, _ answer: ClaimAnswer) -> EndpointReport {
    let (contract, endpoint) = part
    switch answer {
    case .held(let holder): return context.reportOfHeld(contract, endpoint, by: holder)
    default: return context.report(contract, endpoint, .notDue, nil)
    }
  }
}

extension ClaimAnswer {
  /// Whether another process has it at the moment.
  fileprivate var isHeld: Bool { if case .held = self { true } else { false } }
}
