import DriftModel
import DriftRules
import Foundation
import Testing

/// Reports made by hand where a test needs what no recording shows, such as hostile texts. No golden is printed from them.
enum SampleReport: String, CaseIterable, CustomTestStringConvertible {
  case twoIncidents = "two-incidents"
  case couldNotCheck = "could-not-check"
  case additions = "additions"
  case hostile = "hostile"
  case empty = "empty"
  case manyFindings = "many-findings"
  case lifecycle = "lifecycle"
  case notices = "notices"

  var testDescription: String { rawValue }

  var report: RoundReport {
    switch self {
    case .twoIncidents: Self.makeTwoIncidents()
    case .couldNotCheck: Self.makeCouldNotCheck()
    case .additions: Self.makeAdditions()
    case .hostile: Self.makeHostile()
    case .empty: Self.makeEmpty()
    case .manyFindings: Self.makeManyFindings()
    case .lifecycle: Self.makeLifecycle()
    case .notices: Self.makeNotices()
    }
  }

  /// 20 November 2026, 14:15 UTC.
  static let now = Date(timeIntervalSince1970: 1_795_184_100)

  static func ago(_ minutes: Double) -> Date { now.addingTimeInterval(-60 * minutes) }

  static func round(_ number: Int = 2_881, seconds: Double = 1.2) -> RoundInfo {
    RoundInfo(
      number: number, startedAt: now.addingTimeInterval(-1), finishedAt: now, seconds: seconds, source: .live,
      judge: "Foundation 6.3.1, Linux", environment: "production")
  }

  static func key(_ contract: String, _ endpoint: String) -> RequestKey {
    RequestKey(
      contract: contract, endpoint: endpoint, request: "00aa11bb22cc33dd", environment: "production",
      perspective: "default")
  }

  static func endpoint(
    _ contract: String, _ endpoint: String, _ outcome: Outcome = .ok, reason: String? = nil,
    versions: [VersionReport] = []
  ) -> EndpointReport {
    var report = EndpointReport(
      contract: contract, endpoint: endpoint, environment: "production", perspective: "default", outcome: outcome,
      reason: reason)
    (report.requests, report.examined) = (1, outcome.isChecked ? 1 : 0)
    (report.checkedAt, report.versions) = (outcome == .notDue ? nil : now, versions)
    return report
  }

  static func version(
    _ id: String, _ shippedIn: String? = nil, installs: Double? = nil, _ typeName: String,
    _ verdict: VersionReport.Verdict = .decodes, mappings: [MappingReport] = [],
    status: VersionInfo.Status = .supported
  ) -> VersionReport {
    var report = VersionReport(
      VersionInfo(id: id, shippedIn: shippedIn, status: status, installs: installs), typeName: typeName)
    (report.verdict, report.mappings) = (verdict, mappings)
    (report.decoded, report.responses) = (verdict == .decodes ? 1 : 0, verdict == .unknown ? 0 : 1)
    (report.fieldsExercised, report.fieldsTotal) = (5, 6)
    return report
  }

  static func mapping(_ name: String, _ recordsIn: Int, _ recordsOut: Int, ran: Bool = true) -> MappingReport {
    MappingReport(name: name, recordsIn: recordsIn, recordsOut: recordsOut, ran: ran)
  }

  static func incident(
    _ id: String, _ key: RequestKey, subject: String, level: Level = .breaking, _ headline: String, openedAt: Date,
    lastGoodAt: Date?, responsesBefore: Int = 0, versions: [String] = ["v1"], findings: [Finding] = []
  ) -> Incident {
    var incident = Incident(
      id: id, key: key, subject: subject, level: level, headline: headline, at: openedAt, versions: versions,
      fingerprints: findings.map(\.fingerprint).sorted())
    (incident.lastGoodAt, incident.responsesBefore) = (lastGoodAt, responsesBefore)
    return incident
  }

  static func belonging(_ findings: [Finding], to id: String) -> [Finding] {
    findings.map { finding in
      var finding = finding
      finding.incident = id
      finding.firstSeen = now
      finding.lastSeen = now
      return finding
    }
  }

  static func report(
    _ endpoints: [EndpointReport], findings: [Finding] = [], incidents: [IncidentReport] = [], exitCode: Int = 0,
    reasons: [String] = [], round: RoundInfo? = nil
  ) -> RoundReport {
    var summary = RoundReport.Summary()
    let contracts = endpoints.map(\.contract).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    summary.contracts = contracts.count
    summary.endpoints = endpoints.count
    summary.checked = endpoints.count { $0.outcome.isChecked }
    summary.notDue = endpoints.count { $0.outcome == .notDue }
    summary.notChecked = summary.endpoints - summary.checked - summary.notDue
    let versions = endpoints.flatMap(\.versions)
    summary.versionChecks = versions.count
    summary.recordsMapped = versions.flatMap(\.mappings).reduce(0) { $0 + $1.recordsIn }
    summary.recordsLost = versions.flatMap(\.mappings).reduce(0) { $0 + $1.recordsIn - $1.recordsOut }
    summary.breaking = findings.count { $0.level == .breaking }
    summary.warnings = findings.count { $0.level == .warning }
    summary.infos = findings.count { $0.level == .info }
    summary.fieldsExercised = 31
    summary.fieldsTotal = 38
    summary.exitCode = exitCode
    summary.exitReasons = reasons
    return RoundReport(
      summary: summary, round: round ?? Self.round(),
      contracts: contracts.map { id in
        ContractInfo(id: id, versions: [VersionInfo(id: "v1", shippedIn: "1.0 to 1.4", installs: 31)])
      }, endpoints: endpoints, findings: findings, incidents: incidents)
  }

  // MARK: - Nothing checked

  private static func makeEmpty() -> RoundReport {
    var report = report([], exitCode: 3, reasons: ["nothing was checked"])
    (report.summary.fieldsExercised, report.summary.fieldsTotal) = (0, 0)
    return report
  }

  private static func makeCouldNotCheck() -> RoundReport {
    let refused = "401, token OMG_LOL_TOKEN refused"
    return report(
      [
        endpoint(
          "platzi-store", "products", .outage, reason: "503 Service Unavailable, for the 3rd time; next try 14:30"),
        endpoint("platzi-store", "categories", .transport, reason: "no connection to api.escuelajs.co within 10 s"),
        endpoint("pokeapi", "list", .notJSON, reason: "HTML with status 200: line 1, column 1, a value expected"),
        endpoint("pokeapi", "detail", .notDue),
        endpoint("landmarks", "list", .rateLimited),
      ] + ["list", "purl", "create", "delete"].map { endpoint("omg-lol", $0, .auth, reason: refused) },
      exitCode: 3, reasons: ["8 of 9 endpoints could not be checked"])
  }
}
