import ContractKit
import DriftModel
import Examination
import Foundation
import Monitoring

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
    var plan = try settings.recordingRound(
      of: targets.contracts, settings.recordingPlan(of: targets.contracts, RecordingIndex()))
    plan.selection = targets.selection
    plan.namesEndpoints = true
    plan.withoutReaders = targets.withoutReaders
    let result = try await settings.record(plan, examiner, complaint: "nothing to record of ")
    var lines = result.recordings.filter { !$0.isLost }.compactMap(\.words)
    result.recordings.filter(\.isLost).compactMap(\.words).forEach(settings.console.complain)
    let known = result.recordings.count { $0.outcome == .known }
    if known > 0 {
      lines.append("\(known) \(known == 1 ? "response shows" : "responses show") nothing that is not recorded already")
    }
    try settings.console.print(lines.map { "\($0)\n" }.joined())
    let code = result.recordings.exitCode
    return code == 0 && !result.endpoints.allSatisfy(\.outcome.isExamined) ? 3 : code
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
