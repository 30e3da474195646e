import DriftModel

/// The page of an API: its versions at its endpoints, and its year.
struct APIPages {
  let scene: SiteScene

  init(_ scene: SiteScene) { self.scene = scene }

  func page(of contract: ContractInfo) -> HTMLPage {
    var page = HTMLPage(title: Phrase(contract.id), trail: [("All APIs", .index)], name: contract.id)
    let matrix = VersionMatrix(contract, scene.content)
    let share = HurtShare(contract, scene.site.history, past: scene.site.installShares, axis: scene.axis)
    let entries = scene.incidents(of: contract.id)
    let lanes = entries.map { scene.lane($0, named: $0.place.endpoint) }
    let blind = scene.endpoints.filter { $0.contract == contract.id }.compactMap { place -> Timeline.Lane? in
      guard var lane = scene.blindness(at: place) else { return nil }
      lane.title = .link(.page(.endpoint(place.endpoint, of: place.contract)), .text(place.endpoint))
      return lane
    }
    let isEmpty = entries.isEmpty
    page.content = [
      state(entries, contract),
      .section(
        .now, "Who is hurt now",
        matrix.isEmpty
          ? []
          : [HTML(.p, .styles(.faint), containing: [.text(VersionMatrix.legend)])]
            + matrix.html(scene.page, listing: scene.options.listingCommand)),
      .section(.installs, "Share of installs that lost something", matrix.isEmpty ? [] : share.html),
      .section(
        .timeline, "Incidents over time",
        isEmpty
          ? [HTML(.p, containing: ["There was none."])]
          : Timeline(axis: scene.axis, lanes: lanes, listingCommand: scene.listing).html),
      .section(.blind, "What could not be seen", Timeline(axis: scene.axis, lanes: blind).html),
      .section(.endpoints, "Endpoints", endpoints(contract)),
      .section(.versions, "Versions", versions(contract)),
    ]
    page.end = scene.end
    return page
  }

  private func state(_ entries: [SiteScene.Entry], _ contract: ContractInfo) -> HTML {
    let open = entries.count(where: \.incident.isOpen)
    var items = [
      open == 0 ? "Nothing is open" : counted(open, "open incident"),
      "\(counted(entries.count - open, "resolved incident"))",
    ]
    if let owner = contract.owner { items.append("owner: \(owner)") }
    if !scene.site.report.contracts.contains(where: { $0.id == contract.id }) { items.append("not declared any more") }
    return HTML(.ul, .styles(.facts), containing: items.map { HTML(.li, containing: [.text($0)]) })
  }

  private func endpoints(_ contract: ContractInfo) -> [HTML] {
    let places = scene.endpoints.filter { $0.contract == contract.id }
    let rows = places.map { place -> [HTML] in
      let reports = scene.reports(at: place)
      let outcome = reports.first.map { $0.outcome.isChecked ? $0.outcome.rawValue : $0.outcome.plainWords }
      let request = scene.site.requests[place]?.first.map { HTML.code($0.firstLine) } ?? .nothing
      return [
        .link(.page(.endpoint(place.endpoint, of: place.contract)), .text(place.endpoint)), request,
        .text(outcome ?? "not declared any more"),
        .text(reports.compactMap(\.checkedAt).max().map(scene.words) ?? "never"),
      ]
    }
    let (kept, rest) = rows.cut(to: HTML.listRoom)
    return [
      .table("Endpoints", titles: ["endpoint", "request", "last check", "at"], rows: kept), .left(out: rest, ""),
    ]
  }

  private func versions(_ contract: ContractInfo) -> [HTML] {
    let rows = contract.versions.map { version -> [HTML] in
      let day = version.installsOn.map { " on \($0)" } ?? ""
      return [
        .text(version.id), .text(version.shippedIn ?? ""), .text(version.status.rawValue),
        .text(version.installs.flatMap(percent).map { $0 + day } ?? "not declared"), .text(version.owner ?? ""),
      ]
    }
    guard !rows.isEmpty else { return [] }
    let (kept, rest) = rows.cut(to: HTML.listRoom)
    return [
      .table("Versions", titles: ["version", "app releases", "status", "share of installs", "owner"], rows: kept),
      .left(out: rest, ""),
    ]
  }
}

extension String {
  /// The first line: of a GraphQL document it says enough.
  var firstLine: String { split(separator: "\n").first.map(String.init) ?? self }
}
