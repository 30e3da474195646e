import DriftAnalysis

extension TextReport {
  /// Column at which the evidence of a block begins.
  private var column: Int { 12 }

  /// One incident in full.
  func block(_ view: IncidentView, on canvas: inout TextCanvas) {
    canvas.blank()
    header(view, on: &canvas)
    let story = view.story()
    canvas.flow(
      StyledText("  "), story.sentences.flatMap { $0.split(separator: " ").map { StyledText(String($0)) } }, hanging: 2)
    evidence(view, story, on: &canvas)
    when(view, on: &canvas)
    rows(view, on: &canvas)
    next(view, on: &canvas)
  }

  private func header(_ view: IncidentView, on canvas: inout TextCanvas) {
    let marker =
      switch view.entry.transition {
      case .opened: "NEW"
      case .reopened: "REOPENED"
      case .escalated: "WORSE"
      case .flapping: "FLAPPING"
      case .resolved, nil: view.entry.shortID.isEmpty ? "" : "OPEN"
      }
    var start = StyledText(view.entry.shortID.isEmpty ? "" : "\(view.entry.shortID)  ", .strong)
    if !marker.isEmpty { start.append("\(marker)  ") }
    start.append(view.incident.level.shout, style(of: view.incident.level))
    start = start.padded(to: start.width + max(0, 8 - view.incident.level.shout.count) + 3)
    start.append(view.name, .strong, limit: 200)
    let end = view.installsHit.flatMap(percent).map { "\($0) of installs" } ?? ""
    // Right-aligned as long as the eye can follow the line.
    let edge = min(canvas.width, 80)
    if !end.isEmpty, start.width + 2 + displayWidth(of: visible(end)) <= edge {
      start = start.padded(to: edge - displayWidth(of: visible(end)))
      start.append(end)
      canvas.flow(start, [], hanging: 2)
    } else {
      canvas.flow(StyledText(), [start, StyledText(end)], separator: "  ", hanging: 6)
    }
  }

  private func label(_ text: String) -> StyledText { StyledText("  \(text)", .faint).padded(to: column) }

  // MARK: - Evidence

  private func evidence(_ view: IncidentView, _ story: IncidentView.Story, on canvas: inout TextCanvas) {
    guard let lead = view.lead else { return }
    evidence(lead, isTold: story.told.contains(lead.fingerprint), on: &canvas)
    alsoLine(lead, on: &canvas)
    let example = lead.example ?? view.findings.first { $0.path == lead.path && $0.example != nil }?.example
    if let example { exampleLine(example, on: &canvas) }
    let sameMember = view.findings.filter { $0.path == lead.path || $0.fingerprint == lead.fingerprint }
    for hint in sameMember.compactMap(\.hint).uniqued().prefix(2) {
      canvas.flow(label("hint"), words(of: hint), hanging: column)
    }
    // What a decoding failure at the very place says stands in the rows of the versions.
    let others = view.findings.dropFirst().filter { finding in
      !story.told.contains(finding.fingerprint)
        && !(finding.path == lead.path && finding.rule.family == "decode" && lead.rule.headlineRank <= 1)
    }
    let limit = options.showAll || options.verbose ? others.count : others.count == 5 ? 5 : 4
    let hit = Set(view.readers.filter { $0.mark != .fine }.map(\.version))
    for finding in others.prefix(limit) { evidence(finding, beside: lead, hit: hit, on: &canvas) }
    if others.count > limit {
      canvas.flow(
        label("more"),
        [StyledText(counted(others.count - limit, "further finding")), StyledText(options.listingCommand)],
        separator: " · ", hanging: column)
    }
  }

