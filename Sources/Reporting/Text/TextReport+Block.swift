import DriftModel

extension TextReport {
  /// Column at which the evidence of a block begins.
  var evidenceColumn: Int { 12 }
  private var column: Int { evidenceColumn }

  /// One incident in full; alone, it is what `driftwatch show` names it by, so that this is no next step.
  func block(_ view: IncidentView, isAlone: Bool = false, on canvas: inout TextCanvas) {
    canvas.blank()
    header(view, on: &canvas)
    let story = view.story(options.rules)
    canvas.flow(
      StyledText("  "), story.sentences.flatMap { $0.split(separator: " ").map { StyledText(String($0)) } }, hanging: 2)
    evidence(view, story, on: &canvas)
    for words in levelWords(view) { canvas.flow(evidenceLabel("level"), [StyledText(words)], hanging: column) }
    let worse = worsening(view.entry)
    if !worse.isEmpty {
      canvas.flow(evidenceLabel("worse"), worse.map { StyledText($0) }, separator: "; ", hanging: column)
    }
    if let checks = view.incident.checks, view.incident.isFlapping == true || view.entry.transition == .flapping {
      canvas.flow(
        evidenceLabel("checks"), [checks.picture, checks.words].map { StyledText($0) }, separator: "   ",
        hanging: column)
    }
    let times = when(view).map { StyledText($0) }
    if !times.isEmpty { canvas.flow(evidenceLabel("when"), times, separator: "; ", hanging: column) }
    if view.incident.isOpen, !view.isAnnouncement, !view.isRejection { rows(view, on: &canvas) }
    let commands = next(view, isAlone: isAlone).map { StyledText($0) }
    canvas.flow(evidenceLabel("next"), commands, separator: " · ", hanging: column)
  }

