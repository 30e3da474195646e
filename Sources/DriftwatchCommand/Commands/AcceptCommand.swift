import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Reporting

/// `driftwatch accept`: records that a finding is fine, in the ledger or in a file for review.
struct AcceptCommand {
  let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let making = ["--by", "--reason", "--until", "--rule", "--path", "--to-file"]
    for mode in ["--list", "--withdraw"] where call.has(mode) {
      if let extra = (making + ["--list", "--withdraw"]).first(where: { $0 != mode && call.has($0) }) {
        throw CommandFailure.usage("\(mode) goes without \(extra)")
      }
      if let operand = call.operands.first { throw CommandFailure.usage("\(mode) takes no argument \"\(operand)\"") }
    }
    if call.has("--list") { return try await AcceptanceList(settings).list() }
    if let id = call.value("--withdraw") { return try await AcceptanceList(settings).withdraw(id) }
    return try await accept()
  }

  private func accept() async throws -> Int32 {
    guard let operand = call.operands.first, call.operands.count == 1 else {
      throw CommandFailure.usage("accept needs one INCIDENT; \(settings.command("incidents")) lists them")
    }
    guard let by = try call.value("--by").map({ try CommandSettings.words($0, of: "--by") }) else {
      throw CommandFailure.usage("accept needs a person who answers for it: --by WHO")
    }
    guard let reason = try call.value("--reason").map({ try CommandSettings.words($0, of: "--reason") }) else {
      throw CommandFailure.usage("accept needs a reason for those who come later: --reason WHY")
    }
    let until = try until()
    let rule = try call.choice("--rule", RuleID.self)
    let ledger = try settings.existingLedger(call.has("--to-file") ? .readOnly : .readWrite)
    let lookup = try await IncidentLookup(ledger, settings)
    let incident = try lookup.incident(operand)
    let name = lookup.shortID(incident)
    // An incident that an acceptance resolved can be accepted again, with another end or without one, while it is still
    // found.
    guard incident.isOpen || incident.resolution != nil else {
      throw CommandFailure.usage(
        "\(name) is resolved, nothing to accept; if it comes back it is reported, and can be then")
    }
    let found = try await ledger.requests(environment: incident.key.environment).filter { $0.key == incident.key }
      .flatMap(\.findings)
    let chosen = try narrowed(try candidates(found, incident, name), rule, name)
    // To the second, as in the file, because the id is made of it.
    let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    // With --rule only findings of that rule are accepted.
    let among = rule == nil ? found : []
    let acceptances = Acceptance.all(of: chosen, among: among, by: by, reason: reason, at: now, until: until)
    let contract = incident.key.contract
    var page = Document()
    for acceptance in acceptances {
      let end = acceptance.until.map { " until \($0.dayWords)" } ?? ""
      page.paragraph("accepted by \(by)\(end): \(AcceptanceList.subject(acceptance, contract))", label: "\(name)  ")
    }
    if call.has("--to-file") {
      let lock = try FolderLock(try AcceptedFiles(settings).file(for: contract).folder)
      defer { withExtendedLifetime(lock) {} }
      var file = try AcceptedFiles(settings).file(for: contract)
      let replaced = file.add(acceptances.map { AcceptedFile.Entry($0, contract: contract) }) { old, new in
        var key = old.key
        key[0] = old.contract ?? contract
        return key == new.key
      }
      try file.write()
      let place = replaced > 0 ? ", \(replaced) in place of what was there" : ""
      page.line("written to \(file.path)\(place); commit it: it counts where it is checked out")
    } else {
      // An earlier acceptance of the same change would contradict the new one.
      let stored = try await ledger.acceptances(contract: contract)
      let old = stored.filter { stored in acceptances.contains { $0.isSameMatter(as: stored.acceptance) } }
      let ids = Set(acceptances.map { $0.id(contract: contract) })
      try await ledger.accept(
        acceptances, contract: contract, at: now, replacing: old.map(\.id).filter { !ids.contains($0) })
      page.line("in the ledger \(ledger.location); it counts from the next check on")
    }
    try settings.console.print(page.text())
    return 0
  }

  /// What can be accepted: what is reported at warning or above, and what is accepted now, as it would be reported
  /// otherwise.
  private func candidates(_ found: [Finding], _ incident: Incident, _ name: String) throws -> [Finding] {
    let own = found.filter { $0.incident == incident.id }
    let alarming = own.filter { $0.level >= .warning }
    let accepted = own.compactMap { finding -> Finding? in
      guard let acceptance = finding.accepted else { return nil }
      // An acceptance without an end has entered the baseline, so the next check does not find the change any more.
      if acceptance.until == nil, Acceptance.isLearned(finding.rule) { return nil }
      var finding = finding
      (finding.level, finding.accepted, finding.state) = (acceptance.level, nil, .open)
      return finding
    }
    guard incident.isOpen else {
      guard !accepted.isEmpty else {
        throw CommandFailure.usage(
          "\(name) is resolved (\(incident.resolution ?? "")), and the baseline has it: nothing to accept")
      }
      return accepted
    }
    // An earlier acceptance of an open incident is only changed if it is named.
    return alarming + (call.has("--rule") || call.has("--path") ? accepted : [])
  }

  /// The findings that `--rule` and `--path` leave.
  private func narrowed(_ all: [Finding], _ rule: RuleID?, _ name: String) throws -> [Finding] {
    guard !all.isEmpty else {
      throw CommandFailure.usage(
        "\(name) has nothing at warning or above at the last check; see \(settings.command("show \(name)"))")
    }
    var found = all
    if let rule {
      found = found.filter { $0.rule == rule }
      guard !found.isEmpty else {
        let rules = Set(all.map(\.rule.rawValue)).sorted().joined(separator: ", ")
        throw CommandFailure.usage("--rule: \(name) has nothing of \(rule.rawValue); it has \(rules)")
      }
    }
    if let path = try call.pattern("--path") {
      found = found.filter { $0.path == path || $0.paths.contains(path) }
      guard !found.isEmpty else {
        let paths = Set(all.map(\.path).filter { !$0.isEmpty }).sorted()
        let known = paths.isEmpty ? "no path is to blame there" : "it has \(paths.prefix(5).joined(separator: ", "))"
        throw CommandFailure.usage("--path: \(name) has nothing at \(path); \(known)")
      }
    }
    return found
  }

  private func until() throws -> Date? {
    guard let text = call.value("--until") else { return nil }
    guard let day = AcceptedFile.Entry.day(text) else {
      throw CommandFailure.usage("--until needs a day such as 2026-12-31, not \"\(text)\"")
    }
    guard day > Date() else { throw CommandFailure.usage("--until \(text) is not in the future; name a later day") }
    return day
  }
}

extension Acceptance {
  /// Whether both cover the same change in the same form for the same versions; author and reason may differ.
  func isSameMatter(as other: Acceptance) -> Bool {
    var other = other
    (other.by, other.reason, other.acceptedAt, other.until, other.upTo) = (by, reason, acceptedAt, until, upTo)
    return self == other
  }
}
