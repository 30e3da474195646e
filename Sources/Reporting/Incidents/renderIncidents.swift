public import DriftModel
public import Foundation

/// Writes incidents as a list, worst first: what lasts, then what was resolved; then what waits for evidence and what is foreseen.
///
/// - Parameters:
///   - incidents: Open ones, and resolved ones where they are asked for.
///   - pending: Findings that open no incident until more responses confirm them.
///   - foreseen: Findings that say what would be lost and open no incident, because nothing is lost yet.
///   - date: The clock by which ages are counted.
///   - format: The form.
///   - options: Width, colour and zone; with `showAll` however many there are, else at most twenty.
/// - Returns: Lines, each ended by a line feed. The same list and options give the same bytes.
public func renderIncidents(
  _ incidents: [IncidentReport], pending: [Finding] = [], foreseen: [Finding] = [], at date: Date,
  as format: IncidentFormat = .text, options: RenderOptions
) -> String {
  let sorted = incidents.sorted(by: isBefore)
  switch format {
  case .json:
    let written = sorted.map { entry in
      var entry = entry
      entry.incident.headline = entry.incident.writtenHeadline
      return entry
    }
    let list = IncidentList(incidents: written, pending: pending.map(complete), foreseen: foreseen.map(complete))
    return json(list, schemaVersion: 1)
  case .text:
    let document = IncidentTable(sorted, pending: pending, foreseen: foreseen, at: date, options: options).document
    return document.text(width: options.width, colour: options.colour)
  }
}

/// The list for programs.
private struct IncidentList: Encodable {
  let schemaVersion = 1
  let incidents: [IncidentReport]
  let pending: [Finding]
  let foreseen: [Finding]
}

/// Open incidents before resolved ones, then the worst first, then those that are not acknowledged, then the newest.
private func isBefore(_ left: IncidentReport, _ right: IncidentReport) -> Bool {
  let (one, other) = (left.incident, right.incident)
  if one.isOpen != other.isOpen { return one.isOpen }
  guard one.isOpen else {
    let (first, second) = (one.resolvedAt ?? one.lastSeenAt, other.resolvedAt ?? other.lastSeenAt)
    return first == second ? one.id < other.id : first > second
  }
  if one.level != other.level { return one.level > other.level }
  if one.state != other.state { return one.state == .open }
  return one.lastOpenedAt == other.lastOpenedAt ? one.id < other.id : one.lastOpenedAt > other.lastOpenedAt
}

/// A table if there is room, else two lines for each incident; then the pending changes, and what is foreseen.
private struct IncidentTable {
  private let incidents: [IncidentReport]
  private let pending: [Finding]
  private let foreseen: [Finding]
  private let options: RenderOptions
  private let date: Date
  /// Incidents that are listed without being asked for all.
  private static let shownRows = 20
  /// Losses that are foreseen and listed without being asked for all.
  private static let shownLosses = 3

  init(
    _ incidents: [IncidentReport], pending: [Finding], foreseen: [Finding], at date: Date, options: RenderOptions
  ) {
    (self.incidents, self.pending, self.foreseen) = (incidents, pending, foreseen)
    (self.options, self.date) = (options, date)
  }

  var document: Document {
    var document = Document()
    document.add(Document.Row(pieces: [Phrase(total)]))
    if !incidents.isEmpty {
      document.blocks += [
        .gap,
        .table(
          Document.Table(
            titles: ["ID", "STATE", "LEVEL", "AGE", "ENDPOINT", "VERSIONS", "HEADLINE"], showsTitles: true,
            headColumns: 6, isRestBelow: true, rows: incidents.prefix(limit).map(cells))),
      ]
    }
    if incidents.count > limit {
      let pieces = [Phrase("and \(grouped(incidents.count - limit)) more"), Phrase.command(options.listingCommand)]
      document.blocks += [.gap, .row(Document.Row(separator: " · ", pieces: pieces))]
    }
    if !pending.isEmpty { document.blocks.append(.gap) }
    // An endpoint that versions request in different ways may show one change twice.
    for line in pending.map(words).uniqued() {
      document.paragraph("\(line); more responses confirm or clear it", label: "PENDING  ")
    }
    addForeseen(to: &document)
    return document
  }

