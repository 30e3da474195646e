import DriftModel
import Foundation

/// The report for people as a document: incidents first, then what lasts, what needs no alert, and the totals.
struct ReportDocument {
  /// Column at which the words of a section begin.
  static let column = 13

  let content: ReportContent
  private var report: RoundReport { content.report }
  private var options: RenderOptions { content.options }
  /// Whether findings that open no incident are listed and not counted.
  private var listsAll: Bool { options.showAll || options.verbose }

  init(_ content: ReportContent) { self.content = content }

  /// The whole report; with `listsEndpoints` every endpoint is listed with its outcome.
  func document(listsEndpoints: Bool) -> Document {
    var document = Document()
    document.title = content.subject(isOfState: content.options.listsState)
    document.listingCommand = options.listingCommand
    document.blocks = shown.map { IncidentBlock($0, in: content).block }
    document.blocks += [
      .gap,
      .sections(
        [
          Document.Section(title: "STILL OPEN", entries: content.standing.map(entry)),
          Document.Section(title: "RESOLVED", entries: resolved),
          Document.Section(title: "NOT CHECKED", entries: unchecked),
        ], column: Self.column),
      .list(information), .list(heldBack),
    ]
    if listsEndpoints {
      let section = Document.Section(title: "ENDPOINTS", entries: report.endpoints.map(entry), isFolded: true)
      document.blocks += [.gap, .sections([section], column: Self.column)]
    }
    guard !content.isOK || listsEndpoints else { return document }
    document.blocks.append(.gap)
    document.blocks += content.totals.map { pieces in
      .row(Document.Row(kind: .end, separator: " · ", pieces: pieces.map { Phrase($0, limit: 1_000) }))
    }
    return document
  }

  /// What is shown in full, but for what is told with another incident.
  var shown: [IncidentView] {
    let told = Set(content.twins.values.flatMap(\.self).map(\.incident.id))
    return content.shownInFull.filter { !told.contains($0.incident.id) } + content.loose
  }

  // MARK: - Incidents and endpoints in a line

  private func entry(_ view: IncidentView) -> Document.Entry {
    let cause =
      view.findings.first { $0.rule.family == .decode && !$0.expected.isEmpty && !$0.path.isEmpty } ?? view.lead
    let headline = view.incident.headline.withoutFullStop
    let seen = view.lastSeenBefore.map { "when last seen (\(content.words($0))): " } ?? ""
    var pieces = [Phrase.sentence(seen + headline)]
    if let cause, !cause.path.isEmpty { pieces.append(content.words(ofCause: cause)) }
    if let place = view.findings.lazy.compactMap(\.placeWords).first { pieces.append(Phrase(place)) }
    pieces.append(Phrase(content.standingWords(view.incident)))
    return Document.Entry(id: view.entry.shortID, name: view.name, pieces: pieces)
  }

  private var resolved: [Document.Entry] {
    func entry(_ view: IncidentView) -> Document.Entry {
      Document.Entry(
        id: view.entry.shortID, name: view.name,
        pieces: [.sentence(content.resolution(view.incident))] + content.formerPieces(view))
    }
    return content.resolved.grouped(by: \.name).flatMap { views -> [Document.Entry] in
      // Incidents that an acceptance resolved are named one by one, because the change may still be seen.
      let gone = views.filter { $0.incident.resolution == nil }
      let spans = gone.map { content.lifetime(of: $0.incident) }
      guard !listsAll, gone.count > 2, let shortest = spans.min(), let longest = spans.max(),
        let worst = gone.max(by: { ReportContent.isWorse($1, than: $0) })
      else {
        return views.map(entry)
      }
      let span = duration(shortest) == duration(longest) ? "" : "\(duration(shortest)) to "
      let words = "\(grouped(gone.count)) incidents after \(span)\(duration(longest))"
      let former = content.formerPieces(worst, "the worst was")
      return [Document.Entry(name: gone[0].name, pieces: [.sentence(words)] + former)]
        + views.filter { $0.incident.resolution != nil }.map(entry)
    }
  }

  /// End of the reason of an endpoint whose parent could not be checked.
  private static let following = ", and this follows it"

  /// Endpoints of one contract with one reason share a line from the third on.
  private var unchecked: [Document.Entry] {
    func reason(_ endpoint: EndpointReport) -> String {
      endpoint.reason.flatMap { $0.isEmpty ? nil : $0 } ?? endpoint.outcome.plainWords
    }
    return (content.unchecked + content.unjudged).grouped { "\($0.contract)\n\(reason($0))" }.flatMap {
      endpoints -> [Document.Entry] in
      let reason = reason(endpoints[0])
      func entry(_ name: String, _ words: String) -> Document.Entry {
        Document.Entry(name: name, pieces: [.sentence("\(words) (not drift)")])
      }
      let count = grouped(endpoints.count)
      if !listsAll, reason.hasSuffix(Self.following), endpoints.count > 1 {
        let parent = reason.dropLast(Self.following.count)
        return [entry(endpoints[0].contract, "\(parent), nor \(count) endpoints that follow it")]
      }
      if !listsAll, endpoints.count > 2 { return [entry(endpoints[0].contract, "\(count) endpoints: \(reason)")] }
      return endpoints.map { entry(report.name(of: $0), reason) }
    }
  }

