import DriftModel

/// The report as workflow commands of GitHub Actions, worst first, at most ten of a kind, as GitHub shows no more in a
/// step.
///
/// Errors are breaking incidents, and those that would be if the candidate had shipped; warnings the others and what could not be checked, notices information and what was
/// resolved.
func githubAnnotations(_ report: RoundReport, options: RenderOptions) -> String {
  let content = ReportContent(report, options: options)
  var kinds: [(name: String, items: [(title: String, message: String)])] = [
    ("error", []), ("warning", []), ("notice", []),
  ]
  for view in content.shownInFull + content.standing + content.loose {
    let level = view.incident.level
    var id = view.entry.shortID.isEmpty ? "" : " (\(view.entry.shortID))"
    if view.isQuiet, let person = view.incident.acknowledgement?.by { id += " acknowledged by \(person)" }
    // A flapping incident that was away at the last check has no effect now.
    let breaksCandidate =
      options.failsCandidates && level < .breaking && view.findings.contains(where: \.breaksCandidate)
    let word = !view.incident.isOpen ? "FLAPPING" : breaksCandidate ? "CANDIDATE" : view.shout
    let kind = !view.incident.isOpen ? 2 : level == .breaking || breaksCandidate ? 0 : level == .warning ? 1 : 2
    kinds[kind].items.append((title: "\(word) \(view.name)\(id)", message: message(view, content)))
  }
  for endpoint in content.unchecked + content.unjudged {
    let reason = endpoint.reason.flatMap { $0.isEmpty ? nil : $0 } ?? endpoint.outcome.plainWords
    kinds[1].items.append(
      ("NOT CHECKED \(report.name(of: endpoint))", "\(endpoint.outcome.rawValue): \(reason) (not drift)"))
  }
  for view in content.resolved {
    let ending = "\(view.incident.isOver ? "is over, " : "")\(content.resolution(view.incident))"
    let words = [ending] + content.formerPieces(view).map(\.text)
    kinds[2].items.append(("RESOLVED \(view.name) (\(view.entry.shortID))", words.joined(separator: "; ")))
  }
  for finding in content.infos {
    // Findings of one kind differ in their versions alone.
    let versions = finding.versions.map(\.version).uniqued()
    let who = finding.rule.family == .evidence && !versions.isEmpty ? " In \(listed(versions))." : ""
    kinds[2].items.append(("INFO \(report.name(of: finding))", finding.message + who))
  }
  var lines: [String] = []
  for (kind, items) in kinds {
    let limit = 10
    let shown = items.count > limit ? limit - 1 : items.count
    lines += items.prefix(shown).map { workflowCommand(kind, title: $0.title, message: $0.message) }
    if items.count > shown {
      let rest = items.count - shown
      lines.append(
        workflowCommand(
          kind, title: "\(grouped(rest)) more", message: "and \(grouped(rest)) more; \(options.listingCommand)"))
    }
  }
  return lines.map { $0 + "\n" }.joined()
}

/// What people feel, then where and since when, and what to do.
private func message(_ view: IncidentView, _ content: ReportContent) -> String {
  let story = view.story(content.options.rules)
  var parts = story.sentences
  if let lead = view.lead {
    let counts = lead.total > 1 ? "\(grouped(lead.count)) of \(grouped(lead.total))" : ""
    var facts: [String] = []
    if story.said.contains(lead.fingerprint) {
      if !counts.isEmpty, !lead.path.isEmpty { facts.append("\(lead.path): \(counts)") }
    } else if lead.path.isEmpty {
      facts.append(lead.message.withoutFullStop)
    } else {
      let change = lead.expected.isEmpty ? lead.actual : "\(lead.expected) -> \(lead.actual)"
      facts.append("\(lead.path): \(change)\(counts.isEmpty ? "" : ", \(counts)")")
    }
    if let responses = view.responses { facts.append(responses.words) }
    parts.append((facts + ["[\(lead.rule.rawValue)]"]).joined(separator: facts.isEmpty ? "" : " "))
  }
  if view.incident.isOpen {
    if let when = content.when(view).first { parts.append("When: \(when).") }
    if let remedy = content.remedy(of: view) { parts.append("To do: \(remedy)") }
    if let next = content.next(view).first { parts.append("Next: \(next)") }
  }
  return parts.joined(separator: " ")
}

/// One command on one line; data and properties are escaped as the runner unescapes them, scalar by scalar.
///
/// - Parameters:
///   - kind: `error`, `warning` or `notice`.
///   - title: What GitHub shows above the message.
///   - message: What is said.
///   - file: The file to which it belongs, below the repository's root; `nil`: none.
///   - line: The line there, from 1.
/// - Returns: The command, without a line feed.
/// - SeeAlso: `actions/toolkit`, `packages/core/src/command.ts`: `%`, CR and LF in data, also `:` and `,` in
///   properties.
func workflowCommand(_ kind: String, title: String, message: String, file: String? = nil, line: Int? = nil) -> String {
  func property(_ text: String) -> String { escaped(visible(text, limit: 400), "%\r\n:,") }
  let place = file.map { "file=\(property($0)),line=\(line ?? 1)," } ?? ""
  let data = escaped(visible(message, limit: 2_000), "%\r\n")
  return "::\(kind) \(place)title=\(escaped(visible(title, limit: 200), "%\r\n:,"))::\(data)"
}

/// `text` with each of the ASCII scalars of `special` as `%` and two digits.
private func escaped(_ text: String, _ special: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if special.unicodeScalars.contains(scalar) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
