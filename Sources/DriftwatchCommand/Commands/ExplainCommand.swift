import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store

/// `driftwatch explain`: what a rule means, why an incident has its level and is told or not, or what is suspected of a place.
struct ExplainCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    guard let word = settings.call.operands.first, settings.call.operands.count == 1 else {
      throw CommandFailure.usage(
        "explain needs one RULE, INCIDENT, ID/ENDPOINT or JSONPATH; rules are \(RuleID.allCases[0].rawValue) and \(RuleID.allCases.count - 1) more, see docs/rules.md"
      )
    }
    if let rule = RuleID(rawValue: word) {
      try settings.console.print(Self.text(of: rule) + settingsText(of: rule))
      return 0
    }
    if word.hasPrefix("$") || word.contains("/") {
      try settings.console.print(try await PendingChangePage(settings).text(about: word))
      return 0
    }
    if IncidentLookup.isPrefix(word) {
      let ledger = try settings.existingLedger(.readOnly)
      let incident = try await IncidentLookup(ledger).incident(word)
      let scene = try await IncidentScene(incident, ledger: ledger, settings)
      try settings.console.print(IncidentExplanation(incident, scene, settings: settings).text())
      return 0
    }
    let nearest = nearestName(to: word, in: RuleID.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? ""
    throw CommandFailure.usage("\"\(word)\" is no rule and no incident id\(nearest); see docs/rules.md")
  }

  /// What the configuration sets for a rule; empty where it says nothing.
  private func settingsText(of rule: RuleID) -> String {
    let entries = settings.configuration.levels.filter { $0.rule == rule }
    guard !entries.isEmpty else { return "" }
    return entries.reduce("\nSet by the configuration\n") { text, entry in
      let place = entry.target == "*" ? "all contracts" : entry.target
      return text + CommandHelp.wrapped("\(entry.choice.rawValue) for \(place) (\(entry.origin))", indent: "  ")
    }
  }

  static func text(of rule: RuleID) -> String {
    let rule = Rules.rule(for: rule)
    var text = "\(rule.id.rawValue)\n\(CommandHelp.wrapped(rule.meaning, indent: "  "))"
    text += "\nLevel, by what it costs a supported version\n"
    for consequence in rule.consequences {
      let level = level(of: consequence)
      let essential = DriftModel.level(of: consequence, isEssential: true)
      let words = "\(level.rawValue): \(consequence.words)"
      text += CommandHelp.wrapped(
        essential == level ? words : "\(words) (\(essential.rawValue) if it is declared essential)", indent: "  ")
    }
    text += "  A candidate version gets at most a warning, a retired one information.\n"
    text += "\nWhat to do\n\(CommandHelp.wrapped(rule.remedy, indent: "  "))"
    guard !rule.oasdiff.isEmpty else { return text }
    return text + "\nIn oasdiff\n\(CommandHelp.wrapped(rule.oasdiff.joined(separator: ", "), indent: "  "))"
  }
}