  /// What would be lost, in a line each; only the first of many.
  private func addForeseen(to document: inout Document) {
    // An endpoint that versions request in different ways may foresee one loss twice.
    let lines = foreseen.map { ([words($0)] + [$0.hint?.withoutFullStop].compactMap(\.self)).joined(separator: "; ") }
      .uniqued()
    guard !lines.isEmpty else { return }
    document.blocks.append(.gap)
    let isFolded = !options.showAll && lines.count > Self.shownLosses + 1
    let shown = lines.prefix(isFolded ? Self.shownLosses : lines.count)
    for line in shown { document.paragraph(line, label: "FORESEEN  ") }
    guard isFolded else { return }
    let rest = "and \(counted(lines.count - shown.count, "more loss", "more losses")) foreseen"
    document.add(Document.Row(separator: " · ", pieces: [Phrase(rest), .command(options.listingCommand)]))
  }

  /// `shop/products field-became-nullable at $[*].price in 3 of 20`.
  private func words(_ finding: Finding) -> String {
    let path = finding.path.isEmpty ? "" : " at \(finding.path)"
    let extent = finding.total > 0 ? " in \(grouped(finding.count)) of \(grouped(finding.total))" : ""
    return "\(finding.contract)/\(finding.endpoint) \(finding.rule.rawValue)\(path)\(extent)"
  }

  private var limit: Int {
    options.showAll || incidents.count == Self.shownRows + 1 ? incidents.count : Self.shownRows
  }

  /// `3 open, 1 of them acknowledged · 12 resolved`.
  private var total: String {
    let open = incidents.count(where: \.incident.isOpen)
    let known = incidents.count { $0.incident.state == .acknowledged }
    var text = open == 0 ? "No incident is open" : counted(open, "open incident")
    if known > 0 { text += known == open ? ", acknowledged" : ", \(grouped(known)) of them acknowledged" }
    if incidents.count > open { text += " · \(grouped(incidents.count - open)) resolved" }
    return text
  }

  private func cells(_ entry: IncidentReport) -> [Phrase] {
    let incident = entry.incident
    let key = incident.key
    var special = key.environment == "production" ? [] : [key.environment]
    if !["", "default"].contains(key.perspective) { special.append(key.perspective) }
    let name = "\(key.contract)/\(key.endpoint)" + (special.isEmpty ? "" : " (\(special.joined(separator: ", ")))")
    let state = incident.isFlapping && incident.state != .acknowledged ? "flapping" : incident.state.rawValue
    let versions = incident.versions.count > 4 ? "\(grouped(incident.versions.count)) versions" : nil
    return [
      Phrase(entry.shortID, .strong), Phrase(state),
      Phrase(incident.level.rawValue, incident.isOpen ? incident.level.style : .plain), Phrase(age(incident)),
      Phrase(name, limit: 80), Phrase(versions ?? incident.versions.joined(separator: ", "), limit: 60),
      .sentence(headline(entry), limit: 1_000),
    ]
  }

  /// How long it lasts, from a day on as the day of its life, as the report says it; or how long it lasted.
  private func age(_ incident: Incident) -> String {
    let end = incident.isOpen ? date : incident.resolvedAt ?? incident.lastSeenAt
    let seconds = end.timeIntervalSince(incident.lastBeganAt)
    if incident.isOpen, seconds >= 86_400 { return dayOfLife(seconds) }
    return seconds < 1 ? incident.isOpen ? "new" : "under 1 s" : duration(seconds)
  }

  private func headline(_ entry: IncidentReport) -> String {
    let incident = entry.incident
    var text = visible(incident.toldHeadline, limit: 300)
    if incident.isFlapping, let checks = incident.checks { text += " · \(checks.words)" }
    if incident.state == .acknowledged, let person = incident.acknowledgement?.by {
      text += " · acknowledged by \(visible(person, limit: 40))"
    }
    if let resolution = incident.resolution { text += " · \(visible(resolution, limit: 80))" }
    return text
  }
}
