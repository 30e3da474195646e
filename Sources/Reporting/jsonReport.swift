import DriftAnalysis
import Foundation

/// The report as one JSON object, described by `docs/report.schema.json`: members sorted, two spaces, dates in UTC.
///
/// Characters that steer a terminal or turn the reading direction are written as `\u` escapes, which mean the same to a parser.
func jsonReport(_ report: RoundReport) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(Moment(date).iso8601 + "Z")
  }
  do {
    let data = try encoder.encode(withFiniteNumbers(report))
    return escapedForTerminals(String(decoding: data, as: UTF8.self)) + "\n"
  } catch {
    // Nothing in a report can throw once its numbers are finite; should that change, the output still says so and is JSON.
    return "{ \"error\" : \"the report could not be written as JSON\", \"schemaVersion\" : \(report.schemaVersion) }\n"
  }
}

/// JSON has no infinity: a time that is none is 0, a share or confidence that is none is left out.
private func withFiniteNumbers(_ report: RoundReport) -> RoundReport {
  var report = report
  if !report.round.seconds.isFinite { report.round.seconds = 0 }
  func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
  for index in report.contracts.indices {
    for version in report.contracts[index].versions.indices {
      report.contracts[index].versions[version].installs = finite(report.contracts[index].versions[version].installs)
    }
  }
  for index in report.endpoints.indices {
    for version in report.endpoints[index].versions.indices {
      report.endpoints[index].versions[version].installs = finite(report.endpoints[index].versions[version].installs)
    }
  }
  for index in report.findings.indices { report.findings[index].confidence = finite(report.findings[index].confidence) }
  return report
}

/// Such characters occur inside strings only, where RFC 8259 section 7 allows any character to be escaped.
private func escapedForTerminals(_ json: String) -> String {
  var result = String.UnicodeScalarView()
  // Build servers look for commands such as `##vso[…]` anywhere in a log line.
  for scalar in json.replacing("##", with: "#\\u0023").unicodeScalars {
    let isSteering: Bool
    switch scalar.properties.generalCategory {
    case .control: isSteering = scalar != "\n"
    case .format, .lineSeparator, .paragraphSeparator: isSteering = true
    default: isSteering = false
    }
    guard isSteering else {
      result.append(scalar)
      continue
    }
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16, uppercase: true)
      result.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
    }
  }
  return String(result)
}
