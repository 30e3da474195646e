import ContractKit
import DriftModel
import Examination
import Foundation
import Monitoring
import Remedies
import Reporting

/// `driftwatch harden`: what can cost a version the whole response although nothing in the domain needs it, with an edit for each.
struct HardenCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 { try await interruptible { try await work() } }

  private func work() async throws -> Int32 {
    let format = try call.choice("--format", HardenFormat.self) ?? .text
    let outputs = try settings.outputFiles(as: HardenFormat.self)
    for file in outputs { try file.check() }
    try settings.validate()
    let (items, contracts) = try settings.recordedItems(call.operands)
    let endpoints = try settings.selectedEndpoints(call.operands)
    let chosen = try settings.versions()
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    let console = settings.console
    var suggestion = Suggestion(
      examiner: examiner, modules: call.value("--modules").map { URL(fileURLWithPath: $0) },
      environment: settings.environment.filter { !settings.secretVariables.contains($0.key) },
      folder: FileManager.default.currentDirectoryPath)
    suggestion.progress = { console.progress($0) }
    var report = HardenReport()
    do {
      defer { console.endProgress() }
      for contract in contracts {
        for endpoint in contract.endpoints where !endpoint.writes {
          let id = EndpointID(contract: contract.id, endpoint: endpoint.id)
          guard endpoints?.contains(id) ?? true else { continue }
          var reasons: [(version: String, reason: String)] = []
          for version in contract.versions {
            let info = VersionInfo(version)
            guard chosen?.contains(version.id) ?? (info.status != .retired),
              let recorded = RecordedCase(contract: contract, endpoint: endpoint.id, version: version, items: items),
              !recorded.items.isEmpty
            else { continue }
            switch try await Hardening(suggestion).harden(recorded, info) {
            case .risky(let hardened):
              report.looked += 1
              report.versions.append(hardened)
            case .safe: report.looked += 1
            case .notLooked(let reason): reasons.append((version.id, reason))
            }
          }
          report.note(id, reasons)
        }
      }
    }
    try Task.checkCancellation()
    guard report.looked > 0 || !report.notes.isEmpty else {
      throw CommandFailure.notChecked("no version reads a recording of what was asked for; see docs/recordings.md")
    }
    let options = settings.renderOptions(failOn: FailLevel(nil), showAll: true)
    try console.print(renderHardening(report, as: format, options: options))
    var plain = options
    plain.colour = false
    for file in outputs { try file.write(renderHardening(report, as: file.format, options: plain)) }
    if format == .patch || outputs.contains(where: { $0.format == .patch }) {
      let lacks = [report.lackOfEdits, report.unmergedWords].compactMap(\.self)
      for words in report.notes + lacks { console.complain(words) }
    }
    // Nobody knows whether there is something.
    guard report.looked > 0 else { return 3 }
    if report.isComplete { return 0 }
    return report.versions.contains { $0.notTried != nil } ? 3 : 1
  }
}

extension HardenReport {
  /// Which edits could not be put into one patch; `nil`: all are in it.
  fileprivate var unmergedWords: String? {
    let names = unmerged.map { "\($0.contract)/\($0.endpoint) \($0.version.id)" }
    guard !names.isEmpty else { return nil }
    return
      "not in the patch: \(names.joined(separator: ", ")), whose edits change the same lines otherwise; apply it, build and harden again"
  }

  /// What a patch does not say: for which members there is no edit, and why; `nil` if nothing is missing.
  fileprivate var lackOfEdits: String? {
    guard looked > 0 else { return nil }
    guard !versions.isEmpty else {
      return "no edit: nothing that the domain does not need can cost a whole response"
    }
    let reasons = versions.compactMap { version -> String? in
      let without = version.risks.count { $0.edit == nil }
      guard without > 0 else { return nil }
      let reason = version.notTried.map { "not tried: \($0)" } ?? "none holds; --format text says what was tried"
      return
        "\(version.contract)/\(version.endpoint) \(version.version.id) (\(without) of \(version.risks.count) members: \(reason))"
    }
    guard !reasons.isEmpty else { return nil }
    let more = reasons.count > 3 ? " and \(reasons.count - 3) more" : ""
    return "no edit for \(reasons.prefix(3).joined(separator: ", "))\(more)"
  }
}
