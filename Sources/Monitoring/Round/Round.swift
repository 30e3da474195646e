import ContractKit
import DriftModel
public import Examination
public import Fetching
public import Foundation
public import Store

/// One pass over the endpoints that are selected and due: select, claim; for each layer of requests resolve, fetch, examine, confirm, impact,
/// record and page; then combine and write. Evaluate and commit follow page at once; for requests that
/// take part in references or aggregates they follow combine, after the last layer.
///
/// Each stage is a file of its own. Requests run in layers, parents before those
/// that need their responses; a layer is fetched together and examined in one batch.
public struct Round: Sendable {
  private let plan: Plan
  private let store: any Store
  private let examiner: Examiner
  private let source: any ResponseSource
  private let sourceKind: RoundInfo.Source

  /// A live round.
  public init(_ plan: Plan, store: any Store, examiner: Examiner, fetcher: Fetcher) {
    self.plan = plan
    self.store = store
    self.examiner = examiner
    source = LiveSource(
      fetcher: fetcher, contracts: Self.byID(plan.contracts), baseURLs: plan.baseURLs,
      secrets: DeclaredSecrets(CredentialReader(environment: plan.variables, secretVariables: plan.secretVariables)),
      tokens: plan.tokens, deadline: plan.deadline)
    sourceKind = .live
  }

  /// A round over recorded responses: `folders` by contract id, each laid out as `<URL path>/index.json`.
  public init(_ plan: Plan, store: any Store, examiner: Examiner, folders: [String: [URL]], isDirectory: Bool) {
    var plan = plan
    plan.perspective = "recorded"
    self.plan = plan
    self.store = store
    self.examiner = examiner
    source = RecordedSource(
      folders: folders, contracts: Self.byID(plan.contracts),
      secrets: DeclaredSecrets(CredentialReader(environment: plan.variables)))
    sourceKind = isDirectory ? .directory : .recordings
  }

