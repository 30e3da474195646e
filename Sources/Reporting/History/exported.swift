public import DriftModel
import Foundation

/// Forms of rows for other programs.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// One JSON object a line.
  case jsonl
  /// RFC 4180, with a line of names first.
  case csv
}

/// Findings over time as rows for other programs, in UTC.
public func exported(_ findings: [FindingInterval], as format: ExportFormat) -> String {
  let records = findings.map(FindingRecord.init)
  switch format {
  case .jsonl: return records.map(jsonLine).joined()
  case .csv:
    return csv(
      FindingRecord.Column.allCases.map(\.rawValue),
      records.map { record in FindingRecord.Column.allCases.map { record.text($0) ?? "" } })
  }
}

/// What became of records, as rows for other programs, in UTC. A row holds until the next one of the same mapping.
public func exported(_ counts: [RecordCounts], as format: ExportFormat) -> String {
  struct Row: Encodable {
    let contract, endpoint, environment, perspective, version, mapping, since: String
    let records, made, dropped, threw, lost_responses: Int
  }
  let rows = counts.map { entry in
    Row(
      contract: entry.key.contract, endpoint: entry.key.endpoint, environment: entry.key.environment,
      perspective: entry.key.perspective, version: entry.mapping.version, mapping: entry.mapping.mapping,
      since: FindingRecord.time(entry.since.at), records: entry.counts.offered, made: entry.counts.made,
      dropped: entry.counts.dropped, threw: entry.counts.threw, lost_responses: entry.counts.lostResponses)
  }
  switch format {
  case .jsonl: return rows.map(jsonLine).joined()
  case .csv:
    let names = [
      "contract", "endpoint", "environment", "perspective", "version", "mapping", "since", "records", "made", "dropped",
      "threw", "lost_responses",
    ]
    return csv(
      names,
      rows.map { row in
        [row.contract, row.endpoint, row.environment, row.perspective, row.version, row.mapping, row.since]
          + [row.records, row.made, row.dropped, row.threw, row.lost_responses].map(String.init)
      })
  }
}

private func jsonLine(_ row: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // Texts and counts cannot fail to be written; the line stays JSON in any case.
  let text = (try? encoder.encode(row)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  return escapedForTerminals(text) + "\n"
}

private func csv(_ names: [String], _ rows: [[String]]) -> String {
  ([names] + rows).map { $0.map(csvCell).joined(separator: ",") + "\r\n" }.joined()
}

/// A cell in quotes where it has to be. A spreadsheet takes what begins with one of these characters for a formula (OWASP, "CSV injection"),
/// so an apostrophe stands before it. Nothing in it steers a terminal.
func csvCell(_ text: String) -> String {
  var cell = visible(text, limit: 100_000)
  if let first = cell.unicodeScalars.first, "=+-@\t\r＝＋－＠".unicodeScalars.contains(first) { cell = "'" + cell }
  guard cell.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) || cell.hasPrefix(" ") else {
    return cell
  }
  return "\"" + cell.replacing("\"", with: "\"\"") + "\""
}
