import DriftModel
import Foundation

// When something happened to an incident, what happened, and what can be done about it.
extension ReportContent {
  func moment(_ date: Date) -> Moment { Moment(date, in: options.timeZone) }

  /// `14:15 UTC` on the report's day, else with its date; a midnight, as of recordings, is the date alone.
  func words(_ date: Date) -> String {
    let moment = moment(date)
    if moment.isMidnight { return moment.date }
    return "\(moment.isSameDay(as: self.moment(now)) ? "" : "\(moment.date) ")\(moment.time) \(moment.zone)"
  }

  /// `2026-11-20 14:15 UTC`, for columns of times; a midnight is the date alone.
  func fullWords(_ date: Date) -> String {
    let moment = moment(date)
    return moment.isMidnight ? moment.date : "\(moment.date) \(moment.time) \(moment.zone)"
  }

  /// `between 14:00 and 14:15 UTC`; each date is named once, and not at all if it is the report's.
  func between(_ first: Date, _ last: Date) -> String {
    let (from, to) = (moment(first), moment(last))
    guard from.isSameDay(as: to), !from.isMidnight else {
      return "between \(words(first)) and \(words(last))"
    }
    let date = to.isSameDay(as: moment(now)) ? "" : "on \(to.date) "
    if from.time == to.time { return "\(date)at \(to.time) \(to.zone)" }
    return "\(date)between \(from.time) and \(to.time) \(to.zone)"
  }

  /// `day 3`: the day of an incident's life, from 1.
  func day(of incident: Incident) -> String { dayOfLife(now.timeIntervalSince(incident.lastBeganAt)) }

  /// `day 3`, `day 3, acknowledged by Ann`, `warning, day 3, flapping: there in 9 of the last 20 checks`.
  func standingWords(_ incident: Incident) -> String {
    let level = incident.level == .breaking ? "" : "\(incident.level.rawValue), "
    var words = "\(level)\(day(of: incident))"
    if incident.isFlapping {
      words +=
        incident.checks.map { ", flapping: there in \(grouped($0.present)) of the last \(counted($0.count, "check"))" }
        ?? ", flapping"
    }
    if incident.state == .acknowledged {
      let person = incident.acknowledgement.map { " by \(visible($0.by, limit: 40))" } ?? ""
      words += ", acknowledged\(person)"
    }
    return words
  }

  /// `accepted by Ann until 2026-12-01`, `after 2 h 10 min, the second time`.
  func resolution(_ incident: Incident) -> String {
    if let words = incident.resolution, !words.isEmpty { return words }
    let times = incident.reopenedCount
    let back = times > 0 ? ", the \(times == 1 ? "second" : "latest") time" : ""
    return "after \(duration(lifetime(of: incident)))\(back)"
  }

  /// Seconds from when it was seen first, which may have been before it was opened, to the resolution.
  func lifetime(of incident: Incident) -> Double {
    (incident.resolvedAt ?? now).timeIntervalSince(incident.lastBeganAt)
  }

  /// What became worse, if the earlier state is known: `was a warning`, `24 of 24 instead of at most 3 of 24`.
  func worsening(_ entry: IncidentReport) -> [String] {
    guard entry.transition == .escalated, let former = entry.former else { return [] }
    let incident = entry.incident
    var pieces: [String] = []
    if incident.level > former.level {
      pieces.append("was \(former.level == .warning ? "a warning" : former.level.rawValue)")
    }
    if let now = incident.worst, let before = former.worst, now.count > before.count || now.share > before.share {
      pieces.append("\(words(now)) instead of at most \(words(before))")
    }
    let added = incident.versions.filter { !former.versions.contains($0) }
    if !added.isEmpty { pieces.append("\(listed(added)) \(added.count == 1 ? "is" : "are") hit too") }
    let lost = incident.losses.filter { !former.losses.contains($0) }
    if !lost.isEmpty {
      let more = lost.count > 3 ? ["\(grouped(lost.count - 2)) more"] : []
      pieces.append("also lost: \(listed(lost.prefix(more.isEmpty ? 3 : 2) + more))")
    }
    if let person = former.acknowledgement?.by {
      pieces.append("\(visible(person, limit: 40)) acknowledged it as it was")
    }
    return pieces
  }

  private func words(_ extent: Incident.Extent) -> String { "\(grouped(extent.count)) of \(grouped(extent.total))" }

