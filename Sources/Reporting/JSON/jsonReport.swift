import DriftModel
import Foundation
import System

/// The report as one JSON object, described by `docs/report.schema.json`: members sorted, two spaces, dates in UTC.
///
/// Characters that steer a terminal or turn the reading direction are written as `\u` escapes. A parser reads them as the same.
func jsonReport(_ report: RoundReport, options: RenderOptions) -> String {
  let content = ReportContent(report, options: options)
  let summaries = Dictionary(content.views.map { ($0.incident.id, content.summary(of: $0)) }) { first, _ in first }
  var report = complete(report)
  for index in report.incidents.indices {
    let incident = report.incidents[index].incident
    report.incidents[index].summary = summaries[incident.id]
    report.incidents[index].incident.headline = incident.writtenHeadline
  }
  return json(report, schemaVersion: report.schemaVersion)
}

/// A value whose numbers are finite as one JSON object in the form of the report.
func json(_ value: some Encodable, schemaVersion: Int) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(Moment(date).iso8601 + "Z")
  }
  do {
    let data = try encoder.encode(value)
    return escapedForTerminals(String(decoding: data, as: UTF8.self)) + "\n"
  } catch {
    // Nothing in a report can throw once its numbers are finite; should that change, the output still says so and is JSON.
    return "{ \"error\" : \"the report could not be written as JSON\", \"schemaVersion\" : \(schemaVersion) }\n"
  }
}

/// `report` without numbers that JSON cannot write: a time that is not finite becomes 0, a share or confidence is left out.
private func complete(_ report: RoundReport) -> RoundReport {
  var report = report
  if !report.round.seconds.isFinite { report.round.seconds = 0 }
  for index in report.contracts.indices {
    for version in report.contracts[index].versions.indices {
      report.contracts[index].versions[version].installs = finite(report.contracts[index].versions[version].installs)
    }
  }
  report.endpoints = report.endpoints.map(complete)
  report.findings = report.findings.map(complete)
  return report
}

private func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

/// `endpoint` without numbers that JSON cannot write.
func complete(_ endpoint: EndpointReport) -> EndpointReport {
  var endpoint = endpoint
  for index in endpoint.versions.indices {
    endpoint.versions[index].installs = finite(endpoint.versions[index].installs)
  }
  return endpoint
}

/// `finding` without numbers that JSON cannot write.
func complete(_ finding: Finding) -> Finding {
  var finding = finding
  finding.confidence = finite(finding.confidence)
  return finding
}

/// `json` with ``SteeringCharacters`` escaped, but for line feeds, which occur between its values only.
///
/// The others occur inside strings only, where RFC 8259 section 7 allows any character to be escaped.
func escapedForTerminals(_ json: String) -> String {
  var steering = SteeringCharacters()
  return json.unicodeScalars.reduce(into: "") { result, scalar in
    if steering.includesNext(scalar), scalar != "\n" {
      result += scalar.escapedInJSON
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
}
