public import DriftModel

/// Forms in which hardening can be written.
public enum HardenFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// One JSON object (RFC 8259); docs/harden.schema.json.
  case json
  /// The edits alone, as `git apply` takes them.
  case patch
}

/// Writes what can cost versions whole responses, with the edits after which it cannot.
///
/// - Parameters:
///   - report: What was found.
///   - format: The form.
///   - options: Width and colour of the text.
/// - Returns: Lines, each ended by a line feed.
public func renderHardening(_ report: HardenReport, as format: HardenFormat, options: RenderOptions) -> String {
  switch format {
  case .json: json(VersionedDocument(content: report, schemaVersion: 1), schemaVersion: 1)
  case .text: document(of: report).text(width: options.width, colour: options.colour)
  case .patch: report.patch
  }
}

private func document(of report: HardenReport) -> Document {
  var document = Document()
  for version in report.versions { add(version, to: &document) }
  if report.versions.isEmpty, report.looked > 0 {
    document.paragraph(
      "Nothing that the domain does not need can cost a whole response in \(counted(report.looked, "version")).")
  }
  if !report.notes.isEmpty, !document.blocks.isEmpty { document.blank() }
  for note in report.notes { document.paragraph(note) }
  return document
}

private func add(_ version: HardenedVersion, to document: inout Document) {
  if !document.blocks.isEmpty { document.blank() }
  let shipped = version.version.shippedIn.map { " (\($0))" } ?? ""
  let name = "\(version.contract)/\(version.endpoint)  \(version.version.id)\(shipped)"
  let words =
    "\(counted(version.risks.count, "member")) can cost the whole response; no domain value was seen to change with it"
  document.add(Document.Row(label: Phrase(name, .strong), pieces: []))
  document.add(Document.Row(indent: 2, hanging: 2, pieces: [.sentence(words)]))
  for risk in version.risks {
    fact("risk", .bad, [Phrase(risk.path, .subject), Phrase(risk.subject, .code, limit: 120)], &document)
    fact("if it", .plain, [.sentence(risk.before.map(\.words).joined(separator: ", "))], &document)
    guard let edit = risk.edit else {
      let words =
        (version.notTried ?? risk.notEdited).map { "not tried: \($0)" }
        ?? "none holds; \(risk.trials.last.map { "\($0.what): \($0.reason)" } ?? "there is no place for one")"
      fact("edit", .warning, [.sentence(words)], &document)
      continue
    }
    fact("edit", .good, [.sentence(edit)], &document)
    let left = risk.after.map(\.words).joined(separator: ", ")
    fact(
      "then", .plain,
      [
        .sentence(
          left.isEmpty ? "nothing of it costs the response any more" : "the response is lost only if it \(left)")
      ],
      &document)
    for decision in risk.decisions { fact("decide", .warning, [.sentence(decision)], &document) }
  }
  guard let proof = version.proof else { return }
  fact(
    "proved", .plain,
    [
      .sentence(
        "the matrix made again; \(grouped(proof.read)) of \(counted(proof.recordings, "recording")) read, \(counted(proof.identical, "domain value")) identical"
      )
    ], &document)
  document.blank()
  for line in version.patch.split(separator: "\n", omittingEmptySubsequences: true) { document.line(String(line)) }
}

private func fact(_ label: String, _ role: Phrase.Role, _ pieces: [Phrase], _ document: inout Document) {
  document.add(
    Document.Row(
      kind: .fact, label: Phrase(label, role), indent: 2, column: 11, hanging: 11,
      separator: pieces.count > 1 ? "  " : " ", pieces: pieces))
}