  private static func byID(_ contracts: [Contract]) -> [String: Contract] {
    Dictionary(contracts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Runs the round. `found` are values from earlier rounds, for parents that are not part of this one.
  ///
  /// - Parameter found: Links and values of earlier responses.
  /// - Returns: The result of the round. Everything is in the ledger by then.
  /// - Throws: `StoreError`, or a configuration error of the recordings.
  @concurrent public func run(found: FoundValues = FoundValues()) async throws -> Result {
    try await withTaskExecutorPreference(RoundQueue()) { try await runStages(found) }
  }

  @concurrent private func runStages(_ found: FoundValues) async throws -> Result {
    let started = ContinuousClock.now
    var context = RoundContext(
      plan: plan, store: store, examiner: examiner, source: source, sourceKind: sourceKind, number: 0)
    // What comes from files is recorded already.
    if let recording = plan.recording, sourceKind == .live { context.recorder = Recorder(context, recording) }
    var selection = try await SelectStage(context: context).run()
    let claims = ClaimStage(context: context)
    // From before the first is granted, because others may be waited for.
    let renewal = Task { await claims.keep() }
    defer { renewal.cancel() }
    let (granted, held) = try await claims.run(&selection)
    if plan.yields, granted.isEmpty {
      return Result(
        number: nil, endpoints: [], transitions: [], found: found, withoutBaseURL: [], wasInterrupted: false,
        seconds: [:], held: held)
    }
    do {
      context.number = try await store.beginRound(
        startedAt: plan.clock, source: sourceKind, environment: plan.environment, buildID: plan.buildID)
      // Rounds over files may have the clock of another time, and have the shares of today.
      if sourceKind == .live {
        let known = plan.contracts.filter { !plan.unknownInstalls.contains($0.id) }
        let contracts = known.map { ContractInfo($0, on: plan.clock.isoDay) }
        try await store.noteInstalls(of: contracts, environment: plan.environment, at: plan.clock)
      }
      var (result, checked) = try await run(selection, found, started, context)
      await claims.release(granted, checked: checked)
      result.held += held
      result.recordings = await context.recorder?.results ?? []
      return result
    } catch {
      await claims.release(granted, checked: [])
      throw error
    }
  }

  /// The round of what was selected and claimed, and the endpoints with stored results.
  private func run(
    _ selection: Selection, _ found: FoundValues, _ started: ContinuousClock.Instant, _ context: RoundContext
  ) async throws -> (Result, checked: Set<EndpointID>) {
    var supplies = RoundSupplies(found: found, sourcesOfWrites: selection.sourcesOfWrites)
    var tally = RoundTally(selection.reports)
    try await read(selection.groups, context, &tally, &supplies)
    // A write cannot be undone, so each result is committed before the next write is sent.
    for target in selection.writes where !Task.isCancelled {
      guard let result = try await WriteStage(context: context).run(target, supplies) else { continue }
      try await CommitStage(context: context).run(result, &tally, &supplies)
    }
    let wasInterrupted = Task.isCancelled
    if !wasInterrupted {
      let seconds = started.duration(to: .now).seconds
      let exitCode = tally.exitCode(lasting: try await findings(at: tally.notDue, context))
      try await store.endRound(
        context.number, at: plan.clock.addingTimeInterval(seconds), seconds: seconds, exitCode: exitCode)
    }
    let wanted = plan.contracts.flatMap { contract in contract.endpoints.map { $0.id(in: contract) } }
      .filter { !selection.onlyForOthers.contains($0) }
    let result = Result(
      number: context.number, endpoints: wanted.compactMap(tally.report), transitions: tally.transitions,
      found: supplies.found, withoutBaseURL: selection.withoutBaseURL, wasInterrupted: wasInterrupted,
      requestNames: tally.requestNames, seconds: tally.seconds, held: tally.lost)
    // One of whose requests some were not sent was not checked as a whole.
    let requests = Dictionary(selection.groups.map { ($0.id, 1) }, uniquingKeysWith: +)
    let checked = tally.stored.filter { plan.request == nil && $0.value >= requests[$0.key, default: 1] }.keys
    return (result, Set(checked))
  }

  /// What was found earlier at endpoints and is still to be counted: a break lasts until somebody looks again.
  private func findings(at endpoints: Set<EndpointID>, _ context: RoundContext) async throws -> [Finding] {
    guard !endpoints.isEmpty else { return [] }
    var keys: Set<RequestKey> = []
    for contract in plan.contracts {
      for endpoint in contract.endpoints where endpoints.contains(endpoint.id(in: contract)) {
        keys.formUnion(context.groups(of: endpoint, in: contract).map(\.key))
      }
    }
    return try await store.requests(environment: plan.environment).filter { keys.contains($0.key) }.flatMap(
      \.findings)
  }

  /// Takes all requests that read through the stages, layer by layer; what others' responses belong to waits for the last.
  private func read(
    _ groups: [RequestGroup], _ context: RoundContext, _ tally: inout RoundTally, _ supplies: inout RoundSupplies
  ) async throws {
    let (evaluate, commit) = (EvaluateStage(context: context), CommitStage(context: context))
    var waiting: [CheckedRequest] = []
    for layer in RequestLayers(groups) {
      if Task.isCancelled { break }
      if context.isPastDeadline {
        for group in layer {
          let result = try await evaluate.unchecked(group, .notChecked, RoundContext.deadlineReached)
          try await commit.run(result, &tally, &supplies)
        }
        continue
      }
      let layer = try await check(layer, context, &tally, &supplies)
      let end = context.endOfWork
      for checked in layer {
        supplies.add(checked, findsImpact: plan.findsImpact)
        if checked.group.joins.isEmpty, !checked.group.hasReferences {
          let result = try await tally.timing(checked.group.id) { try await evaluate.run(checked, until: end) }
          try await commit.run(result, &tally, &supplies)
        } else {
          // What others need of the bodies is among the supplies.
          var checked = checked
          checked.dropBodies()
          waiting.append(checked)
        }
      }
    }
    guard !Task.isCancelled else { return }
    let combined = try await CombineStage(context: context).run(waiting, supplies)
    let end = context.endOfWork
    for checked in combined {
      let result = try await tally.timing(checked.group.id) { try await evaluate.run(checked, until: end) }
      try await commit.run(result, &tally, &supplies)
    }
  }

  /// One layer from requests to facts.
  private func check(
    _ layer: [RequestGroup], _ context: RoundContext, _ tally: inout RoundTally, _ supplies: inout RoundSupplies
  ) async throws -> [CheckedRequest] {
    var ready: [ResolvedRequest] = []
    for resolution in try await ResolveStage(context: context).run(layer, supplies) {
      switch resolution {
      case .ready(let resolved): ready.append(resolved)
      case .unresolved(let group, let outcome, let reason, let isItsOwn):
        let result = try await EvaluateStage(context: context).unchecked(group, outcome, reason, isItsOwn: isItsOwn)
        try await CommitStage(context: context).run(result, &tally, &supplies)
      case .notNamed(let group, let names):
        tally.note(requests: names)
        tally.add(context.report(group.contract, group.endpoint, .notDue, nil))
      }
    }
    var checked = try await examined(ready, context, &tally, supplies)
    // Each round of this asks for one more page of every list; how many there are at most is declared.
    while !Task.isCancelled {
      let pages = PageStage(context: context).next(after: checked, supplies.found)
      guard !pages.isEmpty else { break }
      if context.isPastDeadline {
        for (index, request) in pages { checked[index].add(unasked: request.requests, RoundContext.deadlineReached) }
        break
      }
      for index in checked.indices where checked[index].group.endpoint.paging != nil {
        checked[index].makeRoom(isSource: supplies.sourcesOfWrites.contains(checked[index].group.id))
      }
      let further = try await examined(pages.map(\.request), context, &tally, supplies)
      for (page, request) in zip(pages, further) { checked[page.index].add(pages: request) }
      // All recorded pages were looked for at once.
      if context.isRecorded { break }
    }
    for index in checked.indices { checked[index].joinPages() }
    return checked
  }

  /// The stages from requests to facts.
  private func examined(
    _ ready: [ResolvedRequest], _ context: RoundContext, _ tally: inout RoundTally, _ supplies: RoundSupplies
  ) async throws -> [CheckedRequest] {
    let (found, sources) = (supplies.found, supplies.sourcesOfWrites)
    var checked = try await FetchStage(context: context).run(
      ready, EarlyExamination(context, ready, found, sources))
    for request in checked {
      let seconds = request.responses.reduce(0) { $0 + $1.response.seconds }
      let before = request.responses.map(\.response.secondsBefore).max() ?? 0
      tally.add(seconds: before + seconds, at: request.group.id)
    }
    checked = try await ExamineStage(context: context).run(checked, found, sources)
    checked = try await ConfirmStage(context: context).run(checked, found, sources)
    for request in checked { tally.add(seconds: request.secondsExamined, at: request.group.id) }
    checked = try await ImpactStage(context: context).run(checked, found)
    await RecordStage(context: context).run(checked, found)
    return checked
  }
}

extension Duration {
  /// The whole duration in seconds.
  public var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
