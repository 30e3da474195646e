import DriftModel

// One incident in Markdown; the words are those of the text report.
extension TextReport {
  /// `**BREAKING** platzi-store/products · new · app 1.0 cannot load products (7F3A)`, without the marks of a heading.
  func markdownHeading(_ view: IncidentView) -> String {
    var headline = view.incident.headline
    while headline.hasSuffix(".") { headline.removeLast() }
    let marker = marker(view).lowercased()
    let id = view.entry.shortID.isEmpty ? "" : " (\(view.entry.shortID))"
    return [
      "\(view.incident.level.shout) \(markdownProse(view.name))", marker, markdownProse(headline, limit: 200) + id,
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Heading, what people feel, the versions, the change, when, and what next.
  func markdownBlock(_ view: IncidentView) -> [String] {
    let story = view.story(options.rules)
    var lines = ["### \(markdownHeading(view))", ""]
    var sentences = story.sentences.map { markdownProse($0) }
    if let share = view.installsHit.flatMap(percent) { sentences.append("\(share) of installs.") }
    if let first = sentences.first { sentences[0] = "**\(first)**" }
    lines += [sentences.joined(separator: " "), ""]
    if view.incident.isOpen, !view.isAnnouncement, !view.isRejection { lines += markdownVersions(view) + [""] }
    if view.isRejection {
      for group in rejections(view) {
        lines.append("- sent: \(group.sent.map { markdownProse($0) }.joined(separator: " · "))")
        lines.append("- response: \(markdownProse(group.response.joined(separator: " ")))")
      }
      lines += hints(view, beside: view.findings[0]).map { "- hint: \(markdownProse($0))" }
    } else {
      lines += markdownEvidence(view, story)
    }
    lines += levelWords(view).map { "- level: \(markdownProse($0))" }
    let worse = worsening(view.entry)
    if !worse.isEmpty { lines.append("- worse: \(markdownProse(worse.joined(separator: "; ")))") }
    if let checks = view.incident.checks, view.incident.isFlapping == true || view.entry.transition == .flapping {
      lines.append("- checks: \(markdownCode(checks.picture)) \(checks.words)")
    }
    let times = when(view)
    if !times.isEmpty { lines.append("- when: \(markdownProse(times.joined(separator: "; ")))") }
    let commands = next(view).map { markdownCode($0) }
    if !commands.isEmpty { lines.append("- next: \(commands.joined(separator: " · "))") }
    return lines
  }

  /// The command that lists what is folded, or what to add to the present one.
  var markdownListing: String {
    let command = options.listingCommand
    return command.hasPrefix("driftwatch ") ? markdownCode(command) : markdownProse(command)
  }

  private func markdownVersions(_ view: IncidentView) -> [String] {
    let hit = view.readers.filter { $0.mark != .fine }
    let spared = view.readers(.fine)
    guard !view.readers.isEmpty else { return [] }
    let shown = hit.prefix(12) + spared.prefix(max(2, 6 - hit.count))
    var lines = ["| version | app releases | verdict | DTO property | mappings |", "|---|---|---|---|---|"]
    lines += shown.map { reader in
      markdownRow([
        markdownProse(reader.version, limit: 60, inTable: true),
        markdownProse(reader.shippedIn ?? "", limit: 60, inTable: true),
        [reader.mark == .fine ? reader.mark.rawValue : "**\(reader.mark.rawValue)**", verdict(reader)].filter {
          !$0.isEmpty
        }
        .joined(separator: " "),
        markdownCode(reader.property ?? "", limit: 120, inTable: true),
        markdownProse(mappings(reader, in: view), limit: 160, inTable: true),
      ])
    }
    let (moreHit, moreFine) = (hit.count - min(hit.count, 12), shown.count - min(hit.count, 12))
    if moreHit > 0 { lines.append("| \(counted(moreHit, "more version")) hit | | | | |") }
    if spared.count > moreFine {
      lines.append("| \(counted(spared.count - moreFine, "more version")) | | ok | | |")
    }
    return lines
  }

  private func markdownEvidence(_ view: IncidentView, _ story: IncidentView.Story) -> [String] {
    guard let lead = view.lead else { return [] }
    var lines: [String] = []
    if let line = markdownEvidence(lead, isTold: story.told.contains(lead.fingerprint), beside: nil) {
      lines.append(line)
    }
    if !lead.paths.isEmpty {
      let more = lead.paths.count > 4 ? ["and \(grouped(lead.paths.count - 3)) more"] : []
      let shown = lead.paths.prefix(more.isEmpty ? 4 : 3).map { markdownCode($0) }
      lines.append("  - also at \((shown + more).joined(separator: ", "))")
    }
    if let example = lead.example ?? view.findings.first(where: { $0.path == lead.path && $0.example != nil })?.example
    {
      let place = example.pointer.isEmpty ? "the whole response" : markdownCode(example.pointer)
      let line = example.line.map { number in
        " (line \(grouped(number))\(example.column.map { ", column \(grouped($0))" } ?? ""))"
      }
      let excerpt = example.excerpt.isEmpty ? "" : ": \(markdownCode(example.excerpt, limit: 80))"
      lines.append("  - e.g. \(place)\(line ?? "")\(excerpt)")
    }
    lines += hints(view, beside: lead).map { "- hint: \(markdownProse($0))" }
    let others = otherEvidence(view, story, beside: lead)
    let further = others.compactMap { markdownEvidence($0, isTold: false, beside: lead) }
    guard further.count > 3 else { return lines + further }
    // Many consequences of one cause are worth a click, not a page.
    let limit = 20
    lines += ["", "<details><summary>\(counted(further.count, "further finding"))</summary>", ""]
    lines += further.prefix(further.count > limit ? limit - 1 : limit)
    if further.count > limit {
      lines.append("- and \(grouped(further.count - limit + 1)) more: \(markdownListing)")
    }
    return lines + ["", "</details>", ""]
  }

  private func markdownEvidence(_ finding: Finding, isTold: Bool, beside lead: Finding?) -> String? {
    var pieces: [String] = []
    if !finding.path.isEmpty, finding.path != lead?.path { pieces.append(markdownCode(finding.path)) }
    switch finding.rule.family {
    case .field where !finding.expected.isEmpty || !finding.actual.isEmpty:
      let arrow = hidesFormerState(finding) ? "" : "\(markdownCode(finding.expected)) → "
      pieces.append("\(arrow)\(markdownCode(finding.actual))")
    case .decode where !finding.expected.isEmpty && !finding.path.isEmpty:
      pieces.append("\(markdownCode(finding.expected)) expected, found \(markdownCode(finding.actual))")
    case .field, .decode, .loss, .mapping, .request, .evidence, .notice:
      if !isTold { pieces.append(markdownProse(finding.message)) }
    }
    guard !pieces.isEmpty else { return nil }
    if let counts = counts(finding, hasUnit: lead == nil), finding.path != lead?.path || finding.count != lead?.count {
      pieces.append(counts)
    }
    if let guess = finding.guess { pieces.append(guess) }
    return "- \(name(of: finding)): \(pieces.joined(separator: ", "))"
  }
}
