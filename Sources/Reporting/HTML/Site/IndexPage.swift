import DriftModel

/// The first page: who is hurt now, by what, and how the year was.
struct IndexPage {
  let scene: SiteScene
  private var content: ReportContent { scene.content }

  init(_ scene: SiteScene) { self.scene = scene }

  var page: HTMLPage {
    var page = HTMLPage(title: content.subject(isOfState: true), name: "All APIs")
    page.content = [
      facts,
      .section(.incidents, "Open now", open),
      .section(.now, "Who is hurt now", now),
      .section(.installs, "Share of installs that lost something", shares),
      .section(.timeline, "Incidents over time", timeline),
      .section(.blind, "What could not be seen", blind),
      .section(.endpoints, "APIs", [apis]),
    ]
    page.end = content.totals.map { .text($0.joined(separator: " · "), limit: 2_000) }
    return page
  }

  private var now: [HTML] {
    hurtNow(
      content, listing: scene.options.listingCommand, title: { .link(.page(.api($0)), .text($0)) }, scene.page)
  }

  private var facts: HTML {
    let open = content.views.filter(\.incident.isOpen)
    let breaking = open.count { $0.incident.level == .breaking }
    let items = [
      "As of \(scene.words(scene.site.now))", content.coverage,
      open.isEmpty ? "nothing is open" : "\(counted(open.count, "open incident")), \(grouped(breaking)) breaking",
    ]
    return HTML(.ul, .styles(.facts), containing: items.map { HTML(.li, containing: [.text($0)]) })
  }

  /// Open incidents: what people feel, who they are, and since when.
  private var open: [HTML] {
    let items = content.views.filter(\.incident.isOpen).map { view -> HTML in
      let story = view.story(scene.options.rules).sentences.prefix(2).joined(separator: " ")
      let notes = [
        view.installsHit, scene.times(view.incident), view.incident.state == .acknowledged ? "acknowledged" : "",
        owners(of: view),
      ]
      let title = HTML(
        .h3,
        containing: [
          .badge(view.shout.lowercased(), view.incident.level.style), " ",
          .link(.page(.incident(view.incident.id)), .text(view.incident.headline.withoutFullStop, limit: 240)),
        ])
      return HTML(
        .li,
        containing: [
          title, HTML(.p, containing: [.text(story, limit: 600)]), cause(view),
          HTML(
            .p, .styles(.faint),
            containing: [.text(([view.name] + notes.filter { !$0.isEmpty }).joined(separator: " · "))]),
        ])
    }
    guard !items.isEmpty else { return [HTML(.p, containing: ["Nothing is open."])] }
    let (kept, rest) = HTML.fitting(items, room: 2 * HTML.listRoom)
    let listing = scene.options.commands.command("incidents", inEnvironment: true)
    return [HTML(.ul, .styles(.changes), containing: kept), .left(out: rest, listing)]
  }

  /// What changed at the path to blame.
  private func cause(_ view: IncidentView) -> HTML {
    guard let lead = view.lead, !lead.path.isEmpty, !lead.expected.isEmpty || !lead.actual.isEmpty else {
      return .nothing
    }
    let change: [HTML] =
      lead.expected.isEmpty
      ? [.code(lead.actual, limit: 160), " is new"]
      : [.code(lead.expected, limit: 160), " → ", .code(lead.actual, limit: 160)]
    return HTML(.p, containing: [.code(lead.path, limit: 160), ": "] + change)
  }

  private func owners(of view: IncidentView) -> String {
    let owners = content.owners(of: view)
    return owners.isEmpty ? "" : "owner: \(listed(owners))"
  }

  private var shares: [HTML] {
    let charts = scene.contracts.compactMap { contract -> HTML? in
      let share = HurtShare(contract, scene.site.history, past: scene.site.installShares, axis: scene.axis)
      guard share.steps.contains(where: { !$0.hurt.isEmpty }) else { return nil }
      return HTML(.h3, containing: [.link(.page(.api(contract.id)), .text(contract.id))])
        + share.html.reduce(.nothing, +)
    }
    guard !charts.isEmpty else { return [HTML(.p, containing: ["In this time nobody lost anything."])] }
    let (kept, rest) = HTML.fitting(charts, room: 2 * HTML.listRoom)
    return kept + [.left(out: rest, ""), HTML(.p, .styles(.faint), containing: [.text(HurtShare.remark)])]
  }

  private var timeline: [HTML] {
    let lanes = scene.incidents.map { scene.lane($0, named: scene.name($0.incident)) }
    let further = scene.site.furtherIncidents
    return Timeline(axis: scene.axis, lanes: lanes, listingCommand: scene.listing).html
      + [further > 0 ? .left(out: further, scene.listing) : .nothing]
  }

  private var blind: [HTML] {
    let lanes = scene.endpoints.compactMap { place -> Timeline.Lane? in
      guard var lane = scene.blindness(at: place) else { return nil }
      lane.title = .link(.page(.endpoint(place.endpoint, of: place.contract)), .text(place.description))
      return lane
    }
    return Timeline(axis: scene.axis, lanes: lanes).html
  }

  private var apis: HTML {
    let items = scene.contracts.map { contract in
      let number = scene.endpoints.count { $0.contract == contract.id }
      return HTML(
        .li,
        containing: [
          .link(.page(.api(contract.id)), .text(contract.id)),
          .text(" · \(counted(number, "endpoint")), \(counted(contract.versions.count, "version"))"),
        ])
    }
    let (kept, rest) = HTML.fitting(items, room: HTML.listRoom)
    return HTML(.ul, [], kept) + .left(out: rest, "")
  }
}

extension HurtShare {
  /// What the drawing cannot know.
  static let remark =
    "Each share is the one that was declared at that time. For the time before the first one that is known, that one is used."
}
