import ContractKit
import DriftModel
import Examination
import Fetching
import Foundation
import Monitoring
import Store

/// `driftwatch record`: fetches endpoints once and keeps their responses as recordings, redacted. No ledger is read or written.
struct RecordCommand {
  private var settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    try settings.validate()
    guard !call.operands.isEmpty else {
      throw CommandFailure.usage("record needs what to fetch: ID, ID/ENDPOINT or a URL")
    }
    let targets = try CheckTargets(call.operands, settings)
    try settings.checkEnvironment()
    try CommandSettings.requireFetching()
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    var plan = Round.Plan(
      contracts: targets.contracts, environment: settings.environmentName, clock: Date(),
      buildID: ExecutableIdentity.path.map(ExecutableIdentity.buildID) ?? "unknown")
    plan.recording = try settings.recordingPlan(of: targets.contracts, RecordingIndex())
    plan.selection = targets.selection
    plan.namesEndpoints = true
    plan.baseURLs = try settings.baseURLs()
    plan.variables = settings.environment
    plan.secretVariables = settings.secretVariables
    plan.withoutReaders = targets.withoutReaders
    plan.remedy = \.remedy
    let console = settings.console
    console.progress("fetching…")
    let result: Round.Result
    do {
      defer { console.endProgress() }
      result = try await Round(
        plan, store: MemoryStore(), examiner: examiner, fetcher: Fetcher(policy: try FetchPolicy(call))
      ).run()
    }
    for endpoint in result.endpoints where !endpoint.outcome.isExamined {
      let reason = endpoint.reason ?? endpoint.outcome.rawValue
      console.complain("\(endpoint.contract)/\(endpoint.endpoint): nothing to record: \(reason)")
    }
    var lines = result.recordings.compactMap(\.words)
    let known = result.recordings.count { $0.outcome == .known }
    if known > 0 {
      lines.append("\(known) \(known == 1 ? "response shows" : "responses show") nothing that is not recorded already")
    }
    try console.print(lines.map { "\($0)\n" }.joined())
    let isComplete = result.endpoints.allSatisfy(\.outcome.isExamined) && !result.recordings.contains(where: \.isLost)
    return isComplete ? 0 : 3
  }
}

extension Outcome {
  /// Whether there was a response that the app's code was run on.
  var isExamined: Bool {
    switch self {
    case .ok, .drift, .unchanged: true
    case .notDue, .notJSON, .outage, .transport, .auth, .rateLimited, .gone, .requestError, .refused, .notChecked: false
    }
  }
}
