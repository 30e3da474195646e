import ContractKit
import DriftModel
import DriftRules
import Examination
import Fetching
import Foundation
import Store
import Monitoring
import PayloadShape
import Recording
import Reporting
import System

/// `driftwatch check`: one round (over recordings: one for each date), the report, and the exit code.
struct CheckCommand {
  private var settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  /// After a check of whatever process, an endpoint is due when so much of its interval has passed, as the first stage of a round has it.
  private static let leastAge = 0.9
  /// How long an endpoint is waited for that another process checks.
  private static let claimPatience = Duration.seconds(60)

  private enum Source {
    case live
    case recordings
    case folders([String: URL], clock: Date)
  }

  mutating func run() async throws -> Int32 {
    let call = settings.call
    let format = try call.choice("--format", ReportFormat.self) ?? .text
    _ = try settings.failOn()
    let candidates = try settings.candidateChoice()
    try settings.checkOutputs()
    try settings.validate()
    let targets = try CheckTargets(call.operands, settings)
    let failOn = try settings.failOn(withoutReaders: targets.withoutReaders)
    let source = try source(targets.contracts)
    // Before the ledger is opened: a wrong option or file must not create one.
    let accepted = try AcceptedFiles(settings)
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    let policy = try FetchPolicy(call)
    let started = ContinuousClock.now
    let buildID = ExecutableIdentity.currentBuildID
    var plan = Round.Plan(
      contracts: targets.contracts, environment: settings.environmentName, clock: Date(), buildID: buildID)
    plan.remedy = \.remedy
    plan.selection = targets.selection
    plan.viewpoint = settings.viewpoint
    plan.namesEndpoints = targets.selection != nil
    plan.request = try request(of: targets)
    if case .live = source {
      plan.recording = try settings.recordingPlan(for: targets.contracts)
      try settings.checkEnvironment()
      try CommandSettings.requireFetching()
      plan.baseURLs = try settings.baseURLs()
      if !call.has("--quiet") {
        CredentialOrigins.withheld(by: plan.contracts, baseURLs: plan.baseURLs, environment: plan.environment)
          .forEach(settings.console.complain)
      }
    } else {
      if settings.call.has("--record") {
        throw CommandFailure.usage("--record keeps live responses; leave out --from, or the option")
      }
      plan.baseURLs = try settings.givenBaseURLs()
    }
    plan.levels = settings.levels
    plan.blindness = BlindnessPolicy(call.settings)
    plan.unknownInstalls = call.configuration.unknownInstalls
    plan.shapeBudget = PayloadShape.budget(call.settings)
    plan.onlyDue = call.has("--only-due")
    // Responses from files are examined whatever the time.
    if case .live = source, plan.onlyDue {
      plan.leastAge = Self.leastAge
    } else {
      plan.claimPatience = Self.claimPatience
    }
    plan.allowsWrites = try allowsWrites(source, targets.contracts)
    plan.deadline = try call.seconds("--deadline").map { started + .seconds($0) }
    plan.variables = settings.environment
    plan.secretVariables = settings.secretVariables
    plan.withoutReaders = targets.withoutReaders
    let ledger: any Store
    var lease: Lease?
    switch source {
    case .recordings where call.value("--db") == nil, .folders where call.value("--db") == nil:
      // Nothing is known from before, so every response must be examined. The worker starts meanwhile.
      if targets.contracts.contains(where: { !$0.versions.isEmpty }) { examiner.prepare() }
      ledger = MemoryStore()
    default:
      ledger = try settings.ledger()
      lease = try await ledger.lease(for: .rounds)
      // In a temporary ledger it could not be looked up later.
      plan.findsImpact = true
    }
    defer { withExtendedLifetime(lease) {} }
    if call.has("--quiet") { settings.console.showsProgress = false }
    let results: [Round.Result]
    do {
      defer { settings.console.endProgress() }
      results = try await rounds(source, plan, accepted, ledger, examiner, policy)
    }
    guard let last = results.last else {
      throw CommandFailure.notChecked("no recording was found; see docs/recordings.md")
    }
    if !call.has("--quiet") { results.flatMap(\.recordings).compactMap(\.words).forEach(settings.console.complain) }
    if let name = plan.request, let known = Self.namesInsteadOf(name, results) {
      throw CommandFailure.usage("--request: \(call.operands[0]) sends no \"\(name)\"; it sends \(known)")
    }
    if targets.selection == nil && !call.has("--quiet") {
      settings.console.leaveOut(last.withoutBaseURL, targets.contracts)
    }
    let sourceKind: RoundInfo.Source =
      switch source {
      case .live: .live
      case .recordings: .recordings
      case .folders: .directory
      }
    // Where several processes run rounds, the last one may be another's.
    let stored = ledger.isShared ? nil : try await ledger.lastRound(completeOnly: false)
    let info = RoundInfo(
      number: last.number ?? 0, rounds: results.count, startedAt: stored?.startedAt ?? plan.clock,
      finishedAt: ledger.isShared && !last.wasInterrupted ? Date() : stored?.shownEnd,
      seconds: started.duration(to: .now).seconds, source: sourceKind, judge: judgeName, environment: plan.environment)
    let builder = ReportBuilder(
      contracts: targets.contracts, environment: plan.environment, failOn: failOn,
      failsCandidates: candidates == .fail, allowIncomplete: call.has("--allow-incomplete"))
    let endpoints = latest(results, in: targets.contracts)
    let report = try await builder.report(
      endpoints: endpoints, transitions: results.flatMap(\.transitions), round: info, store: ledger)
    try settings.deliver(
      report, format: format, options: options(source, failOn, candidates))
    // A file that could not be written comes before the state of the APIs, as a ledger does.
    return results.flatMap(\.recordings).exitCode == 4 ? 4 : Int32(report.summary.exitCode)
  }