  private func header(_ view: IncidentView, on canvas: inout TextCanvas) {
    let marker = marker(view)
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

  /// What happened to it, or where it stands; empty for a finding without an incident.
  func marker(_ view: IncidentView) -> String {
    switch view.entry.transition {
    case .opened: "NEW"
    case .reopened: "REOPENED"
    case .escalated: "WORSE"
    case .flapping: "FLAPPING"
    case .resolved: "RESOLVED"
    case nil: view.entry.shortID.isEmpty ? "" : view.incident.state.rawValue.uppercased()
    }
  }

  func evidenceLabel(_ text: String) -> StyledText { StyledText("  \(text)", .faint).padded(to: column) }

  // MARK: - Evidence

  private func evidence(_ view: IncidentView, _ story: IncidentView.Story, on canvas: inout TextCanvas) {
    guard let lead = view.lead else { return }
    if view.isRejection { return rejection(view, on: &canvas) }
    evidence(lead, isTold: story.told.contains(lead.fingerprint), on: &canvas)
    alsoLine(lead, on: &canvas)
    let example = lead.example ?? view.findings.first { $0.path == lead.path && $0.example != nil }?.example
    if let example { exampleLine(example, on: &canvas) }
    for hint in hints(view, beside: lead) { canvas.flow(evidenceLabel("hint"), words(of: hint), hanging: column) }
    let others = otherEvidence(view, story, beside: lead)
    let limit = options.showAll || options.verbose ? others.count : others.count == 5 ? 5 : 4
    let hit = Set(view.readers.filter { $0.mark != .fine }.map(\.version))
    for finding in others.prefix(limit) { evidence(finding, beside: lead, hit: hit, on: &canvas) }
    if others.count > limit {
      canvas.flow(
        evidenceLabel("more"),
        [StyledText(counted(others.count - limit, "further finding")), StyledText(options.listingCommand)],
        separator: " · ", hanging: column)
    }
  }

  /// What was sent, what the sandbox said, and what to do; requests that were answered alike share their lines.
  private func rejection(_ view: IncidentView, on canvas: inout TextCanvas) {
    for group in rejections(view) {
      let sent = group.sent + ["made of what was just read"]
      canvas.flow(evidenceLabel("sent"), sent.map { StyledText($0) }, separator: " · ", hanging: column)
      canvas.flow(evidenceLabel("response"), group.response.map { StyledText($0) }, hanging: column)
    }
    for hint in hints(view, beside: view.findings[0]) {
      canvas.flow(evidenceLabel("hint"), words(of: hint), hanging: column)
    }
  }

  /// Refused requests by what was answered: `v1 CreateProductDTO`, and `422, with a message at` `$.errors.price[*],` `$.code`.
  func rejections(_ view: IncidentView) -> [(sent: [String], response: [String])] {
    var groups: [(sent: [String], response: [String])] = []
    for finding in view.findings where finding.rule == .requestRejected {
      let version = finding.versions.map(\.version).joined(separator: ", ")
      let sent = "\(version) \(finding.expected)"
      let limit = options.showAll || options.verbose || finding.paths.count == 4 ? finding.paths.count : 3
      var places = Array(finding.paths.prefix(limit))
      if finding.paths.count > limit { places.append("\(grouped(finding.paths.count - limit)) more places") }
      let last = places.indices.last
      let response =
        ["\(finding.actual), with a message at"]
        + places.enumerated().map { $0.element + ($0.offset == last ? "" : ",") }
      if let index = groups.firstIndex(where: { $0.response == response }) {
        groups[index].sent.append(sent)
      } else {
        groups.append(([sent], response))
      }
    }
    return groups
  }

  /// What was set in place of the level that the incident would have, each once.
  func levelWords(_ view: IncidentView) -> [String] {
    view.findings.filter { $0.level == view.incident.level }.compactMap(\.setLevelWords).uniqued()
  }

  /// At most two hints, of the lead and of what else is found at its path.
  func hints(_ view: IncidentView, beside lead: Finding) -> [String] {
    let sameMember = view.findings.filter { $0.path == lead.path || $0.fingerprint == lead.fingerprint }
    return Array(sameMember.compactMap(\.sureHint).uniqued().prefix(2))
  }

  /// Findings besides the lead that are not told yet. What a decoding failure at the very place says stands in the rows of
  /// the versions.
  func otherEvidence(_ view: IncidentView, _ story: IncidentView.Story, beside lead: Finding) -> [Finding] {
    view.findings.dropFirst().filter { finding in
      !story.told.contains(finding.fingerprint)
        && !(finding.path == lead.path && finding.rule.family == .decode && lead.rule.headlineRank <= 1)
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
    case .field where !finding.expected.isEmpty || !finding.actual.isEmpty:
      pieces.append(StyledText(change(finding)))
    case .decode where !finding.expected.isEmpty && !finding.path.isEmpty:
      pieces.append(StyledText("\(finding.expected) expected, found \(finding.actual)", limit: 160))
    case .field, .decode, .loss, .mapping, .request, .evidence, .notice:
      if !isTold { pieces.append(StyledText(finding.message)) }
    }
    guard !pieces.isEmpty else { return }
    if let counts = counts(finding, hasUnit: lead == nil),
      finding.path != lead?.path || finding.count != lead?.count
    {
      pieces.append(StyledText(counts))
    }
    if let guess = finding.guess { pieces.append(StyledText(guess)) }
    let versions = finding.versions.map(\.version).uniqued()
    if lead != nil, finding.rule.family != .field, !versions.isEmpty, Set(versions) != hit {
      pieces.append(StyledText(versions.joined(separator: ", ")))
    }
    canvas.flow(evidenceLabel(name(of: finding)), pieces, separator: "   ", hanging: column)
  }

  func name(of finding: Finding) -> String {
    switch finding.rule.family {
    case .field: "changed"
    case .decode: finding.rule == .decodePlatformDependent ? "doubtful" : "fails"
    case .loss, .mapping: "lost"
    case .request: "sends"
    case .evidence: "unseen"
    case .notice: "notice"
    }
  }

  func change(_ finding: Finding) -> String {
    hidesFormerState(finding) ? finding.actual : "\(finding.expected) -> \(finding.actual)"
  }

  /// Whether only the present state is worth showing: there is no former one, or something came along beside it.
  func hidesFormerState(_ finding: Finding) -> Bool {
    finding.expected.isEmpty || options.rules[finding.rule].change?.isAddition == true
  }

  func counts(_ finding: Finding, hasUnit: Bool) -> String? {
    guard finding.total > 0, finding.count > 0 else { return nil }
    let isOfMembers = finding.path.contains(".*")
    let depth = finding.path.ranges(of: "[*]").count
    if depth == 0, !isOfMembers, finding.total == 1 { return nil }
    // Members of an object whose names are data: one response holds many of them.
    let unit =
      isOfMembers
      ? depth == 0 ? "member" : "value"
      : depth == 1 ? "record" : depth == 0 && !finding.path.isEmpty ? "response" : "value"
    return "\(grouped(finding.count)) of \(hasUnit ? counted(finding.total, unit) : grouped(finding.total))"
  }

  private func alsoLine(_ finding: Finding, on canvas: inout TextCanvas) {
    guard !finding.paths.isEmpty else { return }
    let limit = options.showAll || options.verbose || finding.paths.count == 4 ? finding.paths.count : 3
    var pieces = finding.paths.prefix(limit).map { StyledText($0) }
    if finding.paths.count > limit { pieces.append(StyledText("and \(grouped(finding.paths.count - limit)) more")) }
    canvas.flow(evidenceLabel(finding.path.isEmpty ? "at" : "also at"), pieces, separator: "  ", hanging: column)
  }

  private func exampleLine(_ example: Finding.Example, on canvas: inout TextCanvas) {
    var place = "e.g. \(example.pointer.isEmpty ? "the whole response" : example.pointer)"
    if let line = example.line {
      place += " (line \(grouped(line))\(example.column.map { ", column \(grouped($0))" } ?? ""))"
    }
    canvas.flow(
      StyledText(String(repeating: " ", count: column)),
      [StyledText(place, limit: 200), StyledText(example.excerpt, limit: 80)], separator: "  ", hanging: column)
  }

  func words(of text: String) -> [StyledText] {
    visible(text).split(separator: " ").map { StyledText(String($0)) }
  }
}
