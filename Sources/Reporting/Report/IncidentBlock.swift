import DriftModel

/// One incident in full: what people feel, the evidence, when, what each version makes of it, and what to do.
struct IncidentBlock {
  /// Column at which the evidence begins.
  static let column = 12

  let view: IncidentView
  let content: ReportContent
  /// Whether it is a page of its own.
  var isAlone = false
  private var listsAll: Bool { content.options.showAll || content.options.verbose }

  init(_ view: IncidentView, in content: ReportContent, isAlone: Bool = false) {
    (self.view, self.content, self.isAlone) = (view, content, isAlone)
  }

  var block: Document.Block { .group(heading, blocks) }

  private var heading: Document.Heading {
    let level = view.incident.level
    return Document.Heading(
      id: view.entry.shortID, marker: marker, level: Phrase(view.shout, level.style), name: view.name,
      summary: view.incident.headline.withoutFullStop,
      aside: view.installsHit)
  }

  /// Its transition or its state; empty for a finding without an incident.
  private var marker: String {
    switch view.entry.transition {
    case .opened: "NEW"
    case .reopened: "REOPENED"
    case .escalated: "WORSE"
    case .flapping: "FLAPPING"
    case .resolved: "RESOLVED"
    case nil: view.entry.shortID.isEmpty ? "" : view.incident.state.rawValue.uppercased()
    }
  }

  private var blocks: [Document.Block] {
    let story = view.story(content.options.rules)
    let sentences = story.sentences.map { Phrase.sentence($0, limit: 2_000) }
    var blocks: [Document.Block] = [
      .row(Document.Row(kind: .story, indent: 2, column: 2, pieces: sentences))
    ]
    blocks += view.isRejection ? rejection.map { .row($0) } : evidence(story)
    func add(_ label: String, _ pieces: [Phrase], _ separator: String) {
      if !pieces.isEmpty { blocks.append(.row(fact(label, pieces, separator))) }
    }
    let levels = view.findings.filter { $0.level == view.incident.level }.compactMap(\.setLevelWords).uniqued()
    for words in levels { add("level", [Phrase(words)], " ") }
    add("worse", content.worsening(view.entry).map { Phrase($0) }, "; ")
    if let checks = view.incident.checks, view.incident.isFlapping || view.entry.transition == .flapping {
      add("checks", [Phrase(checks.picture, .code), Phrase(checks.words)], "   ")
    }
    add("when", content.when(view).map { Phrase($0) }, "; ")
    if !view.isAnnouncement, !view.isRejection, !view.isAboutResponses {
      blocks += view.incident.isOpen ? versions : formerVersions
    }
    if view.incident.isOpen {
      add("same at", content.twinWords(of: view), "; ")
      add("owner", content.owners(of: view).map { Phrase($0) }, ", ")
      add("to do", [content.remedy(of: view)].compactMap { $0.map { .sentence($0, limit: 1_000) } }, " ")
    }
    add("next", content.next(view, isAlone: isAlone).map(Phrase.command), " · ")
    return blocks
  }

  private func fact(
    _ label: String, _ pieces: [Phrase], _ separator: String, _ kind: Document.Row.Kind = .fact
  ) -> Document.Row {
    Document.Row(
      kind: kind, label: Phrase(label, .faint), indent: 2, column: Self.column, separator: separator, pieces: pieces)
  }

  // MARK: - Evidence

  private func evidence(_ story: IncidentView.Story) -> [Document.Block] {
    guard let lead = view.lead else { return [] }
    var rows: [Document.Row] = []
    if let row = row(of: lead, isSaid: story.said.contains(lead.fingerprint)) { rows.append(row) }
    if !lead.paths.isEmpty {
      rows.append(fact(lead.path.isEmpty ? "at" : "also at", paths(of: lead, last: "and %d more"), "  ", .detail))
    }
    let example = lead.example ?? view.findings.first { $0.path == lead.path && $0.example != nil }?.example
    if let example {
      rows.append(row(of: example))
      if listsAll, let healthy = example.healthy, lead.rule.family != .field || lead.count < lead.total {
        rows.append(fact("healthy", [Phrase(healthy, .code, limit: 160)], " "))
      }
    }
    if let row = view.responses.flatMap(row(of:)) { rows.append(row) }
    rows += hints(beside: lead).map { fact("hint", [.sentence($0)], " ") }
    // A decoding failure at the path of the change is said in the rows of the versions.
    let others = view.findings.dropFirst().filter { finding in
      !story.said.contains(finding.fingerprint)
        && !(finding.path == lead.path && finding.rule.family == .decode && lead.rule.headlineRank <= 1)
    }
    let hit = Set(view.readers.filter { $0.mark != .fine }.map(\.version))
    let further = others.compactMap { row(of: $0, beside: lead, hit: hit) }
    let blocks = rows.map { Document.Block.row($0) }
    guard !further.isEmpty else { return blocks }
    let shown = listsAll || further.count == 5 ? further.count : 4
    return blocks + [.further(Document.Further(rows: further, shown: shown, column: Self.column))]
  }

