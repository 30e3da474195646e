public import DriftModel
import Foundation

/// Forms in which a replay can be written.
public enum ReplayFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// One JSON object (RFC 8259).
  case json
}

/// Writes what versions made of recorded responses.
///
/// - Parameters:
///   - report: The result.
///   - format: The form.
///   - options: Width and colour of the text.
/// - Returns: Lines, each ended by a line feed.
public func renderReplay(_ report: ReplayReport, as format: ReplayFormat, options: RenderOptions) -> String {
  switch format {
  case .json:
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    guard let data = try? encoder.encode(report) else { return "" }
    return escapedForTerminals(String(decoding: data, as: UTF8.self)) + "\n"
  case .text: return document(of: report).text(width: options.width, colour: options.colour)
  }
}

/// The most causes, and the most files, that are shown of one version.
private let (mostCauses, mostExamples) = (5, 2)

private func document(of report: ReplayReport) -> Document {
  var document = Document()
  let width = report.rows.map { title(of: $0.version).width }.max() ?? 0
  var last = ""
  for row in report.rows {
    let name = "\(row.contract)/\(row.endpoint)"
    if name != last { document.add(Document.Row(label: Phrase(name, .strong), pieces: [])) }
    last = name
    document.add(line(of: row, width: width))
    for cause in row.causes.prefix(mostCauses) { document.add(line(of: cause)) }
    if row.causes.count > mostCauses {
      document.paragraph("and \(grouped(row.causes.count - mostCauses)) more; --format json lists all", label: "      ")
    }
    for example in row.causes.map(\.example).uniqued().prefix(mostExamples) {
      document.add(Document.Row(kind: .verbatim, indent: 6, pieces: [Phrase(example, .faint, limit: 4_000)]))
    }
  }
  if !report.rows.isEmpty { document.blank() }
  var end = [
    "\(counted(report.recordings, "recording")) replayed, \(report.bytes.formatted(.byteCount(style: .memory)))",
    "\((report.seconds * 10).rounded() / 10) s",
  ]
  end += report.skipped.sorted { $0.key < $1.key }.map { "\(grouped($0.value)) not replayed: \($0.key)" }
  document.add(Document.Row(kind: .end, hanging: 2, separator: " · ", pieces: end.map { Phrase($0) }))
  return document
}

/// `v1 (1.0, retired)`
private func title(of version: VersionInfo) -> Phrase {
  let words = [version.shippedIn ?? "", version.status == .supported ? "" : version.status.rawValue]
    .filter { !$0.isEmpty }.joined(separator: ", ")
  return Phrase(version.id + (words.isEmpty ? "" : " (\(words))"), limit: 60)
}

private func line(of row: ReplayReport.Row, width: Int) -> Document.Row {
  let isWhole = row.read == row.recordings
  let role: Phrase.Role = isWhole ? .good : row.version.status == .retired ? .faint : .bad
  let title = title(of: row.version)
  var pieces = [
    title + Phrase(String(repeating: " ", count: width - title.width)),
    Phrase("read \(grouped(row.read)) of \(grouped(row.recordings))", isWhole ? .plain : role),
  ]
  if let first = row.firstFailure, let latest = row.lastFailure {
    pieces.append(Phrase(first == latest ? "fails on \(first)" : "fails from \(first) to \(latest)"))
  }
  return Document.Row(
    kind: .fact, label: Phrase(isWhole ? "ok" : "x", role), indent: 2, column: 6, hanging: 6, separator: "  ",
    pieces: pieces)
}

private func line(of cause: ReplayReport.Cause) -> Document.Row {
  var pieces = [Phrase(cause.subject, .subject, limit: 120), Phrase(cause.words, limit: 200)]
  if !cause.path.isEmpty { pieces[1] = pieces[1] + Phrase(" at \(cause.path)", limit: 200) }
  if cause.total > 0 { pieces[1] = pieces[1] + Phrase(": \(grouped(cause.lost)) of \(grouped(cause.total))") }
  pieces.append(Phrase("in \(counted(cause.recordings, "recording"))"))
  return Document.Row(
    kind: .detail, label: Phrase(cause.isLoss ? "loss" : "fails", cause.isLoss ? .warning : .bad), indent: 6,
    column: 13, hanging: 13, separator: "  ", pieces: pieces)
}
