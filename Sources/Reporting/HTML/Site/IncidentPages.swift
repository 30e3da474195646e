import DriftModel

/// The page of an incident: the whole of it, what moved, its time, and its history.
struct IncidentPages {
  let scene: SiteScene

  init(_ scene: SiteScene) { self.scene = scene }

  func page(of entry: SiteScene.Entry) -> HTMLPage {
    let (incident, place) = (entry.incident, entry.place)
    var page = HTMLPage(
      title: Phrase(incident.toldHeadline, limit: 300),
      trail: [
        ("All APIs", .index), (place.contract, .api(place.contract)),
        (place.endpoint, .endpoint(place.endpoint, of: place.contract)),
      ], name: entry.detail.incident.shortID)
    let incidentPage = IncidentPage(entry.detail, options: scene.options)
    let printer = HTMLPrinter(listingCommand: scene.options.commands.command("show \(entry.detail.incident.shortID)"))
    page.content = [
      facts(entry),
      .section(.now, incident.isOpen ? "What is there now" : "What it was", now(incidentPage, entry, printer)),
      .section(.before, "Before and after", changes(entry)),
      .section(.timeline, "When it was there", Timeline(axis: scene.axis, lanes: [lane(entry)]).html),
      .section(.states, "State", printer.html(of: [incidentPage.stateBlock])),
      .section(.history, "History", history(incidentPage, printer)),
      .section(.more, "Check again", [reproduce(entry)]),
    ]
    page.end = scene.end
    return page
  }

  private func facts(_ entry: SiteScene.Entry) -> HTML {
    let incident = entry.incident
    let name = HTML.link(
      .page(.endpoint(entry.place.endpoint, of: entry.place.contract)), .text(scene.name(incident)))
    var items = [scene.badge(incident, entry.isBlindness), name, .text(scene.times(incident))]
    if incident.state == .acknowledged { items.append("acknowledged") }
    if !incident.versions.isEmpty { items.append(.text("versions: \(listed(incident.versions))")) }
    return HTML(.ul, .styles(.facts), containing: items.map { HTML(.li, containing: [$0]) })
  }

  /// Story and evidence; the heading of the page is not said again.
  private func now(_ page: IncidentPage, _ entry: SiteScene.Entry, _ printer: HTMLPrinter) -> [HTML] {
    guard entry.incident.isOpen, case .group(_, let parts) = page.block else {
      return losses(entry)
    }
    return printer.html(of: parts)
  }

  private func losses(_ entry: SiteScene.Entry) -> [HTML] {
    let told = entry.intervals.map(\.message).uniqued()
    guard !told.isEmpty else { return [] }
    let (kept, rest) = HTML.fitting(told.map { HTML(.li, containing: [.text($0, limit: 600)]) }, room: HTML.listRoom)
    return [HTML(.ul, [], kept), .left(out: rest, "")]
  }

  private func changes(_ entry: SiteScene.Entry) -> [HTML] {
    let list =
      entry.intervals.isEmpty
      ? ChangeList(entry.detail.findings, scene.content) : ChangeList(entry.intervals, times: scene.times)
    return list.html
  }

  private func lane(_ entry: SiteScene.Entry) -> Timeline.Lane {
    var lane = scene.lane(entry)
    lane.title = .text("Incident \(entry.detail.incident.shortID)")
    if let checks = entry.incident.checks, checks.count > 1 { lane.words += "; \(checks.words)" }
    return lane
  }

  private func history(_ page: IncidentPage, _ printer: HTMLPrinter) -> [HTML] {
    let rows = page.changes.map { $0.map(\.html) }
    guard !rows.isEmpty else { return [] }
    let (kept, rest) = Array(rows.reversed()).cut(to: HTML.listRoom)
    return [
      .table("History", titles: ["time", "round", "change", "what was hit", "reported"], rows: kept),
      printer.left(out: rest),
    ]
  }

  private func reproduce(_ entry: SiteScene.Entry) -> HTML {
    guard let command = entry.detail.reproduce else { return .nothing }
    return HTML(.p, containing: [.code(command, limit: 1_000)])
  }
}
