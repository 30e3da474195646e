import DriftModel
import DriftRules
import Foundation

@testable import Reporting

extension RenderOptions {
  /// Options with the program's own rules.
  init(
    width: Int = 80, colour: Bool = false, verbose: Bool = false, showAll: Bool = false, failOn: Level? = .breaking,
    timeZone: TimeZone = .gmt, showsOpenInFull: Bool = false, explainsIncidents: Bool = true
  ) {
    self.init(
      rules: Rules.catalog, width: width, colour: colour, verbose: verbose, showAll: showAll, failOn: FailLevel(failOn))
    self.timeZone = timeZone
    (self.showsOpenInFull, self.explainsIncidents) = (showsOpenInFull, explainsIncidents)
  }
}

func render(_ report: RoundReport, as format: ReportFormat) -> String {
  Reporting.render(report, as: format, options: RenderOptions())
}

func renderIncident(_ detail: IncidentDetail, as format: IncidentFormat = .text) -> String {
  Reporting.renderIncident(detail, as: format, options: RenderOptions())
}

func renderIncidents(
  _ incidents: [IncidentReport], pending: [Finding] = [], at date: Date, as format: IncidentFormat = .text
) -> String {
  Reporting.renderIncidents(incidents, pending: pending, at: date, as: format, options: RenderOptions())
}