  /// `--request`, which goes with one endpoint.
  private func request(of targets: CheckTargets) throws -> String? {
    guard let name = settings.call.value("--request") else { return nil }
    guard targets.withoutReaders.isEmpty, targets.selection?.count == 1, targets.selection?.first?.value.count == 1
    else { throw CommandFailure.usage("--request goes with one ID/ENDPOINT") }
    return name
  }

  /// The requests that an endpoint has, if none in any round had the name that was asked for.
  private static func namesInsteadOf(_ name: String, _ results: [Round.Result]) -> String? {
    guard results.allSatisfy({ result in result.endpoints.allSatisfy { $0.outcome == .notDue } }) else { return nil }
    let names = results.flatMap(\.requestNames).uniqued()
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }

  /// `--allow-writes`. Without a sandbox it is an error, because otherwise the caller could believe that something was
  /// sent.
  private func allowsWrites(_ source: Source, _ contracts: [Contract]) throws -> Bool {
    guard settings.call.has("--allow-writes") else { return false }
    guard case .live = source else {
      throw CommandFailure.usage("--allow-writes sends requests; leave out --from, or the option")
    }
    let name = settings.environmentName
    guard contracts.contains(where: { $0.sandboxes.contains(name) }) else {
      let known = Set(contracts.flatMap(\.sandboxes)).sorted()
      let hint =
        known.isEmpty
        ? "no contract declares one (sandboxes:)" : "give --environment \(known.joined(separator: " or "))"
      throw CommandFailure.usage("--allow-writes: environment \(name) is no sandbox; \(hint)")
    }
    let moved = contracts.filter { $0.sandboxes.contains(name) }.map(\.id).filter(
      Set(try settings.baseURLs().keys).contains)
    if let first = moved.first {
      throw CommandFailure.usage(
        "--allow-writes: \(first) has another base URL here than its declared sandbox, where nothing is sent; leave that out"
      )
    }
    return true
  }

  private func options(_ source: Source, _ failOn: FailLevel, _ candidates: CandidateChoice?) -> RenderOptions {
    var options = settings.renderOptions(
      failOn: failOn, showAll: settings.call.has("--verbose"), candidates: candidates)
    // The exit code depends on what is open, so all of it is shown, whether it is new or not.
    options.showsOpenInFull = true
    if case .live = source { return options }
    guard settings.call.value("--db") == nil else { return options }
    // A temporary ledger is gone with the process, so no later command could report it.
    options.listingCommand = "add --verbose"
    options.explainsIncidents = false
    return options
  }