  /// One line of evidence; `isSaid` where the sentences hold its message already. What it has in common with the `lead`
  /// is not repeated, and its versions are named only if they are others than those that are `hit`.
  private func row(
    of finding: Finding, isSaid: Bool = false, beside lead: Finding? = nil, hit: Set<String> = []
  ) -> Document.Row? {
    let isAddition = content.options.rules[finding.rule].change?.isAddition == true
    var pieces: [Phrase] = []
    if !finding.path.isEmpty, finding.path != lead?.path { pieces.append(Phrase(finding.path, .subject)) }
    switch finding.rule.family {
    case .field where !finding.expected.isEmpty || !finding.actual.isEmpty,
      .volume where !finding.expected.isEmpty:
      pieces.append(.change(from: isAddition ? "" : finding.expected, to: finding.actual))
    case .decode where !finding.expected.isEmpty && !finding.path.isEmpty:
      let found = Phrase(finding.actual, .code, limit: 160)
      pieces.append(Phrase(finding.expected, .code, limit: 160) + Phrase(" expected, found ") + found)
    case .field, .volume, .freshness, .meaning, .decode, .loss, .mapping, .request, .evidence, .watch, .notice:
      if !isSaid { pieces.append(Phrase(finding.message)) }
    }
    guard !pieces.isEmpty else { return nil }
    if finding.path != lead?.path || finding.count != lead?.count,
      let counts = content.counts(finding, hasUnit: lead == nil)
    {
      pieces.append(Phrase(counts))
    }
    if let guess = finding.guess { pieces.append(Phrase(guess)) }
    let versions = finding.versions.map(\.version).uniqued()
    if lead != nil, ![.field, .volume].contains(finding.rule.family), !versions.isEmpty, Set(versions) != hit {
      pieces.append(Phrase(versions.joined(separator: ", ")))
    }
    return fact(view.incident.isOver ? "was" : content.options.rules[finding.rule].evidenceLabel, pieces, "   ")
  }

  private func row(of example: Finding.Example) -> Document.Row {
    let pointer = example.pointer
    var place =
      Phrase("e.g. ") + (pointer.isEmpty ? Phrase("the whole response") : Phrase(pointer, .code, limit: 200))
    if let line = example.line {
      let column = example.column.map { ", column \(grouped($0))" } ?? ""
      place = place + Phrase(" (line \(grouped(line))\(column))")
    }
    return fact("", [place, Phrase(example.excerpt, .code, limit: 80)], "  ", .detail)
  }

  /// The responses that show it, where there are several.
  private func row(of responses: ShowingResponses) -> Document.Row? {
    guard !responses.names.isEmpty else { return nil }
    guard responses.count < responses.total else {
      return fact("response", [Phrase(responses.extent), Phrase("such as ") + Phrase(responses.names[0], .code)], ", ")
    }
    let shown = responses.names.prefix(listsAll ? responses.names.count : 2)
    let more = responses.count - shown.count
    let rest = more > 0 && shown.count > 1 ? [Phrase("and \(grouped(more)) more")] : []
    return fact("response", shown.map { Phrase($0, .code) } + rest + [Phrase(responses.extent)], "  ")
  }

  /// At most two hints: of the lead, and of what else is found at its path.
  private func hints(beside lead: Finding) -> [String] {
    let sameMember = view.findings.filter { $0.path == lead.path || $0.fingerprint == lead.fingerprint }
    return Array(sameMember.compactMap(\.hint).uniqued().prefix(2))
  }

  /// Further paths of a finding, the first of many.
  private func paths(of finding: Finding, last words: String) -> [Phrase] {
    let limit = listsAll || finding.paths.count == 4 ? finding.paths.count : 3
    let more = finding.paths.count - limit
    return finding.paths.prefix(limit).map { Phrase($0, .code) }
      + (more > 0 ? [Phrase(words.replacing("%d", with: grouped(more)))] : [])
  }

  /// What was sent, what the sandbox answered, and what to do. Requests that were refused alike share their lines.
  private var rejection: [Document.Row] {
    var groups: [(sent: [Phrase], response: [Phrase])] = []
    for finding in view.findings where finding.rule == .requestRejected {
      let sent = Phrase("\(finding.versions.map(\.version).joined(separator: ", ")) \(finding.expected)")
      let places = paths(of: finding, last: "%d more paths")
      let response = [Phrase("\(finding.actual), with a message at")] + places
      if let index = groups.firstIndex(where: { $0.response == response }) {
        groups[index].sent.append(sent)
      } else {
        groups.append(([sent], response))
      }
    }
    let rows = groups.flatMap { group in
      [
        fact("sent", group.sent + [Phrase("made of what was just read")], " · "),
        fact("answer", group.response, "  "),
      ]
    }
    return rows + hints(beside: view.findings[0]).map { fact("hint", [.sentence($0)], " ") }
  }