  /// One line of evidence; beside the lead only what differs from it is said again, so that versions are named only by a
  /// finding that does not hit all those (`hit`) that the incident hits.
  private func evidence(
    _ finding: Finding, isTold: Bool = false, beside lead: Finding? = nil, hit: Set<String> = [],
    on canvas: inout TextCanvas
  ) {
    var pieces: [StyledText] = []
    if !finding.path.isEmpty, finding.path != lead?.path { pieces.append(StyledText(finding.path, .strong)) }
    switch finding.rule.family {
    case "field" where !finding.expected.isEmpty || !finding.actual.isEmpty:
      pieces.append(StyledText(change(finding)))
    case "decode" where !finding.expected.isEmpty && !finding.path.isEmpty:
      pieces.append(StyledText("\(finding.expected) expected, found \(finding.actual)", limit: 160))
    default:
      if !isTold { pieces.append(StyledText(finding.message)) }
    }
    guard !pieces.isEmpty else { return }
    if let counts = counts(finding, hasUnit: lead == nil),
      finding.path != lead?.path || finding.count != lead?.count
    {
      pieces.append(StyledText(counts))
    }
    let versions = finding.versions.map(\.version).uniqued()
    if lead != nil, finding.rule.family != "field", !versions.isEmpty, Set(versions) != hit {
      pieces.append(StyledText(versions.joined(separator: ", ")))
    }
    canvas.flow(label(name(of: finding)), pieces, separator: "   ", hanging: column)
  }

  private func name(of finding: Finding) -> String {
    switch finding.rule.family {
    case "field": "changed"
    case "decode": finding.rule == .decodePlatformDependent ? "doubtful" : "fails"
    case "loss", "mapping": "lost"
    case "request": "sends"
    case "evidence": "unseen"
    default: "notice"
    }
  }

  private func change(_ finding: Finding) -> String {
    switch finding.rule {
    case .fieldEnumValueAdded, .fieldAdded: finding.actual
    case _ where finding.expected.isEmpty: finding.actual
    default: "\(finding.expected) -> \(finding.actual)"
    }
  }

  private func counts(_ finding: Finding, hasUnit: Bool) -> String? {
    guard finding.total > 0, finding.count > 0 else { return nil }
    let depth = finding.path.ranges(of: "[*]").count
    if depth == 0, finding.total == 1 { return nil }
    let unit = depth == 1 ? "record" : depth == 0 && !finding.path.isEmpty ? "answer" : "value"
    return "\(grouped(finding.count)) of \(hasUnit ? counted(finding.total, unit) : grouped(finding.total))"
  }

  private func alsoLine(_ finding: Finding, on canvas: inout TextCanvas) {
    guard !finding.paths.isEmpty else { return }
    let limit = options.showAll || options.verbose || finding.paths.count == 4 ? finding.paths.count : 3
    var pieces = finding.paths.prefix(limit).map { StyledText($0) }
    if finding.paths.count > limit { pieces.append(StyledText("and \(grouped(finding.paths.count - limit)) more")) }
    canvas.flow(label("also at"), pieces, separator: "  ", hanging: column)
  }

  private func exampleLine(_ example: Finding.Example, on canvas: inout TextCanvas) {
    var place = "e.g. \(example.pointer.isEmpty ? "the whole answer" : example.pointer)"
    if let line = example.line {
      place += " (line \(grouped(line))\(example.column.map { ", column \(grouped($0))" } ?? ""))"
    }
    canvas.flow(
      StyledText(String(repeating: " ", count: column)),
      [StyledText(place, limit: 200), StyledText(example.excerpt, limit: 80)], separator: "  ", hanging: column)
  }

  private func words(of text: String) -> [StyledText] {
    visible(text).split(separator: " ").map { StyledText(String($0)) }
  }

  // MARK: - Time, versions, what next

  private func when(_ view: IncidentView, on canvas: inout TextCanvas) {
    let incident = view.incident
    guard !view.entry.shortID.isEmpty else { return }
    var start = "first seen \(words(incident.lastOpenedAt))"
    if let good = incident.lastGoodAt, good < incident.lastOpenedAt { start = between(good, incident.lastOpenedAt) }
    if incident.reopenedCount > 0 {
      start += ", for the \(ordinal(incident.reopenedCount + 1)) time; first seen \(words(incident.openedAt))"
    }
    if view.entry.transition == .escalated || view.entry.transition == nil { start += ", \(day(of: incident))" }
    var pieces = [start]
    if incident.answersBefore > 0 {
      let former = view.lead.flatMap { $0.rule.family == "field" ? withArticle($0.expected) : nil } ?? "not"
      let answers = incident.answersBefore == 1 ? "answer" : counted(incident.answersBefore, "answer")
      pieces.append("\(former) in the \(answers) before")
    } else if incident.lastGoodAt == nil {
      pieces.append("never seen without it")
    }
    canvas.flow(label("when"), pieces.map { StyledText($0) }, separator: "; ", hanging: column)
  }

