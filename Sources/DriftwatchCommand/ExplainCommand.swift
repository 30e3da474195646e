import ContractKit
import DriftAnalysis
import Foundation
import Ledger

/// `driftwatch explain`: what a rule means, or what an incident is and why it has its level.
struct ExplainCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    guard let word = settings.call.operands.first, settings.call.operands.count == 1 else {
      throw CommandFailure.usage(
        "explain needs one RULE or INCIDENT; rules are \(RuleID.allCases[0].rawValue) and \(RuleID.allCases.count - 1) more, see docs/rules.md"
      )
    }
    if let rule = RuleID(rawValue: word) {
      try settings.console.print(Self.text(of: rule))
      return 0
    }
    if !word.isEmpty, word.count >= 4, word.count <= 16, word.allSatisfy(\.isHexDigit) {
      return try await explainIncident(word)
    }
    let nearest = nearestName(to: word, in: RuleID.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? ""
    throw CommandFailure.usage("\"\(word)\" is no rule and no incident id\(nearest); see docs/rules.md")
  }

  static func text(of rule: RuleID) -> String {
    let explanation = rule.explanation
    var text = "\(rule.rawValue)\n\(CommandHelp.wrapped(explanation.meaning, indent: "  "))"
    text += "\nLevel, by what it costs a supported version\n"
    for consequence in explanation.consequences {
      let level = level(of: consequence)
      let essential = DriftAnalysis.level(of: consequence, isEssential: true)
      let words = "\(level.rawValue): \(consequence.words)"
      text += CommandHelp.wrapped(
        essential == level ? words : "\(words) (\(essential.rawValue) if it is declared essential)", indent: "  ")
    }
    text += "  A candidate version gets at most a warning, a retired one information.\n"
    return text + "\nWhat to do\n\(CommandHelp.wrapped(explanation.action, indent: "  "))"
  }

  private func explainIncident(_ prefix: String) async throws -> Int32 {
    let path = try settings.ledgerPath()
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure.usage("no incident \(prefix): there is no ledger at \(path) yet")
    }
    let ledger = try Ledger(path: path, access: .readOnly)
    let matches = try await ledger.incidents().filter { $0.id.hasPrefix(prefix.lowercased()) }
    guard let incident = matches.first else {
      throw CommandFailure.usage("no incident \(prefix) in \(path); see driftwatch report --all")
    }
    guard matches.count == 1 else {
      throw CommandFailure.usage("\(prefix) begins \(matches.count) incident ids; give more digits")
    }
    let place = incident.place
    var text =
      "\(incident.id.uppercased())  \(incident.state.rawValue), \(incident.level.rawValue)  \(place.contract)/\(place.endpoint)\n"
    text += "  \(incident.headline)\n  subject   \(incident.subject)\n"
    text += "  opened    \(incident.openedAt.formatted(.iso8601))"
    text += incident.reopenedCount > 0 ? ", came back \(incident.reopenedCount) times\n" : "\n"
    text += incident.lastGoodAt.map { "  last good \($0.formatted(.iso8601))\n" } ?? "  last good never seen\n"
    if let resolvedAt = incident.resolvedAt, incident.state == .resolved {
      text += "  resolved  \(resolvedAt.formatted(.iso8601))\n"
    }
    let findings = try await ledger.places(environment: nil).filter { $0.place == place }.flatMap(\.findings).filter {
      $0.incident == incident.id
    }
    if !findings.isEmpty { text += "\nWhy this level\n" }
    for finding in findings {
      text +=
        "  \(finding.level.rawValue)  \(finding.rule.rawValue)\(finding.path.isEmpty ? "" : " at \(finding.path)")\n"
      text += CommandHelp.wrapped(finding.message, indent: "    ")
      for version in finding.versions where version.losesAnswer {
        text += "    the whole answer is lost in \(version.version)\n"
      }
      if finding.total > 0 { text += "    \(finding.count) of \(finding.total)\n" }
    }
    try settings.console.print(text)
    return 0
  }
}