  // MARK: - Versions

  /// What each version makes of it: those that are hit, and some that are not.
  private var versions: [Document.Block] {
    let hit = view.readers.filter { $0.mark != .fine }
    let spared = view.readers(.fine)
    let room = listsAll ? spared.count : max(2, 6 - hit.count)
    let shown = Set(hit.map(\.version) + spared.prefix(room).map(\.version))
    let readers = view.readers.filter { shown.contains($0.version) }
    guard !readers.isEmpty else { return [] }
    let rows = readers.map { reader in
      [
        Phrase(reader.version, .strong), Phrase(reader.shippedIn ?? ""),
        Phrase(reader.mark.rawValue, reader.mark.style),
        Phrase(reader.property ?? "", .code, limit: 200), Phrase(verdict(reader)),
        Phrase(mappings(reader), limit: 200),
      ]
    }
    let widest = rows.map(\.[0].width).max() ?? 0
    var blocks: [Document.Block] = [
      .table(
        Document.Table(
          titles: ["version", "app releases", "", "DTO property", "verdict", "mappings"], extraColumns: [1],
          headColumns: 2, indent: 2, column: max(Self.column, 2 + widest + 2 + 6), spacing: 3, rows: rows))
    ]
    if spared.count > room {
      let words = "\(counted(spared.count - room, "more version")) ok"
      blocks.append(.row(Document.Row(indent: 2, column: 2, pieces: [Phrase(words)])))
    }
    return blocks
  }

  /// What each version that a resolved incident hit made of it.
  private var formerVersions: [Document.Block] {
    let hit = view.readers.filter { reader in
      [.lost, .loss, .risk].contains(reader.mark)
        && view.findings.contains { $0.versions.contains { $0.version == reader.version } }
    }
    guard !hit.isEmpty else { return [] }
    let rows = hit.map { reader in
      [
        Phrase(reader.version, .strong), Phrase(reader.shippedIn ?? ""), Phrase(reader.mark.rawValue),
        Phrase(reader.property ?? "", .code, limit: 200), Phrase(formerVerdict(reader)),
      ]
    }
    let widest = rows.map(\.[0].width).max() ?? 0
    return [
      .table(
        Document.Table(
          titles: ["version", "app releases", "", "DTO property", "verdict"], extraColumns: [1], headColumns: 2,
          indent: 2, column: max(Self.column, 2 + widest + 2 + 6), spacing: 3, rows: rows))
    ]
  }

  /// How a whole response was lost to a version, or is, where that is over by somebody's word only.
  private func formerVerdict(_ reader: IncidentView.Reader) -> String {
    guard reader.mark == .lost else { return "" }
    let mine = view.findings.filter { $0.versions.contains { $0.version == reader.version && $0.losesResponse } }
    let losses = mine.map { content.options.rules[$0.rule].loss }
    let isOver = view.incident.isOver
    if losses.contains(.crash) { return isOver ? "crashed" : "crashes" }
    if losses.contains(.timeout) { return isOver ? "hung" : "hangs" }
    return isOver ? "did not decode" : "does not decode"
  }

  private func verdict(_ reader: IncidentView.Reader) -> String {
    guard let report = reader.report else { return reader.mark == .lost ? "does not decode" : "" }
    let lost = report.responses - report.decoded
    let part = report.decoded > 0 ? " in \(grouped(lost)) of \(counted(report.responses, "response"))" : ""
    return switch report.verdict {
    case .decodes: "decodes"
    case .fails: part.isEmpty ? "does not decode" : "fails\(part)"
    case .crashes: "crashes\(part)"
    case .hangs: "hangs\(part)"
    case .unknown: "no response"
    }
  }

  /// `Product 0 of 20`; of a mapping that did not run, out of as many records as another version was given.
  private func mappings(_ reader: IncidentView.Reader) -> String {
    let parts = (reader.report?.mappings ?? []).map { mapping -> String in
      let others = view.readers.lazy.compactMap(\.report).flatMap(\.mappings)
      let known = others.first { $0.name == mapping.name && $0.recordsIn > 0 }?.recordsIn
      if mapping.recordsIn > 0 || (!mapping.ran && reader.mark == .lost && known != nil) {
        let all = mapping.recordsIn > 0 ? mapping.recordsIn : known ?? 0
        return "\(mapping.name) \(grouped(mapping.recordsOut)) of \(grouped(all))"
      }
      return mapping.ran ? "\(mapping.name): no record" : "\(mapping.name): none made"
    }
    let limit = listsAll ? parts.count : 3
    let more = parts.count > limit ? ["\(grouped(parts.count - limit)) more"] : []
    return (parts.prefix(limit) + more).joined(separator: ", ")
  }
}

extension IncidentView.Mark {
  fileprivate var style: Phrase.Role {
    switch self {
    case .lost: .bad
    case .loss, .risk: .warning
    case .fine: .good
    case .unknown: .faint
    }
  }
}