  private func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return grouped(number) + ending
  }

  private func rows(_ view: IncidentView, on canvas: inout TextCanvas) {
    let hit = view.readers.filter { $0.mark != .fine }
    let spared = view.readers(.fine)
    let room = options.showAll || options.verbose ? spared.count : max(2, 6 - hit.count)
    let shown = view.readers.filter { reader in
      reader.mark != .fine || spared.prefix(room).contains { $0.version == reader.version }
    }
    let idWidth = shown.map { displayWidth(of: visible($0.version)) }.max() ?? 0
    let cells = shown.map { reader in
      [reader.property ?? "", verdict(reader), mappings(reader, in: view)].map { StyledText($0, limit: 200) }
    }
    let start = max(column, 2 + idWidth + 2 + 6)
    let widths = (0..<2).map { index in cells.map { $0[index].width }.max() ?? 0 }
    let longest = cells.map { $0[2].width }.max() ?? 0
    let isTable = start + widths.reduce(0) { $0 + $1 + 3 } + longest <= canvas.width
    for (reader, row) in zip(shown, cells) {
      var head = StyledText("  \(reader.version)", .strong).padded(to: 2 + idWidth + 2)
      head.append(reader.mark.rawValue, style(of: reader.mark))
      head = head.padded(to: start)
      if isTable {
        canvas.flow(
          head, [row[0].padded(to: widths[0]), row[1].padded(to: widths[1]), row[2]], separator: "   ", hanging: start)
      } else {
        canvas.flow(head, row, separator: "   ", hanging: start)
      }
    }
    if spared.count > room {
      canvas.flow(
        StyledText("  "), [StyledText("\(counted(spared.count - room, "more version")) ok")], hanging: 2)
    }
  }

  func style(of mark: IncidentView.Mark) -> TextStyle {
    switch mark {
    case .lost: .bad
    case .loss, .risk: .warning
    case .fine: .good
    case .unknown: .faint
    }
  }

  private func verdict(_ reader: IncidentView.Reader) -> String {
    guard let report = reader.report else { return reader.mark == .lost ? "does not decode" : "" }
    let part = report.decoded > 0 ? " \(grouped(report.answers - report.decoded)) of \(grouped(report.answers))" : ""
    return switch report.verdict {
    case .decodes: "decodes"
    case .fails: part.isEmpty ? "does not decode" : "does not decode\(part)"
    case .crashes: "crashes\(part.isEmpty ? "" : " in\(part)")"
    case .hangs: "hangs\(part.isEmpty ? "" : " in\(part)")"
    case .unknown: "no answer"
    }
  }

  /// `Product 0 of 20`; of a mapping that did not run, out of as many records as another version was given.
  private func mappings(_ reader: IncidentView.Reader, in view: IncidentView) -> String {
    let parts = (reader.report?.mappings ?? []).map { mapping -> String in
      let others = view.readers.lazy.compactMap(\.report).flatMap(\.mappings)
      let known = others.first { $0.name == mapping.name && $0.recordsIn > 0 }?.recordsIn
      if mapping.recordsIn > 0 || (!mapping.ran && reader.mark == .lost && known != nil) {
        let all = mapping.recordsIn > 0 ? mapping.recordsIn : known ?? 0
        return "\(mapping.name) \(grouped(mapping.recordsOut)) of \(grouped(all))"
      }
      return mapping.ran ? "\(mapping.name): no record" : "\(mapping.name): none made"
    }
    let limit = options.showAll || options.verbose ? parts.count : 3
    let more = parts.count > limit ? ["\(grouped(parts.count - limit)) more"] : []
    return (parts.prefix(limit) + more).joined(separator: ", ")
  }

  private func next(_ view: IncidentView, on canvas: inout TextCanvas) {
    var commands: [String] = []
    if !view.entry.shortID.isEmpty, options.explainsIncidents {
      commands.append("driftwatch explain \(view.entry.shortID)")
    }
    if let rule = view.lead?.rule { commands.append("driftwatch explain \(rule.rawValue)") }
    canvas.flow(label("next"), commands.map { StyledText($0) }, separator: " · ", hanging: column)
  }
}
