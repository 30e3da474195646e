public import DriftModel
public import Foundation

/// Writes incidents as a list, worst first: what lasts, then what was resolved.
///
/// - Parameters:
///   - incidents: Open ones, and resolved ones where they are asked for.
///   - pending: Findings that wait for more evidence before they are told.
///   - date: The clock by which ages are told.
///   - format: The form.
///   - options: Width, colour and zone; with `showAll` however many there are, else at most twenty.
/// - Returns: Lines, each ended by a line feed. The same list and options give the same bytes.
public func renderIncidents(
  _ incidents: [IncidentReport], pending: [Finding] = [], at date: Date, as format: IncidentFormat = .text,
  options: RenderOptions
) -> String {
  let sorted = incidents.sorted(by: isBefore)
  switch format {
  case .json: return json(IncidentList(incidents: sorted, pending: pending.map(complete)), schemaVersion: 1)
  case .text: return IncidentTable(sorted, at: date, options: options).rendered() + lines(pending: pending, options)
  }
}

/// `PENDING  platzi-store/products field-became-optional at $[*].price · 3 of 20 · waits for more responses` for each.
private func lines(pending: [Finding], _ options: RenderOptions) -> String {
  guard !pending.isEmpty else { return "" }
  var page = TextPage(width: options.width)
  for finding in pending {
    let path = finding.path.isEmpty ? "" : " at \(finding.path)"
    let extent = finding.total > 0 ? " · \(grouped(finding.count)) of \(grouped(finding.total))" : ""
    page.paragraph(
      "\(finding.contract)/\(finding.endpoint) \(finding.rule.rawValue)\(path)\(extent) · waits for more responses",
      label: "PENDING  ")
  }
  return "\n" + page.text
}

/// The list for programs.
private struct IncidentList: Encodable {
  let schemaVersion = 1
  let incidents: [IncidentReport]
  let pending: [Finding]
}

/// Open before resolved, worst first, what nobody has seen to first, then the newest.
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

/// A table where there is room, else two lines for each incident.
private struct IncidentTable {
  private let incidents: [IncidentReport]
  private let options: RenderOptions
  private let date: Date
  private let titles = ["ID", "STATE", "LEVEL", "AGE", "PLACE", "VERSIONS"]

  init(_ incidents: [IncidentReport], at date: Date, options: RenderOptions) {
    (self.incidents, self.date, self.options) = (incidents, date, options)
  }

  func rendered() -> String {
    var canvas = TextCanvas(width: options.width, colour: options.colour)
    canvas.flow(StyledText(), [StyledText(total)], hanging: 0)
    guard !incidents.isEmpty else { return canvas.text }
    canvas.blank()
    let limit = options.showAll || incidents.count == 21 ? incidents.count : 20
    let shown = incidents.prefix(limit)
    let rows = shown.map(cells)
    let widths = titles.indices.map { column in
      ([titles[column]] + rows.map { $0[column] }).map { displayWidth(of: $0) }.max() ?? 0
    }
    // As many columns as there is room for; what has none goes on below, with the headline.
    var columns = titles.count
    func start(_ columns: Int) -> Int { widths.prefix(columns).reduce(0) { $0 + $1 + 2 } }
    while columns > 1, start(columns) - 2 > options.width { columns -= 1 }
    let headlines = shown.map { headline($0) }
    let longest = headlines.map { displayWidth(of: $0) }.max() ?? 0
    let isTable = columns == titles.count && start(columns) + longest <= options.width
    let names = titles.prefix(columns).map { ($0, TextStyle.faint) } + (isTable ? [("HEADLINE", .faint)] : [])
    canvas.flow(row(names, widths + [0]), [], hanging: 0)
    for (index, cells) in rows.enumerated() {
      let entry = shown[index]
      let styles: [TextStyle] = [.strong, .plain, entry.incident.isOpen ? style(entry.incident.level) : .plain]
      let head = cells.enumerated().map { ($1, $0 < styles.count ? styles[$0] : .plain) }
      let words = headlines[index].split(separator: " ").map { StyledText(String($0)) }
      if isTable {
        canvas.flow(row(head, widths), words, hanging: start(columns))
      } else {
        let indent = StyledText(String(repeating: " ", count: widths[0] + 2))
        canvas.flow(row(Array(head.prefix(columns)), widths), [], hanging: 0)
        let rest = head.dropFirst(columns).map { StyledText($0.0, $0.1) }
        if !rest.isEmpty { canvas.flow(indent, rest, separator: "  ", hanging: indent.width) }
        canvas.flow(indent, words, hanging: indent.width)
      }
    }
    if incidents.count > limit {
      canvas.blank()
      canvas.flow(
        StyledText(),
        [StyledText("and \(grouped(incidents.count - limit)) more"), StyledText(options.listingCommand)],
        separator: " · ", hanging: 0)
    }
    return canvas.text
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

  private func row(_ cells: [(String, TextStyle)], _ widths: [Int]) -> StyledText {
    var line = StyledText()
    for (cell, width) in zip(cells, widths) {
      line = (line + StyledText(cell.0, cell.1)).padded(to: line.width + width + 2)
    }
    return line
  }

  private func cells(_ entry: IncidentReport) -> [String] {
    let incident = entry.incident
    let place = incident.place
    var special = place.environment == "production" ? [] : [place.environment]
    if !["", "default"].contains(place.perspective) { special.append(place.perspective) }
    let name = "\(place.contract)/\(place.endpoint)" + (special.isEmpty ? "" : " (\(special.joined(separator: ", ")))")
    let state = incident.isFlapping == true && incident.state != .acknowledged ? "flapping" : incident.state.rawValue
    let versions = incident.versions.count > 4 ? "\(grouped(incident.versions.count)) versions" : nil
    return [
      entry.shortID, state, incident.level.rawValue, age(incident), visible(name, limit: 80),
      visible(versions ?? incident.versions.joined(separator: ", "), limit: 60),
    ]
  }

  /// How long it lasts, or lasted.
  private func age(_ incident: Incident) -> String {
    let end = incident.isOpen ? date : incident.resolvedAt ?? incident.lastSeenAt
    let seconds = end.timeIntervalSince(incident.lastOpenedAt)
    return seconds < 1 ? "new" : duration(max(0, seconds))
  }

  private func headline(_ entry: IncidentReport) -> String {
    let incident = entry.incident
    var text = visible(incident.headline, limit: 300)
    while text.hasSuffix(".") { text.removeLast() }
    if incident.isFlapping == true, let checks = incident.checks { text += " · \(checks.words)" }
    if incident.state == .acknowledged, let person = incident.acknowledgement?.by {
      text += " · acknowledged by \(visible(person, limit: 40))"
    }
    if let resolution = incident.resolution { text += " · \(visible(resolution, limit: 80))" }
    return text
  }

  private func style(_ level: Level) -> TextStyle {
    switch level {
    case .breaking: .bad
    case .warning: .warning
    case .info: .plain
    }
  }
}
