import DriftModel
import Foundation

/// Writes one incident in full: its block, who said what about it, its history, and how to look again.
///
/// Pure: the same value and options give the same bytes.
///
/// - Parameters:
///   - detail: The incident with what belongs to it.
///   - format: The form.
///   - options: Width, colour and zone; with `showAll` the history is written out however long it is.
/// - Returns: Lines, each ended by a line feed. Text from responses has its control and direction characters escaped.
public func renderIncident(
  _ detail: IncidentDetail, as format: IncidentFormat = .text, options: RenderOptions
) -> String {
  switch format {
  case .json:
    var detail = detail
    detail.findings = detail.findings.map(complete)
    detail.endpoint = detail.endpoint.map(complete)
    return json(detail, schemaVersion: detail.schemaVersion)
  case .text: return IncidentPage(detail, options: options).rendered()
  }
}

/// The text of one incident.
private struct IncidentPage {
  private let detail: IncidentDetail
  private let options: RenderOptions
  private let text: TextReport
  private var incident: Incident { detail.incident.incident }
  /// Column at which what is said begins.
  private let column = 14

  init(_ detail: IncidentDetail, options: RenderOptions) {
    self.detail = detail
    self.options = options
    var full = options
    (full.verbose, full.showAll, full.showsOpenInFull) = (true, true, true)
    text = TextReport(detail.report, options: full)
  }

  func rendered() -> String {
    var canvas = TextCanvas(width: options.width, colour: options.colour)
    if let view = text.views.first { text.block(view, isAlone: true, on: &canvas) }
    canvas.blank()
    if let word = incident.acknowledgement {
      let note = word.note.map { ": \"\(visible($0, limit: 300))\"" } ?? ""
      section("ACKNOWLEDGED", ["by \(visible(word.by, limit: 60)), \(text.words(word.at))\(note)"], on: &canvas)
    }
    section("ACCEPTED", detail.acceptances.map(words), on: &canvas)
    section(
      "WAITING", text.waiting.map { text.pendingSentences($0).joined(separator: " ") }, on: &canvas)
    section("NOT TOLD", text.accepted.map { "\($0.message) \(text.acceptedWords($0))" }, on: &canvas)
    if incident.isOpen {
      section("LAST SEEN", [text.words(incident.lastSeenAt)], on: &canvas)
    } else if let resolved = incident.resolvedAt {
      section("RESOLVED", ["\(text.words(resolved)), \(text.resolution(incident))"], on: &canvas)
    }
    if let good = incident.lastGoodAt { section("LAST GOOD", [text.words(good)], on: &canvas) }
    history(on: &canvas)
    section("REPRODUCE", detail.reproduce.map { [$0] } ?? [], on: &canvas)
    section("ID", [incident.id, subjectWords].filter { !$0.isEmpty }, on: &canvas)
    return canvas.text
  }

  private var subjectWords: String { incident.subject.isEmpty ? "" : "about \(incident.subject)" }

  private func section(_ title: String, _ entries: [String], on canvas: inout TextCanvas) {
    for (index, entry) in entries.enumerated() {
      let head = StyledText(index == 0 ? title : "", .strong).padded(to: column)
      canvas.flow(
        head, visible(entry, limit: 800).split(separator: " ").map { StyledText(String($0)) }, hanging: column)
    }
  }

  /// `field-removed at $[*].x, by Ann until 2026-12-01, in v1, up to warning: "why"`.
  private func words(_ acceptance: Acceptance) -> String {
    let what = acceptance.path.isEmpty ? acceptance.subject : acceptance.path
    var words = acceptance.rule.rawValue + (what.map { " at \($0)" } ?? "")
    if let form = acceptance.formWords { words += " as \(form)" }
    words += ", by \(visible(acceptance.by, limit: 60)) on \(text.words(acceptance.acceptedAt))"
    if let until = acceptance.until {
      words += until <= detail.at ? ", ended \(text.words(until))" : " until \(text.words(until))"
    }
    if let versions = acceptance.versions { words += ", in \(listed(versions))" }
    if let level = acceptance.upTo { words += ", up to \(level.rawValue)" }
    return "\(words): \"\(visible(acceptance.reason, limit: 300))\""
  }

  /// Times in one column, then the round, what happened, and whether a report told it.
  private func history(on canvas: inout TextCanvas) {
    let limit = options.showAll ? detail.history.count : 20
    let hidden = max(0, detail.history.count - limit)
    var rows: [[String]] = []
    for (index, step) in detail.history.enumerated().dropFirst(hidden) {
      let before = index > 0 ? detail.history[index - 1] : nil
      rows.append([
        text.fullWords(step.at), step.round.map { "round \(grouped($0))" } ?? "", words(step.kind),
        consequence(step, after: before), step.deliveredAt.map { "told \(text.fullWords($0))" } ?? "not told yet",
      ])
    }
    let widths = (0..<3).map { column in rows.map { displayWidth(of: $0[column]) }.max() ?? 0 }
    if hidden > 0 {
      let command = StyledText(options.listingCommand)
      canvas.flow(
        StyledText("HISTORY", .strong).padded(to: column),
        [StyledText("\(counted(hidden, "earlier change"))"), command],
        separator: " · ", hanging: column)
    }
    for (index, row) in rows.enumerated() {
      let title = StyledText(index == 0 && hidden == 0 ? "HISTORY" : "", .strong).padded(to: column)
      var head = title
      for (cell, width) in zip(row, widths) where width > 0 {
        head = (head + StyledText(cell)).padded(to: head.width + width + 2)
      }
      let words = row[3...].filter { !$0.isEmpty }.map { StyledText($0) }
      if head.width <= options.width {
        canvas.flow(head, words, separator: " · ", hanging: column + 2)
      } else {
        canvas.flow(title, row.filter { !$0.isEmpty }.map { StyledText($0) }, separator: " · ", hanging: column + 2)
      }
    }
  }

  private func words(_ kind: IncidentTransition.Kind) -> String {
    switch kind {
    case .opened: "opened"
    case .reopened: "came back"
    case .escalated: "became worse"
    case .flapping: "flapping"
    case .resolved: "resolved"
    }
  }

  /// What was hit after a step; of a resolution, after how long.
  private func consequence(_ step: IncidentDetail.Step, after former: IncidentDetail.Step?) -> String {
    if step.kind == .resolved {
      if let words = step.resolution { return words }
      return former.map { "after \(duration(step.at.timeIntervalSince($0.at)))" } ?? ""
    }
    var parts = [step.level.rawValue]
    if !step.versions.isEmpty { parts.append(listed(step.versions)) }
    if let worst = step.worst { parts.append("\(grouped(worst.count)) of \(grouped(worst.total))") }
    return parts.joined(separator: ", ")
  }
}
