import DriftModel

/// The page of an endpoint: what came in and was mapped, when it could not be seen, what moved, and what would break.
struct EndpointPages {
  let scene: SiteScene

  init(_ scene: SiteScene) { self.scene = scene }

  func page(of place: EndpointID) -> HTMLPage {
    var page = HTMLPage(
      title: Phrase(place.description), trail: [("All APIs", .index), (place.contract, .api(place.contract))],
      name: place.endpoint)
    let reports = scene.reports(at: place)
    let entries = scene.incidents(at: place)
    let intervals = scene.intervals(at: place)
    page.content = [
      state(place, reports),
      .section(.records, "Records that came in and were mapped", records(place, reports)),
      .section(.blind, "When it could not be seen", [blindness(place, reports)]),
      .section(.timeline, "Incidents over time", incidents(entries)),
      .section(.changes, "What moved", changes(intervals, place)),
      .section(.impact, "What would break", impact(place)),
    ]
    page.end = scene.end
    return page
  }

  private func state(_ place: EndpointID, _ reports: [EndpointReport]) -> HTML {
    let requests = scene.site.requests[place] ?? []
    var items = requests.prefix(3).map { HTML.code($0.firstLine, limit: 300) }
    if requests.count > 3 { items.append(.text("and \(counted(requests.count - 3, "further request"))")) }
    for report in reports {
      let perspective = reports.count > 1 ? "\(report.perspective): " : ""
      let outcome = report.outcome.isChecked ? report.outcome.rawValue : report.outcome.plainWords
      let why = report.outcome.isChecked ? "" : report.reason.map { ", \($0)" } ?? ""
      items.append(.text("\(perspective)last check: \(outcome)\(why)"))
      if let date = report.checkedAt { items.append(.text(scene.words(date))) }
    }
    if reports.isEmpty { items.append("not declared any more") }
    return HTML(.ul, .styles(.facts), containing: items.map { HTML(.li, containing: [$0]) })
  }

  private func records(_ place: EndpointID, _ reports: [EndpointReport]) -> [HTML] {
    let (losses, charts) = (scene.losses(at: place), RecordChart.html(scene.counts(at: place), axis: scene.axis))
    let past =
      (charts.isEmpty ? [] : [HTML(.h3, containing: ["Over time"])] + charts)
      + (losses.isEmpty
        ? [] : [HTML(.h3, containing: ["When some were lost"])] + Timeline(axis: scene.axis, lanes: losses).html)
    let present = RecordTable(endpoints: reports).html
    let isSeen = reports.contains { $0.outcome.isChecked || $0.outcome == .notDue }
    let nothing: HTML = isSeen ? "No version reads it." : "Nothing came in at the last check."
    return (present.isEmpty ? [HTML(.p, containing: [nothing])] : present) + past
  }

  private func blindness(_ place: EndpointID, _ reports: [EndpointReport]) -> HTML {
    guard let lane = scene.blindness(at: place) else {
      let isSeen = reports.allSatisfy { $0.outcome.isChecked || $0.outcome == .notDue }
      let words =
        isSeen
        ? "Each check got a response, or the next one did."
        : "The last check got none that counts. That has not lasted long enough for an incident."
      return HTML(.p, containing: [.text(words)])
    }
    return Timeline(axis: scene.axis, lanes: [lane]).html.reduce(.nothing, +)
  }

  private func incidents(_ entries: [SiteScene.Entry]) -> [HTML] {
    guard !entries.isEmpty else { return [HTML(.p, containing: ["There was none."])] }
    return Timeline(axis: scene.axis, lanes: entries.map { scene.lane($0) }, listingCommand: scene.listing).html
  }

  private func changes(_ intervals: [FindingInterval], _ place: EndpointID) -> [HTML] {
    var list = ChangeList(intervals, times: scene.times)
    list.listingCommand = scene.options.commands.command("explain \(place.description)")
    return list.changes.isEmpty ? [HTML(.p, containing: ["Nothing moved that is on record."])] : list.html
  }

  private func impact(_ place: EndpointID) -> [HTML] {
    let matrices = scene.site.impacts.filter { $0.contract == place.contract && $0.endpoint == place.endpoint }
    let command = scene.options.commands.command("impact \(place.description)", inEnvironment: true)
    let maps = matrices.map { matrix in
      let request = matrices.count > 1 ? HTML(.h3, containing: [.code(matrix.request.firstLine, limit: 300)]) : .nothing
      return request + HeatMap(matrix, command: command).html.reduce(.nothing, +)
    }
    let (kept, rest) = HTML.fitting(maps, room: 5 * HTML.listRoom)
    guard !kept.isEmpty else {
      // The command would have nothing to try.
      guard scene.site.readEndpoints?.contains(place) ?? true else {
        return [HTML(.p, containing: ["No version reads this endpoint."])]
      }
      return [
        HTML(
          .p,
          containing: [
            "Nothing was tried with this build of the program. See ",
            .code(command, limit: 1_000), ".",
          ])
      ]
    }
    return [HTML(.p, .styles(.faint), containing: [.text(HeatMap.remark)])] + kept + [.left(out: rest, "")]
  }
}

extension HeatMap {
  /// How the table came about.
  static let remark =
    "Each value of a response was altered in turn, and the app's own code was run on the result: this is what was lost then. "
    + "Unknown value: a word or number that no release has heard of. Another form: the same date, time or URL written in another way. "
    + "Another value: one of the same type, as happens every day. A dash: that cannot happen to such a value, or was not tried."
}
