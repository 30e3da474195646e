public import DriftModel

/// Forms in which remedies can be written.
public enum RemedyFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// One JSON object (RFC 8259); docs/suggest.schema.json.
  case json
  /// The edits alone, as `git apply` takes them.
  case patch
  /// The transform of the responses alone, for jq.
  case jq
  /// The same as a function in Swift.
  case swift
}

/// Writes what mends the versions of an endpoint.
///
/// - Parameters:
///   - report: What was found.
///   - format: The form.
///   - options: Width and colour of the text.
/// - Returns: Lines, each ended by a line feed; empty in the forms of one kind of remedy if there is none of it.
public func renderRemedies(_ report: RemedyReport, as format: RemedyFormat, options: RenderOptions) -> String {
  switch format {
  case .json: json(VersionedDocument(content: report, schemaVersion: 1), schemaVersion: 1)
  case .text: document(of: report).text(width: options.width, colour: options.colour)
  case .patch: report.patch
  case .jq: report.versions.compactMap(\.transform?.jq).first.map { $0 + "\n" } ?? ""
  case .swift: report.versions.compactMap(\.transform?.swift).first ?? ""
  }
}

/// Column at which facts begin.
private let column = 11

private func document(of report: RemedyReport) -> Document {
  var document = Document()
  let name = "\(report.contract)/\(report.endpoint)"
  let title = report.incident.map { "\($0)  \(name)" } ?? name
  document.add(Document.Row(label: Phrase(title, .strong), pieces: []))
  for version in report.versions { add(version, to: &document) }
  if !report.notes.isEmpty { document.blank() }
  for note in report.notes { document.paragraph(note) }
  return document
}

private func add(_ version: VersionRemedy, to document: inout Document) {
  document.blank()
  let shipped = version.version.shippedIn.map { " (\($0))" } ?? ""
  document.add(
    Document.Row(
      label: Phrase(version.version.id + shipped, .strong), column: (version.version.id + shipped).count + 2,
      pieces: [Phrase("\(grouped(version.failing)) of \(counted(version.recordings, "recording")) show a break")]))
  for entry in version.breaks {
    fact(
      "breaks", .bad,
      [
        Phrase(entry.path, .subject), Phrase(entry.subject, .code, limit: 120),
        Phrase("\(entry.found) found", limit: 120),
        Phrase(entry.rule.rawValue, .faint), Phrase("in \(counted(entry.recordings, "recording"))"),
      ], &document)
  }
  if let edit = version.edit {
    fact("edit", .good, [.sentence(edit.steps.joined(separator: "; "), limit: 4_000)], &document)
    add(edit.proof, edit.decisions, &document)
    verbatim(edit.patch, &document)
  } else {
    fact("edit", .warning, [.sentence(version.editsNotTried.map { "not tried: \($0)" } ?? "none holds")], &document)
  }
  if let transform = version.transform {
    fact("transform", .good, [.sentence(transform.steps.joined(separator: "; "), limit: 4_000)], &document)
    add(transform.proof, transform.decisions, &document)
    fact("jq", .plain, [.sentence(words(transform.jqTrial))], &document)
    verbatim(transform.jq, &document)
    fact(
      "Swift", .plain, [.sentence("\(words(transform.swiftTrial)); --format swift prints it")], &document)
  } else {
    fact("transform", .warning, [.sentence("none holds")], &document)
  }
  guard version.edit == nil || version.transform == nil else { return }
  for trial in version.trials { fact("tried", .faint, [.sentence("\(trial.what): \(trial.reason)")], &document) }
}

private func add(_ proof: RemedyProof, _ decisions: [String], _ document: inout Document) {
  var pieces = ["\(grouped(proof.read)) of \(counted(proof.recordings, "recording")) read"]
  pieces.append("\(counted(proof.identical, "domain value")) identical")
  if proof.new > 0 { pieces.append("\(grouped(proof.new)) new") }
  if proof.changed > 0 { pieces.append("\(grouped(proof.changed)) with what was lost") }
  fact("proved", .plain, [.sentence(pieces.joined(separator: ", "))], &document)
  for decision in decisions { fact("decide", .warning, [.sentence(decision)], &document) }
}

private func words(_ trial: ProvedTransform.Trial) -> String {
  let reason = trial.reason ?? ""
  return switch trial.outcome {
  case .same: "run on every recording, it gives the same"
  case .untried: "untried: \(reason)"
  case .differs: "not to be used, it does not give the same: \(reason)"
  }
}

private func fact(_ label: String, _ role: Phrase.Role, _ pieces: [Phrase], _ document: inout Document) {
  document.add(
    Document.Row(
      kind: .fact, label: Phrase(label, role), indent: 2, column: column + 2, hanging: column + 2,
      separator: pieces.count > 1 ? "  " : " ", pieces: pieces))
}

/// Lines to be copied, at the left margin.
private func verbatim(_ text: String, _ document: inout Document) {
  document.blank()
  for line in text.split(separator: "\n", omittingEmptySubsequences: false)
  where !(line.isEmpty) || !text.hasSuffix("\n") {
    document.line(String(line))
  }
  document.blank()
}
