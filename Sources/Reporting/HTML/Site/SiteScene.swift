import DriftModel
import Foundation

/// A site as its pages need it: everything by the endpoint and incident that it belongs to.
struct SiteScene {
  /// An incident with its past.
  struct Entry {
    let detail: IncidentDetail
    /// Its findings over time, oldest first.
    let intervals: [FindingInterval]

    var incident: Incident { detail.incident.incident }
    var id: String { incident.id }
    var place: EndpointID { EndpointID(contract: incident.key.contract, endpoint: incident.key.endpoint) }

    /// Whether it only says that the endpoint could not be seen.
    var isBlindness: Bool {
      let rules = intervals.isEmpty ? detail.findings.map(\.rule) : intervals.map(\.rule)
      return incident.level < .breaking && !rules.isEmpty && rules.allSatisfy { $0.family == .watch }
    }
  }

  let site: Site
  let content: ReportContent
  let options: RenderOptions
  /// Open ones first, the worst before the others, then the newest.
  let incidents: [Entry]
  /// In the order of the contracts.
  let endpoints: [EndpointID]
  let contracts: [ContractInfo]
  /// A year, or less if less is known.
  let axis: TimeAxis
  private let byPlace: [EndpointID: [Entry]]
  private let intervalsByPlace: [EndpointID: [FindingInterval]]
  private let reportsByPlace: [EndpointID: [EndpointReport]]
  private let countsByPlace: [EndpointID: [RecordCounts]]

