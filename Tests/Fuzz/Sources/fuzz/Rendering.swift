import DriftModel
import DriftRules
import Foundation
import Reporting

/// Every form of output about what is remembered of a request.
struct Rendering {
  private let memory: RequestMemory
  private let date: Date
  private let round: RoundInfo
  private let incidents: [IncidentReport]
  private static let options = RenderOptions(rules: Rules.catalog, verbose: true, showAll: true)

  init(_ memory: RequestMemory, round: Int, at date: Date) {
    (self.memory, self.date) = (memory, date)
    self.round = RoundInfo(
      number: round, startedAt: date, finishedAt: date.addingTimeInterval(1), seconds: 1, source: .live,
      judge: "Foundation", environment: "production")
    incidents = memory.incidents.map { IncidentReport(incident: $0, transition: .opened, shortID: "7F3A", former: $0) }
  }

  /// Writes all of them. None may trap; what they say is for other tests.
  func writeAll() {
    let report = RoundReport(
      summary: RoundReport.Summary(), round: round, contracts: [ContractInfo(id: "shop", versions: [])],
      endpoints: memory.report.map { [$0] } ?? [], findings: memory.findings, incidents: incidents)
    for format in ReportFormat.allCases { _ = render(report, as: format, options: Self.options) }
    for format in [IncidentFormat.text, .json] {
      _ = renderIncidents(incidents, pending: memory.findings, at: date, as: format, options: Self.options)
    }
    for incident in incidents.prefix(2) { write(incident) }
    let request = RequestExplanation(
      Judgement.key, baselineResponses: memory.baselineResponses, incidents: incidents, findings: memory.findings,
      pendingChanges: memory.pendingChanges)
    _ = explanation(of: [request], about: "shop/list", pendingWords: "soon").text(width: 80, colour: false)
  }

  private func write(_ incident: IncidentReport) {
    let history = [IncidentTransition(kind: .opened, at: incident.incident.openedAt, incident: incident.incident)]
    let detail = IncidentDetail(
      incident, findings: memory.findings, endpoint: memory.report, history: history.map { IncidentDetail.Step($0) },
      at: date, environment: "production")
    for format in [IncidentFormat.text, .json] { _ = renderIncident(detail, as: format, options: Self.options) }
    let page = explanation(
      of: detail, levels: LevelSettings(), hasContract: true, pendingWords: "soon", rules: Rules.catalog)
    _ = page.text(width: 80, colour: false)
  }
}
