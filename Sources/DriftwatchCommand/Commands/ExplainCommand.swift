import ContractKit
import DriftModel
import DriftRules
import Foundation
import PayloadShape
import Reporting
import Store

/// `driftwatch explain`: what a rule means, why an incident has its level and is reported or not, or what is pending at an
/// endpoint or path.
struct ExplainCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    guard let word = settings.call.operands.first, settings.call.operands.count == 1 else {
      throw CommandFailure.usage(
        "explain needs one RULE, INCIDENT, ID/ENDPOINT, URL or JSONPATH; rules are \(RuleID.allCases[0].rawValue) and \(RuleID.allCases.count - 1) more, see docs/rules.md"
      )
    }
    try settings.console.print(try await page(about: word).text())
    return 0
  }

  private func page(about word: String) async throws -> Document {
    if let rule = RuleID(rawValue: word) { return page(of: rule) }
    if word.hasPrefix("$") {
      let pattern = try CommandCall.pattern(word, for: "explain")
      return explanation(of: try await requests(pattern), about: pattern, pendingWords: pendingWords)
    }
    if word.contains("/") {
      return explanation(of: try await requests(word), about: word, pendingWords: pendingWords)
    }
    if IncidentLookup.isPrefix(word) { return try await page(ofIncident: word) }
    let nearest = nearestName(to: word, in: RuleID.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? ""
    throw CommandFailure.usage("\"\(word)\" is no rule and no incident id\(nearest); see docs/rules.md")
  }

  private var pendingWords: String {
    Reporting.pendingWords(
      falseFindingsPerResponse: EvidencePolicy.falseFindingsPerResponse,
      confirmationResponses: EvidencePolicy.confirmationResponses)
  }

  private func page(of rule: RuleID) -> Document {
    let settings = settings.configuration.levels.filter { $0.rule == rule }
    return rulePage(Rules.rule(for: rule), settings: settings.map { ($0.choice, $0.target, "\($0.origin)") })
  }

  /// The page of a rule that the configuration does not mention.
  static func text(of rule: RuleID) -> String { rulePage(Rules.rule(for: rule)).text() }

  private func page(ofIncident word: String) async throws -> Document {
    let ledger = try settings.existingLedger(.readOnly)
    let lookup = try await IncidentLookup(ledger, settings)
    let incident = try lookup.incident(word)
    let scene = try await IncidentScene(incident, ledger: ledger, settings)
    return explanation(
      of: scene.detail(shortID: lookup.shortID(incident), settings),
      withdrawn: scene.withdrawn.map { ($0.acceptance, $0.withdrawnAt) }, levels: settings.levels,
      hasContract: settings.contracts.contains { $0.id == incident.key.contract }, pendingWords: pendingWords,
      rules: Rules.catalog, program: ProgramName.current)
  }

  /// What is open or pending at an endpoint or path.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for a name that nothing has.
  private func requests(_ word: String) async throws -> [RequestExplanation] {
    let ledger = try settings.existingLedger(.readOnly)
    let all = try await ledger.requests(environment: nil)
    let isPath = word.hasPrefix("$")
    let keys = all.map(\.key)
    let targets = isPath ? nil : try LedgerTargets([word], settings, among: all)
    let places = all.filter { targets?.include($0.key) ?? true }
    if let targets, places.isEmpty {
      throw CommandFailure.usage("nothing was checked as \"\(targets.names)\" yet\(targets.suggestion(among: keys))")
    }
    let lookup = try await IncidentLookup(ledger, settings)
    var requests: [RequestExplanation] = []
    for place in places {
      let query = MemoryQuery(key: place.key, signature: place.signature)
      let state = try await ledger.memory(of: [query])[place.key] ?? RequestMemory()
      let incidents = lookup.incidents.filter {
        $0.key == place.key && $0.isOpen && (!isPath || $0.subject == word)
      }
      let request = RequestExplanation(
        place.key, baselineResponses: state.baselineResponses,
        incidents: incidents.map { IncidentReport(incident: $0, transition: nil, shortID: lookup.shortID($0)) },
        findings: place.findings.filter {
          (!isPath || $0.path == word || $0.paths.contains(word)) && ($0.level >= .warning || $0.state != .open)
        },
        pendingChanges: state.pendingChanges.filter { !isPath || $0.path == word })
      if !isPath || !request.isEmpty { requests.append(request) }
    }
    return requests
  }
}

extension PendingChange {
  /// The path that it is about, if it is about one.
  fileprivate var path: String? {
    guard case .member(let path, _) = subject else { return nil }
    return path
  }
}