  /// An endpoint with its outcome and what each version makes of it.
  private func entry(_ endpoint: EndpointReport) -> Document.Entry {
    var pieces = [Phrase(endpoint.outcome.rawValue)]
    if endpoint.requests > 1 {
      pieces.append(Phrase("\(grouped(endpoint.examined)) of \(grouped(endpoint.requests)) requests examined"))
    }
    pieces += endpoint.versions.map { version in
      let maps = version.mappings.filter { $0.recordsIn > 0 }.map {
        ", \($0.name) \(grouped($0.recordsOut)) of \(grouped($0.recordsIn))"
      }
      let reason = version.notJudged.map { ", not judged: \(visible($0, limit: 200))" } ?? ""
      return Phrase("\(version.version) \(version.verdict.rawValue)\(maps.joined())\(reason)")
    }
    return Document.Entry(name: report.name(of: endpoint), pieces: pieces)
  }

  // MARK: - What opens no incident

  /// Findings below a warning.
  private var information: Document.FindingList {
    let foreseen = content.infos.filter(\.isPrediction)
    let kinds = content.infos.filter { !$0.isPrediction }.map(noun).grouped(by: \.one)
    var counts = kinds.sorted { ($1.count, $0[0].one) < ($0.count, $1[0].one) }.map { nouns in
      counted(nouns.count, nouns[0].one, nouns[0].many)
    }
    if !foreseen.isEmpty { counts.append(counted(foreseen.count, "loss foreseen", "losses foreseen")) }
    return Document.FindingList(
      title: "INFORMATION", meaning: "below a warning", counts: counts, remarks: remarks(foreseen),
      items: items(content.infos, sentences), isListed: options.showAll,
      column: Self.column)
  }

  /// What a finding at information is called, for one and for many.
  private func noun(_ finding: Finding) -> (one: String, many: String) {
    if let set = finding.setLevel {
      return ("finding kept at information by \(set.by)", "findings kept at information by \(set.by)")
    }
    let rule = options.rules[finding.rule]
    let readers = !finding.versions.isEmpty ? ", read by a version" : finding.mayBeRead ? "" : ", read by no version"
    let remark = rule.change == nil ? rule.noun.remark : readers
    return (rule.noun.one + remark, rule.noun.many + remark)
  }

  private func sentences(_ finding: Finding) -> [String] {
    let level = finding.setLevelWords.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." }
    let hint = finding.isPrediction ? finding.hint.map { "Foreseen: \($0.withoutFullStop)." } : nil
    // Findings of one kind differ in their versions alone.
    let readers = finding.versions.map(\.version).uniqued()
    let who = finding.rule.family == .evidence && !readers.isEmpty ? "In \(listed(readers))." : nil
    return [finding.message] + [who, level, hint].compactMap(\.self)
  }

  /// Risks that have cost nothing yet, one line each; only the first of many.
  private func remarks(_ foreseen: [Finding]) -> [Document.Entry] {
    let most = 3
    return foreseen.prefix(most).enumerated().map { index, finding in
      let more = foreseen.count - most
      let rest = index == most - 1 && more > 0 ? ["and \(grouped(more)) more"] : []
      let words = [finding.message.withoutFullStop] + [finding.hint].compactMap(\.self) + rest
      return Document.Entry(
        pieces: [Phrase("foreseen at \(report.name(of: finding))")] + words.map { Phrase($0) })
    }
  }

  /// Findings that open no incident, because chance may explain them so far or because they are accepted.
  private var heldBack: Document.FindingList {
    var counts: [String] = []
    if !content.heldBack.isEmpty {
      counts.append("\(counted(content.heldBack.count, "change")) pending until more responses confirm or clear it")
    }
    if !content.accepted.isEmpty { counts.append("\(counted(content.accepted.count, "finding")) accepted") }
    return Document.FindingList(
      title: "HELD BACK", meaning: "opens no incident", counts: counts,
      items: items(content.heldBack, content.pendingSentences)
        + items(content.accepted) { [$0.message, content.acceptedWords($0)] },
      isListed: listsAll, column: Self.column)
  }

  /// Findings, grouped by endpoint.
  private func items(_ findings: [Finding], _ sentences: (Finding) -> [String]) -> [Document.FindingList.Item] {
    findings.grouped(by: report.name(of:)).flatMap(\.self).map { finding in
      Document.FindingList.Item(
        name: report.name(of: finding), sentences: sentences(finding), paths: finding.paths,
        rule: finding.rule.rawValue)
    }
  }
}
