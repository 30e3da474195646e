import ContractKit
import DriftModel
import Examination
import Foundation
import Gating
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
    let subject = try await SuggestSubject(operand, settings)
    let (items, _) = try settings.recordedItems([subject.name])
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
    guard !report.versions.isEmpty else { throw try await nothingShown(subject, items, examiner) }
    let forms = [format] + outputs.map(\.format)
    if forms.contains(.jq) || forms.contains(.swift), report.versions.count(where: { $0.transform != nil }) > 1 {
      throw CommandFailure.usage("several versions have a transform; choose one with --version")
    }
    let options = settings.renderOptions(failOn: FailLevel(nil), showAll: true)
    try console.print(renderRemedies(report, as: format, options: options))
    var plain = options
    plain.colour = false
    for file in outputs { try file.write(renderRemedies(report, as: file.format, options: plain)) }
    for form in forms.uniqued() { if let words = report.lack(in: form) { console.complain(words) } }
    if report.isComplete { return 0 }
    return report.versions.contains { $0.edit == nil && $0.transform == nil && $0.editsNotTried == nil } ? 1 : 3
  }

  private func report(_ subject: SuggestSubject, _ items: [RecordingCatalog.Item], _ suggestion: Suggestion)
    async throws
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

  /// Why there is nothing to mend, with what to do.
  private func nothingShown(
    _ subject: SuggestSubject, _ items: [RecordingCatalog.Item], _ examiner: Examiner
  ) async throws -> CommandFailure {
    let families = Set(subject.rules.map(\.family))
    let mapped = try await lossOfMapping(subject, items, examiner)
    if let incident = subject.incident, !families.isEmpty, families.isDisjoint(with: [.decode, .loss]) {
      if families.contains(.mapping) {
        let words = mapped ?? "a mapping drops, throws or leaves empty what it gets"
        return .notChecked(
          "no edit is tried for \(incident): \(words), and what a mapping does is its own code; make it cope with what comes (\(settings.command("show \(incident)")))"
        )
      }
      if !families.contains(.field) {
        let rules = subject.rules.map(\.rawValue).sorted().joined(separator: ", ")
        return .notChecked(
          "no edit is tried for \(incident), which is \(rules); \(settings.command("explain \(incident)")) says what it means"
        )
      }
    }
    let shown =
      subject.incident.map { "the failure of \($0)" }
      ?? "a value of \(subject.name) that does not decode, or is lost while decoding"
    if subject.incident == nil, let mapped {
      return .notChecked("no recording shows \(shown); \(mapped), for which no edit is tried")
    }
    let options = settings.fetchOptions(
      of: subject.endpoint, in: subject.contract, subject.environment, wasFetched: subject.wasFetched)
    let advice =
      options.map { "\(ProgramName.current) record \(subject.name)\($0) keeps the present response" }
      ?? "\(subject.name) is not fetched; docs/recordings.md says how a response is kept"
    return .notChecked("no recording shows \(shown); \(advice)")
  }

  /// What a mapping does to recordings that decode, in words; `nil`: it makes all of them.
  private func lossOfMapping(
    _ subject: SuggestSubject, _ items: [RecordingCatalog.Item], _ examiner: Examiner
  ) async throws -> String? {
    var replay = Replay(examiner: examiner)
    replay.versions = try settings.versions() ?? (subject.versions.isEmpty ? nil : subject.versions)
    var report = try await replay.run(items)
    report.shortenPaths(below: FileManager.default.currentDirectoryPath)
    for row in report.rows where row.version.status != .retired {
      guard let cause = row.causes.first(where: { $0.rule == nil && $0.isLoss }) else { continue }
      let words = cause.words.hasPrefix("it ") ? String(cause.words.dropFirst(3)) : cause.words
      let count = cause.lost > 0 ? "\(cause.lost) of \(cause.total) " : ""
      return "the mapping \(cause.subject) of \(row.version.id) \(words) (\(count)in \(cause.example))"
    }
    return nil
  }
}

extension RemedyReport {
  /// What a form that holds remedies alone does not say: of which versions there is none, and why; `nil` if nothing is missing.
  fileprivate func lack(in form: RemedyFormat) -> String? {
    switch form {
    case .text, .json: return nil
    case .patch:
      let reasons =
        versions.filter { $0.edit == nil }.map {
          "\($0.version.id): \($0.editsNotTried.map { "not tried: \($0)" } ?? "none holds; --format text says what was tried")"
        }
        + unmerged.map {
          "\($0.version.id): it changes the same lines otherwise; apply the patch, build and call again"
        }
      return reasons.isEmpty ? nil : "no edit of \(contract)/\(endpoint) for \(reasons.joined(separator: "; "))"
    case .jq, .swift:
      guard versions.allSatisfy({ $0.transform == nil }) else { return nil }
      return "no transform of \(contract)/\(endpoint) holds; --format text says what was tried"
    }
  }
}
