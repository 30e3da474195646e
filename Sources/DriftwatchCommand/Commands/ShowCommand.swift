import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Monitoring
import Reporting

/// `driftwatch show`: one incident in full, with its history.
struct ShowCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let call = settings.call
    let format = try call.choice("--format", IncidentFormat.self) ?? .text
    guard let operand = call.operands.first, call.operands.count == 1 else {
      throw CommandFailure.usage("show needs one INCIDENT; \(settings.command("incidents")) lists them")
    }
    let ledger = try settings.existingLedger(.readOnly)
    let lookup = try await IncidentLookup(ledger, settings)
    let incident = try lookup.incident(operand)
    let scene = try await IncidentScene(incident, ledger: ledger, settings)
    let detail = scene.detail(shortID: lookup.shortID(incident), settings)
    try settings.console.print(
      renderIncident(detail, as: format, options: settings.renderOptions(failOn: FailLevel(nil), showAll: true)))
    return 0
  }
}

/// What incidents are shown with: requests, and who accepts what; read once for any number of them.
struct IncidentSurroundings {
  fileprivate let places: [RequestKey: StoredRequest]
  fileprivate let acceptances: [String: [Acceptance]]
  fileprivate let withdrawn: [String: [StoredAcceptance]]

  /// What the ledger and the files hold of `environment`, and of one contract or of all.
  init(of contract: String? = nil, in environment: String, ledger: any Store, _ settings: CommandSettings) async throws
  {
    let requests = try await ledger.requests(environment: environment)
    places = Dictionary(requests.map { ($0.key, $0) }) { first, _ in first }
    let stored = try await ledger.acceptances(contract: contract)
    var all = Dictionary(grouping: stored, by: \.contract).mapValues { $0.map(\.acceptance) }
    do {
      for (id, accepted) in try AcceptedFiles(settings).acceptances { all[id, default: []] += accepted }
    } catch let failure as CommandFailure {
      // An incident must be shown even if a file has an error.
      settings.console.complain(failure.message)
    }
    acceptances = all
    withdrawn = Dictionary(grouping: try await ledger.withdrawnAcceptances(contract: contract), by: \.contract)
  }
}

/// An incident with everything about it that the ledger and the files hold.
struct IncidentScene {
  /// Its place at the last check; `nil` if that was removed since.
  let place: StoredRequest?
  /// Its findings at the last check, each with the incident's id; accepted ones included.
  let findings: [Finding]
  /// Its transitions, oldest first.
  let history: [StoredTransition]
  /// Acceptances that are about it, ended ones included.
  let acceptances: [Acceptance]
  /// Acceptances about it that were withdrawn after what they cover had entered the baseline.
  let withdrawn: [StoredAcceptance]

  private let incident: Incident
  /// Of a resolved incident, its findings when it was last seen.
  private let lastFindings: [Finding]

  init(_ incident: Incident, ledger: any Store, _ settings: CommandSettings) async throws {
    let surroundings = try await IncidentSurroundings(
      of: incident.key.contract, in: incident.key.environment, ledger: ledger, settings)
    let last = try await ledger.lastFindings(of: [incident])
    self.init(
      incident, history: try await ledger.history(ofIncident: incident.id), lastFindings: last[incident.id] ?? [],
      in: surroundings)
  }

  init(
    _ incident: Incident, history: [StoredTransition], lastFindings: [Finding] = [],
    in surroundings: IncidentSurroundings
  ) {
    (self.incident, self.history, self.lastFindings) = (incident, history, lastFindings)
    place = surroundings.places[incident.key]
    // An accepted finding raises no incident any more, and is identified by its fingerprint.
    findings = (place?.findings ?? []).filter {
      $0.incident == incident.id || incident.fingerprints.contains($0.fingerprint)
    }.map {
      var finding = $0
      finding.incident = incident.id
      return finding
    }
    let findings = findings
    func isAboutIt(_ acceptance: Acceptance) -> Bool {
      guard acceptance.endpoint == incident.key.endpoint,
        [nil, incident.key.environment].contains(acceptance.environment),
        [nil, incident.key.perspective].contains(acceptance.perspective)
      else { return false }
      if findings.contains(where: acceptance.isAbout) { return true }
      // A change that entered the baseline is no longer found.
      return acceptance.path.isEmpty
        ? acceptance.subject == incident.subject
        : acceptance.path == incident.subject || acceptance.path.hasPrefix(incident.subject + ".")
          || acceptance.path.hasPrefix(incident.subject + "[")
    }
    acceptances = (surroundings.acceptances[incident.key.contract] ?? []).filter(isAboutIt)
    withdrawn = (surroundings.withdrawn[incident.key.contract] ?? []).filter { isAboutIt($0.acceptance) }
  }

  /// The value from which reports are made.
  func detail(shortID: String, _ settings: CommandSettings) -> IncidentDetail {
    let isDeclared = settings.contracts.contains {
      $0.id == incident.key.contract && $0.endpoint(incident.key.endpoint) != nil
    }
    var detail = IncidentDetail(
      IncidentReport(incident: incident, transition: nil, shortID: shortID, lastFindings: lastFindings),
      findings: findings, endpoint: place?.report,
      history: history.map { IncidentDetail.Step($0.transition, round: $0.round, deliveredAt: $0.deliveredAt) },
      acceptances: acceptances, at: place?.checkedAt ?? incident.lastSeenAt, environment: settings.environmentName,
      isDeclared: isDeclared, commands: settings.writtenCommands,
      contract: settings.contracts.first { $0.id == incident.key.contract }.map {
        ContractInfo(id: $0.id, versions: $0.versions.map { VersionInfo($0) }, owner: $0.owner)
      },
      needsBaseURL: settings.contracts.contains {
        $0.id == incident.key.contract && settings.declaredBaseURL(of: $0, in: incident.key.environment) == nil
      }, hasRecordings: settings.hasRecordings(of: incident.key))
    if !isDeclared { detail.request = place.map { Self.request($0.signature) } }
    return detail
  }

  /// Method and path, and what else was sent by name: values may be secrets.
  private static func request(_ signature: String) -> String {
    let lines = signature.split(separator: "\n")
    let first = lines.first ?? ""
    let path = first.prefix { $0 != "?" }
    let headers = lines.dropFirst().prefix { $0.prefixMatch(of: #/[a-z0-9!#$%&'*+.^_`|~-]+: /#) != nil }
    let words = headers.map { "header \($0.prefix { $0 != ":" })" }
    let rest = lines.count > headers.count + 1 ? ["a body"] : []
    return ([path == first ? String(path) : path + "?…"] + words + rest).joined(separator: ", ")
  }
}