  init(_ site: Site, _ options: RenderOptions) {
    var options = options
    (options.width, options.showsOpenInFull, options.verbose) = (120, true, false)
    self.site = site
    self.options = options
    content = ReportContent(site.report, options: options)
    let byIncident = Dictionary(grouping: site.history.filter { $0.incident != nil }, by: \.incident)
    incidents = site.incidents.map { detail in
      Entry(detail: detail, intervals: byIncident[detail.incident.incident.id] ?? [])
    }.sorted(by: Self.isBefore)
    byPlace = Dictionary(grouping: incidents, by: \.place)
    intervalsByPlace = Dictionary(grouping: site.history) {
      EndpointID(contract: $0.key.contract, endpoint: $0.key.endpoint)
    }
    countsByPlace = Dictionary(grouping: site.counts) {
      EndpointID(contract: $0.key.contract, endpoint: $0.key.endpoint)
    }
    reportsByPlace = Dictionary(grouping: site.report.endpoints) {
      EndpointID(contract: $0.contract, endpoint: $0.endpoint)
    }
    let declared = site.report.endpoints.map { EndpointID(contract: $0.contract, endpoint: $0.endpoint) }
    // What is not declared any more has a past.
    let past = Set(byPlace.keys).subtracting(declared).sorted()
    endpoints = declared.uniqued() + past
    let known = Set(site.report.contracts.map(\.id))
    let former = Set(endpoints.map(\.contract)).subtracting(known).sorted()
    contracts = site.report.contracts + former.map { ContractInfo(id: $0, versions: []) }
    let moments =
      site.history.map(\.first.at) + site.counts.map(\.since.at)
      + incidents.map { $0.incident.firstSeenAt ?? $0.incident.openedAt }
    axis = TimeAxis(until: site.now, since: moments.min(), in: options.timeZone)
  }

  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    let (one, other) = (left.incident, right.incident)
    if one.isOpen != other.isOpen { return one.isOpen }
    if one.isOpen {
      if one.level != other.level { return one.level > other.level }
      if left.isBlindness != right.isBlindness { return right.isBlindness }
    }
    return (one.lastOpenedAt, one.id) > (other.lastOpenedAt, other.id)
  }

  // MARK: - Parts of an endpoint or an API

  func incidents(at place: EndpointID) -> [Entry] { byPlace[place] ?? [] }
  func incidents(of contract: String) -> [Entry] { incidents.filter { $0.place.contract == contract } }
  func intervals(at place: EndpointID) -> [FindingInterval] { intervalsByPlace[place] ?? [] }
  func counts(at place: EndpointID) -> [RecordCounts] { countsByPlace[place] ?? [] }
  func reports(at place: EndpointID) -> [EndpointReport] { reportsByPlace[place] ?? [] }

  func page(of place: EndpointID) -> PageName? { .endpoint(place.endpoint, of: place.contract) }

  /// `platzi-store/products`, with what distinguishes its environment and perspective.
  func name(_ incident: Incident) -> String {
    content.report.name(
      contract: incident.key.contract, endpoint: incident.key.endpoint, environment: incident.key.environment,
      perspective: incident.key.perspective)
  }

  // MARK: - Times

  /// `2026-11-20 14:15 UTC`.
  func words(_ date: Date) -> String { content.fullWords(date) }

  /// `since 2026-11-20 (day 3)`, `2026-11-20 to 2026-11-22, after 2 days`.
  func times(_ incident: Incident) -> String {
    let start = incident.lastBeganAt
    guard let end = incident.resolvedAt, !incident.isOpen else {
      return "since \(words(start)), \(content.day(of: incident))"
    }
    let why = incident.resolution.map { ", \($0)" } ?? ", \(content.resolution(incident))"
    return "\(words(start)) to \(words(end))\(why)"
  }

  /// The same of a finding.
  func times(_ interval: FindingInterval) -> String {
    guard let end = interval.ended else { return "since \(words(interval.first.at))" }
    let why =
      switch interval.ending {
      case .gone, nil: ""
      case .changed: ", then another form"
      case .learned: ", then normal"
      case .forgotten: ", then forgotten"
      case .unknown: ", its end was not recorded"
      }
    return "\(words(interval.first.at)) to \(words(end.at))\(why)"
  }

  // MARK: - Timelines

  /// The row of an incident, with a link to its page.
  func lane(_ entry: Entry, named name: String? = nil) -> Timeline.Lane {
    let incident = entry.incident
    let title =
      badge(incident, entry.isBlindness) + " "
      + HTML.link(.page(.incident(incident.id)), .text(incident.toldHeadline, limit: 160))
      + (name.map { HTML.span(.faint, " \($0)") } ?? .nothing)
      + (incident.subject.hasPrefix("$") ? " " + HTML.code(incident.subject, limit: 80) : .nothing)
    var words = times(incident)
    let times = incident.reopenedCount
    if times > 0 { words += ", came back \(times == 1 ? "once" : times == 2 ? "twice" : "\(grouped(times)) times")" }
    return Timeline.Lane(title: title, words: words, bars: bars(entry))
  }

  /// `breaking`; of what could not be seen, that; of what is over, `resolved`.
  func badge(_ incident: Incident, _ isBlindness: Bool) -> HTML {
    guard incident.isOpen else { return .badge("resolved", .plain) }
    return isBlindness ? .badge("not seen", .plain) : .badge(incident.level.rawValue, incident.level.style)
  }

  /// When it was there, by its changes of state.
  private func bars(_ entry: Entry) -> [Timeline.Bar] {
    func kind(_ level: Level) -> Timeline.Kind {
      entry.isBlindness ? .blind : level == .breaking ? .breaking : .warning
    }
    let incident = entry.incident
    var bars: [Timeline.Bar] = []
    var open: Timeline.Bar?
    for step in entry.detail.history {
      switch step.kind {
      case .resolved:
        if var bar = open {
          bar.to = step.at
          bars.append(bar)
        } else if bars.isEmpty {
          // Its beginning was pruned.
          bars.append(Timeline.Bar(kind: kind(step.level), from: incident.openedAt, to: step.at))
        }
        open = nil
      case .opened, .reopened, .escalated, .flapping:
        let start = bars.isEmpty && open == nil ? incident.openedAt : step.at
        if var bar = open, bar.kind != kind(step.level) {
          bar.to = step.at
          bars.append(bar)
          open = nil
        }
        open = open ?? Timeline.Bar(kind: kind(step.level), from: min(start, step.at), to: nil)
      }
    }
    if let open { bars.append(open) }
    if bars.isEmpty {
      bars = [
        Timeline.Bar(
          kind: kind(incident.level), from: incident.openedAt, to: incident.isOpen ? nil : incident.resolvedAt)
      ]
    }
    return bars
  }

  /// When an endpoint could not be seen.
  func blindness(at place: EndpointID) -> Timeline.Lane? {
    let missed = intervals(at: place).filter { $0.rule.family == .watch }
    var bars = missed.map { Timeline.Bar(kind: .blind, from: $0.first.at, to: $0.ended?.at) }
    if !bars.contains(where: { $0.to == nil }) {
      bars += reports(at: place).compactMap(\.blindness).map { Timeline.Bar(kind: .blind, from: $0.since, to: nil) }
    }
    guard !bars.isEmpty else { return nil }
    let total = bars.reduce(0) { $0 + ($1.to ?? axis.to).timeIntervalSince(max($1.from, axis.from)) }
    let words = "could not be seen for \(duration(max(0, total))) in all, \(counted(bars.count, "time"))"
    return Timeline.Lane(title: "No response that counts", words: words, bars: bars)
  }

  /// When records or values were lost, by mapping and version.
  func losses(at place: EndpointID) -> [Timeline.Lane] {
    let lost = intervals(at: place).filter { [.mapping, .loss, .decode].contains($0.rule.family) && $0.hurts }
    let groups = lost.grouped { interval in
      interval.mappings.isEmpty
        ? "responses in \(listed(interval.hurtVersions))"
        : "\(interval.mappings[0].key.mapping) in \(listed(interval.mappings.map(\.key.version).uniqued()))"
    }
    return groups.map { group in
      let first = group[0]
      let name =
        first.mappings.first.map { "\($0.key.mapping) in \(listed(first.mappings.map(\.key.version).uniqued()))" }
        ?? "Whole responses in \(listed(first.hurtVersions))"
      let worst = group.map(\.worst).max { $0.share < $1.share }
      let extent = worst.flatMap { $0.total > 0 ? "at most \(grouped($0.count)) of \(grouped($0.total)) lost" : nil }
      let words = [extent, group.contains { $0.ended == nil } ? "lost now" : "whole again"].compactMap(\.self)
      return Timeline.Lane(
        title: .text(name, limit: 120), words: words.joined(separator: ", "),
        bars: group.map {
          Timeline.Bar(kind: $0.level == .breaking ? .breaking : .warning, from: $0.first.at, to: $0.ended?.at)
        })
    }
  }

  // MARK: - Frames

  /// The last lines of every page.
  var end: [HTML] {
    let environment = content.environmentWords.map { " · environment \($0)" } ?? ""
    return [
      .text("As of \(words(site.now)), round \(grouped(site.report.round.number))\(environment)"),
      .text("Judge: \(site.report.round.judge)"),
    ]
  }

  /// The command that lists incidents of the past.
  var listing: String { options.commands.command("incidents --all", inEnvironment: true) }
}
