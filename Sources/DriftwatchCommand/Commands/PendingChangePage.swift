import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import PayloadShape
import Reporting

/// What is open or pending at an endpoint, or at a path, and what is missing before it is reported: `driftwatch explain ID/ENDPOINT`.
struct PendingChangePage {
  private let settings: CommandSettings

  init(_ settings: CommandSettings) { self.settings = settings }

  /// Why something pending is not told.
  static var whatIsMissing: String {
    let policy = EvidencePolicy.standard
    return
      "pending: chance may still explain it. It is told when that is less probable than \(policy.falseFindingsPerResponse.formatted(.number.notation(.scientific).locale(.init(identifier: "en_US_POSIX")))); what is not confirmed within \(policy.confirmationResponses) responses counts as how the responses are."
  }

  /// Everything that is open or pending there.
  ///
  /// - Parameter word: `ID/ENDPOINT`, or a JSONPath.
  /// - Returns: Lines of at most 80 columns.
  /// - Throws: `CommandFailure` with exit code 2 for a name that nothing has.
  func text(about word: String) async throws -> String {
    let ledger = try settings.existingLedger(.readOnly)
    let all = try await ledger.places(environment: nil)
    let isPath = word.hasPrefix("$")
    let places = all.filter { isPath || "\($0.place.contract)/\($0.place.endpoint)" == word }
    guard isPath || !places.isEmpty else {
      let names = Set(all.map { "\($0.place.contract)/\($0.place.endpoint)" }).sorted()
      let nearest = nearestName(to: word, in: names).map { "; did you mean \($0)?" } ?? ""
      throw CommandFailure.usage("nothing was checked as \"\(word)\" yet\(nearest)")
    }
    let lookup = try await IncidentLookup(ledger)
    var page = TextPage()
    for place in places {
      let state = try await ledger.state(of: place.place, signature: place.signature)
      let pendingChanges = state.pendingChanges.filter { !isPath || Self.path(of: $0) == word }
      let findings = place.findings.filter {
        (!isPath || $0.path == word || $0.paths.contains(word)) && ($0.level >= .warning || $0.state != .open)
      }
      let incidents = lookup.incidents.filter {
        $0.place == place.place && $0.isOpen && (!isPath || $0.subject == word)
      }
      if isPath, pendingChanges.isEmpty, findings.isEmpty, incidents.isEmpty { continue }
      page.blank()
      let special = [place.place.environment, place.place.perspective].filter {
        !["production", "default"].contains($0)
      }
      let suffix = special.isEmpty ? "" : " (\(special.joined(separator: ", ")))"
      page.row([
        "\(place.place.contract)/\(place.place.endpoint)\(suffix)",
        "\(state.baselineResponses) responses in the baseline",
      ])
      for incident in incidents {
        page.paragraph(
          "\(lookup.shortID(incident)) \(incident.state.rawValue), \(incident.level.rawValue): \(incident.headline)",
          label: "  ")
      }
      for finding in findings where finding.state != .open || incidents.isEmpty {
        let path = finding.path.isEmpty ? "" : " at \(finding.path)"
        page.paragraph(
          "\((finding.state ?? .open).rawValue) \(finding.rule.rawValue)\(path): \(finding.message)", label: "  ")
        if finding.state == .pending { page.paragraph(Self.whatIsMissing, label: "    ") }
      }
      for pendingChange in pendingChanges { page.paragraph(Self.words(pendingChange), label: "  ") }
      if incidents.isEmpty, findings.isEmpty, pendingChanges.isEmpty {
        page.paragraph("nothing is open or pending", label: "  ")
      }
    }
    if page.text.isEmpty { page.paragraph("Nothing is open or pending at \(word).") }
    return page.text
  }

  private static func path(of pendingChange: PendingChange) -> String? {
    guard case .member(let path, _) = pendingChange.subject else { return nil }
    return path
  }

  private static func words(_ pendingChange: PendingChange) -> String {
    let state =
      switch pendingChange.state {
      case .pending: "pending"
      case .confirmed: "confirmed"
      case .past: "was confirmed and is over; confirmed at once if it comes back"
      case .ordinary: "learned, because it is how the responses are"
      }
    var text =
      "\(state): \(pendingChange.subject.words) · shown at \(pendingChange.affectedResponses) of \(pendingChange.checks) checks since, \(pendingChange.history) different responses before without it"
    if pendingChange.habit > 0 {
      text +=
        " but for \((pendingChange.habit * 100).formatted(.number.precision(.significantDigits(1...3)).locale(.init(identifier: "en_US_POSIX")))) %"
    }
    if pendingChange.cleanRun > 0 { text += ", not in the last \(pendingChange.cleanRun)" }
    return text
  }
}