  private func rounds(
    _ source: Source, _ plan: Round.Plan, _ accepted: AcceptedFiles, _ ledger: any Store, _ examiner: Examiner,
    _ policy: FetchPolicy
  ) async throws -> [Round.Result] {
    var plan = plan
    plan.acceptances = try await accepted.identified(with: ledger)
    switch source {
    case .live:
      settings.console.progress("fetching…")
      let fetcher = Fetcher(policy: policy)
      return [try await Round(plan, store: ledger, examiner: examiner, fetcher: fetcher).run()]
    case .folders(let folders, let clock):
      var plan = plan
      plan.clock = clock
      let byID = folders.mapValues { [$0] }
      return [try await Round(plan, store: ledger, examiner: examiner, folders: byID, isDirectory: true).run()]
    case .recordings:
      let recorded = RecordedRounds(try settings.recordingsFolders(), ids: Set(plan.contracts.map(\.id)))
      var results: [Round.Result] = []
      for (index, day) in recorded.days.enumerated() {
        settings.console.progress("replaying \(day.name), \(index + 1) of \(recorded.days.count)…")
        var plan = plan
        plan.clock = day.date
        plan.onlyDue = false
        // A change that one day's round took into the baseline need not match anything on the next.
        plan.acceptances = try await accepted.identified(with: ledger)
        let round = Round(plan, store: ledger, examiner: examiner, folders: day.folders, isDirectory: false)
        results.append(try await round.run(found: results.last?.found ?? FoundValues()))
      }
      return results
    }
  }

  /// Each endpoint at its latest response, from the last round in which it was checked. One without a recording is not
  /// checked.
  private func latest(_ results: [Round.Result], in contracts: [Contract]) -> [EndpointReport] {
    guard let last = results.last else { return [] }
    guard results.count > 1 || last.endpoints.contains(where: { $0.reason == "no recording" }) else {
      return last.endpoints
    }
    return last.endpoints.map { final in
      let all = results.flatMap(\.endpoints).filter { $0.contract == final.contract && $0.endpoint == final.endpoint }
      if let latest = all.last(where: { $0.outcome != .notDue }) { return latest }
      var never = final
      if never.reason == "no recording" { never.outcome = .notChecked }
      return never
    }
  }

  private func source(_ contracts: [Contract]) throws -> Source {
    let values = settings.call.all("--from")
    guard let first = values.first else { return .live }
    if values.count == 1, first == "live" { return .live }
    if values.count == 1, first == "recordings" { return .recordings }
    // Each is a source of its own, so that with another one there would be no telling which response is meant.
    if let alone = values.first(where: { ["live", "recordings"].contains($0) }) {
      throw CommandFailure.usage("--from \(alone) stands alone: give it once, and no other --from")
    }
    var folders: [String: URL] = [:]
    var clock: Date?
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      let isNamed = parts.count == 2 && settings.contracts.contains { $0.id == parts[0] }
      let path = isNamed ? parts[1] : value
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        let nearest = nearestName(to: value, in: ["live", "recordings"]).map { "; did you mean \($0)?" } ?? ""
        throw CommandFailure.usage("--from: there is no folder \"\(path)\"\(nearest)")
      }
      let folder = URL(fileURLWithPath: path).standardizedFileURL
      clock = clock ?? RecordingsFolder.date(of: folder.lastPathComponent)
      var holdsContract = false
      for contract in contracts where !isNamed || contract.id == parts[0] {
        let inner = folder.appendingPathComponent(contract.id)
        var isInnerFolder: ObjCBool = false
        let hasInner =
          FileManager.default.fileExists(atPath: inner.path, isDirectory: &isInnerFolder) && isInnerFolder.boolValue
        if let found = hasInner ? inner : isNamed ? folder : nil {
          if let other = folders[contract.id] {
            throw CommandFailure.usage(
              "--from: \(contract.id) has two folders, \(other.path.printable) and \(found.path.printable); a round has one of each contract, so check them one after the other"
            )
          }
          folders[contract.id] = found
        }
        holdsContract = holdsContract || hasInner
      }
      if !holdsContract { try refuseDays(in: path) }
    }
    return .folders(folders, clock: clock ?? Date())
  }

  /// Refuses a folder of recordings by day, which is no round but one for each day.
  private func refuseDays(in path: String) throws {
    let days = Set(RecordingsFolder(URL(fileURLWithPath: path)).parts().map(\.day)).sorted()
    guard let last = days.last else { return }
    let (word, day) = (shellWord(path.printable), shellWord("\(path.printable)/\(last)"))
    throw CommandFailure.usage(
      "--from: \(word) holds recordings of \(days.count == 1 ? "one day" : "\(days.count) days"); check one with --from \(day), or all with --from recordings --recordings \(word)"
    )
  }
}