  /// When it began, for which time, and what was there before; empty for a finding without an incident.
  func when(_ view: IncidentView) -> [String] {
    let incident = view.incident
    guard !view.entry.shortID.isEmpty else { return [] }
    if view.isAnnouncement, incident.isOpen {
      // The announcement is in every response since then, also in those before the day came near.
      let first = view.findings.compactMap(\.firstSeen).min() ?? incident.openedAt
      return ["\(view.lead?.rule == .noticeCertificateExpiring ? "first seen" : "announced since") \(words(first))"]
    }
    if view.isAboutResponses, incident.isOpen { return whenMissed(view) }
    let seen = incident.lastBeganAt
    var start = "first seen \(words(seen))"
    if let good = incident.lastGoodAt, good < seen { start = between(good, seen) }
    if incident.isOpen, view.entry.transition == .escalated || !view.isNews { start += ", \(day(of: incident))" }
    if incident.reopenedCount > 0 { start += ", for the \(ordinal(incident.reopenedCount + 1)) time" }
    if let away = timeAway(incident) { start += " after \(duration(away)) without it" }
    var pieces = [start]
    if incident.firstSeenAt != nil { pieces.append("confirmed \(words(incident.lastOpenedAt))") }
    if incident.reopenedCount > 0 { pieces.append("first seen \(words(incident.openedAt))") }
    if incident.responsesBefore > 0 {
      let former = view.lead.flatMap { $0.rule.family == .field ? withArticle($0.expected) : nil } ?? "not"
      let responses = incident.responsesBefore == 1 ? "response" : counted(incident.responsesBefore, "response")
      pieces.append("\(former) in the \(responses) before")
    } else if incident.lastGoodAt == nil, view.incident.isOpen {
      pieces.append("never seen without it")
    }
    return pieces
  }

  /// Since when no response came, and when the last one did.
  private func whenMissed(_ view: IncidentView) -> [String] {
    let incident = view.incident
    var start = "since \(words(incident.lastBeganAt))"
    if let checks = view.endpoint?.blindness?.checks, incident.isOpen {
      start += ", \(counted(checks, "check")) in a row"
    }
    let times = incident.reopenedCount > 0 ? ["for the \(ordinal(incident.reopenedCount + 1)) time"] : []
    return [start] + times + [incident.lastGoodAt.map { "last response \(words($0))" } ?? "it never had a response"]
  }

  /// Seconds for which it was resolved before it came back; `nil` if it never was.
  private func timeAway(_ incident: Incident) -> Double? {
    guard incident.reopenedCount > 0, let resolved = incident.resolvedAt, resolved < incident.lastBeganAt else {
      return nil
    }
    return incident.lastBeganAt.timeIntervalSince(resolved)
  }

  private func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return grouped(number) + ending
  }

  /// Whom to ask: the owners of the versions that are hit, else the contract's.
  func owners(of view: IncidentView) -> [String] {
    guard let contract = report.contracts.first(where: { $0.id == view.incident.key.contract }) else { return [] }
    let hit = contract.versions.filter { view.incident.versions.contains($0.id) }.compactMap(\.owner).uniqued()
    return (hit.isEmpty ? [contract.owner].compactMap(\.self) : hit).map { visible($0, limit: 100) }
  }

  /// What to do, by the rule of what is lost, or else of what changed.
  func remedy(of view: IncidentView) -> String? {
    let worst = view.findings.filter { $0.level == view.incident.level }
    // What a version loses says more of what to do than what changed.
    var finding = worst.first { [.decode, .loss, .mapping].contains($0.rule.family) } ?? worst.first ?? view.lead
    // Of a member that has another name now, the name is what is to be mended.
    if let lead = view.lead, lead.rule == .fieldRenamed, lead.confidence ?? 1 >= 0.9 { finding = lead }
    return finding.map { options.rules[$0.rule].remedy(for: $0) }
  }

  /// Commands that help: to see more and to acknowledge. Where no ledger is kept, only the rule can be explained.
  ///
  /// `isAlone`: whether the incident is a page of its own, so that showing it is no next step.
  func next(_ view: IncidentView, isAlone: Bool = false) -> [String] {
    let id = view.entry.shortID
    guard !id.isEmpty, options.explainsIncidents else {
      // A rule is the same in every ledger.
      return view.lead.map { ["\(options.commands.program) explain \($0.rule.rawValue)"] } ?? []
    }
    var names = isAlone ? [] : ["show"]
    if view.incident.state == .open { names.append("ack") }
    if isAlone, view.incident.isOpen { names.append("accept") }
    if isAlone { names.append("explain") }
    return names.map { options.commands.command($0 == "accept" ? "accept \(id) --by WHO --reason WHY" : "\($0) \(id)") }
  }
}
