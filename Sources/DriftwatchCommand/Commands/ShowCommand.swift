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
      throw CommandFailure.usage("show needs one INCIDENT; \(ProgramName.current) incidents lists them")
    }
    let ledger = try settings.existingLedger(.readOnly)
    let lookup = try await IncidentLookup(ledger)
    let incident = try lookup.incident(operand)
    let scene = try await IncidentScene(incident, ledger: ledger, settings)
    let detail = scene.detail(shortID: lookup.shortID(incident), settings)
    try settings.console.print(
      renderIncident(detail, as: format, options: settings.renderOptions(failOn: nil, showAll: true)))
    return 0
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

  init(_ incident: Incident, ledger: any Store, _ settings: CommandSettings) async throws {
    self.incident = incident
    place = try await ledger.requests(environment: incident.key.environment).first { $0.key == incident.key }
    // An accepted finding raises no incident any more, and is identified by its fingerprint.
    findings = (place?.findings ?? []).filter {
      $0.incident == incident.id || incident.fingerprints.contains($0.fingerprint)
    }.map {
      var finding = $0
      finding.incident = incident.id
      return finding
    }
    history = try await ledger.history(ofIncident: incident.id)
    var all = try await ledger.acceptances(contract: incident.key.contract).map(\.acceptance)
    do {
      all += try AcceptedFiles(settings).acceptances[incident.key.contract] ?? []
    } catch let failure as CommandFailure {
      // An incident must be shown even if a file has an error.
      settings.console.complain(failure.message)
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
    acceptances = all.filter(isAboutIt)
    withdrawn = try await ledger.withdrawnAcceptances(contract: incident.key.contract).filter {
      isAboutIt($0.acceptance)
    }
  }

  /// The value from which reports are made.
  func detail(shortID: String, _ settings: CommandSettings) -> IncidentDetail {
    IncidentDetail(
      IncidentReport(incident: incident, transition: nil, shortID: shortID), findings: findings,
      endpoint: place?.report,
      history: history.map { IncidentDetail.Step($0.transition, round: $0.round, deliveredAt: $0.deliveredAt) },
      acceptances: acceptances, at: place?.checkedAt ?? incident.lastSeenAt, environment: settings.environmentName,
      isDeclared: settings.contracts.contains {
        $0.id == incident.key.contract && $0.endpoint(incident.key.endpoint) != nil
      },
      program: ProgramName.current,
      contract: settings.contracts.first { $0.id == incident.key.contract }.map {
        ContractInfo(id: $0.id, versions: $0.versions.map { VersionInfo($0) }, owner: $0.owner)
      },
      needsBaseURL: settings.contracts.contains {
        $0.id == incident.key.contract && settings.declaredBaseURL(of: $0, in: incident.key.environment) == nil
      })
  }
}
