import ContractKit
import DriftModel
import Examination
import Foundation
import Monitoring
import Recording
import Remedies
import Reporting
import Store

/// `driftwatch suggest`: the smallest edit that mends a break, and a transform of the responses for releases that cannot change.
struct SuggestCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  /// What is asked for.
  private struct Subject {
    let contract: Contract
    let endpoint: String
    /// Short id of the incident; `nil`: an endpoint was named.
    var incident: String?
    /// Paths that the incident is about; empty: all.
    var paths: Set<String> = []
    /// Versions that it hits; empty: all.
    var versions: Set<String> = []

    func isWanted(_ failure: FieldFailure) -> Bool {
      paths.isEmpty
        || paths.contains {
          $0 == failure.pattern || isPath($0, ancestorOf: failure.pattern) || isPath(failure.pattern, ancestorOf: $0)
        }
    }
  }

  func run() async throws -> Int32 { try await interruptible { try await work() } }

  private func work() async throws -> Int32 {
    let format = try call.choice("--format", RemedyFormat.self) ?? .text
    let outputs = try settings.outputFiles(as: RemedyFormat.self)
    for file in outputs { try file.check() }
    guard let operand = call.operands.first, call.operands.count == 1 else {
      throw CommandFailure.usage(
        "suggest needs one INCIDENT or ID/ENDPOINT; \(settings.command("incidents")) lists them")
    }
    try settings.validate()
    let subject = try await subject(operand)
    let (items, _) = try settings.recordedItems(["\(subject.contract.id)/\(subject.endpoint)"])
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    let console = settings.console
    var suggestion = Suggestion(
      examiner: examiner, modules: call.value("--modules").map { URL(fileURLWithPath: $0) },
      environment: settings.environment.filter { !settings.secretVariables.contains($0.key) },
      folder: FileManager.default.currentDirectoryPath)
    suggestion.progress = { console.progress($0) }
    let report = try await report(subject, items, suggestion)
    try Task.checkCancellation()
    guard !report.versions.isEmpty else {
      let name = "\(subject.contract.id)/\(subject.endpoint)"
      let shown =
        subject.incident.map { "the failure of \($0)" }
        ?? "a value of \(name) that does not decode, or is lost while decoding"
      throw CommandFailure.notChecked(
        "no recording shows \(shown); \(ProgramName.current) record \(name) keeps the present response")
    }
    let forms = [format] + outputs.map(\.format)
    if forms.contains(.jq) || forms.contains(.swift), report.versions.count(where: { $0.transform != nil }) > 1 {
      throw CommandFailure.usage("several versions have a transform; choose one with --version")
    }
    let options = settings.renderOptions(failOn: FailLevel(nil), showAll: true)
    try console.print(renderRemedies(report, as: format, options: options))
    var plain = options
    plain.colour = false
    for file in outputs { try file.write(renderRemedies(report, as: file.format, options: plain)) }
    if report.isComplete { return 0 }
    return report.versions.contains { $0.edit == nil && $0.transform == nil && $0.editsNotTried == nil } ? 1 : 3
  }

  private func report(_ subject: Subject, _ items: [RecordingCatalog.Item], _ suggestion: Suggestion) async throws
    -> RemedyReport
  {
    defer { settings.console.endProgress() }
    var report = RemedyReport(
      contract: subject.contract.id, endpoint: subject.endpoint, incident: subject.incident)
    let chosen = try settings.versions()
    for version in subject.contract.versions {
      let info = VersionInfo(version)
      let isChosen = chosen?.contains(version.id) ?? (info.status != .retired)
      guard isChosen, subject.versions.isEmpty || subject.versions.contains(version.id) || chosen != nil,
        let recorded = RecordedCase(
          contract: subject.contract, endpoint: subject.endpoint, version: version, items: items),
        !recorded.items.isEmpty
      else { continue }
      if let remedy = try await suggestion.remedy(for: recorded, info, isWanted: subject.isWanted) {
        report.versions.append(remedy)
      }
    }
    return report
  }

  private func subject(_ operand: String) async throws -> Subject {
    if operand.contains("/") {
      let parts = operand.split(separator: "/", maxSplits: 1).map(String.init)
      let targets = try CheckTargets([operand], settings)
      guard let contract = targets.contracts.first, targets.withoutReaders.isEmpty, parts.count == 2 else {
        throw CommandFailure.usage("suggest needs a contract whose code can be tried; \"\(operand.printable)\" is none")
      }
      return Subject(contract: contract, endpoint: parts[1])
    }
    let ledger = try settings.existingLedger(.readOnly)
    let lookup = try await IncidentLookup(ledger, settings)
    let incident = try lookup.incident(operand)
    guard let contract = settings.contracts.first(where: { $0.id == incident.key.contract }),
      contract.endpoint(incident.key.endpoint) != nil
    else {
      throw CommandFailure.usage(
        "\(incident.key.contract)/\(incident.key.endpoint), which \(operand) is about, is in no contract any more")
    }
    var subject = Subject(contract: contract, endpoint: incident.key.endpoint, incident: lookup.shortID(incident))
    subject.versions = Set(incident.versions)
    let scene = try await IncidentScene(incident, ledger: ledger, settings)
    subject.paths = Set(scene.findings.flatMap { [$0.path] + $0.paths } + [incident.subject]).filter {
      $0.hasPrefix("$")
    }
    return subject
  }
}
