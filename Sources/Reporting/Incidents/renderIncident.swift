import DriftModel
import Foundation

/// Writes one incident in full: its block, who said what about it, its history, and how to check again.
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
    detail.incident.incident.headline = detail.incident.incident.writtenHeadline
    detail.incident.summary = IncidentPage(detail, options: options).summary
    return json(detail, schemaVersion: detail.schemaVersion)
  case .text:
    return IncidentPage(detail, options: options).document.text(width: options.width, colour: options.colour)
  }
}

/// One incident as a document, and its parts for a page that puts them elsewhere.
struct IncidentPage {
  private let detail: IncidentDetail
  private let options: RenderOptions
  private let content: ReportContent
  private var incident: Incident { detail.incident.incident }
  /// Column at which the words of a section begin.
  private static let column = 14
  /// Changes of state that are shown without being asked for all.
  private static let shownSteps = 20

  init(_ detail: IncidentDetail, options: RenderOptions) {
    self.detail = detail
    self.options = options
    var full = options
    (full.verbose, full.showAll, full.showsOpenInFull) = (true, true, true)
    content = ReportContent(detail.report, options: full)
  }

  var document: Document {
    var document = Document()
    document.listingCommand = options.listingCommand
    document.blocks = [block].compactMap(\.self) + [.gap, stateBlock] + history
    if let command = detail.reproduce {
      // In one line, so that it can be copied.
      let label = Phrase("REPRODUCE", .strong).padded(to: Self.column)
      document.add(Document.Row(kind: .verbatim, label: label, pieces: [.command(command)]))
    }
    document.blocks.append(sections(references))
    return document
  }

  /// What is said of it, for programs.
  var summary: IncidentReport.Summary? { content.views.first.map { content.summary(of: $0, isAlone: true) } }

  /// What people feel, and the evidence.
  var block: Document.Block? { content.views.first.map { IncidentBlock($0, in: content, isAlone: true).block } }

  /// Who knows of it, what is held back, and when it was seen.
  var stateBlock: Document.Block { sections(states) }

  private func sections(_ texts: [(title: String, texts: [String])]) -> Document.Block {
    .sections(
      texts.map { title, texts in
        Document.Section(title: title, entries: texts.map { Document.Entry(pieces: [.sentence($0, limit: 4_000)]) })
      }, column: Self.column)
  }

  private var states: [(title: String, texts: [String])] {
    let known = incident.acknowledgement.map { word in
      let note = word.note.map { ": \"\(visible($0, limit: 300))\"" } ?? ""
      return "by \(visible(word.by, limit: 60)), \(content.words(word.at))\(note)"
    }
    let heldBack =
      content.pending.map { content.pendingSentences($0).joined(separator: " ") }
      + content.accepted.map { "\($0.message) \(content.acceptedWords($0))" }
    let resolved = incident.resolvedAt.map { "\(content.words($0)), \(content.resolution(incident))" }
    return [
      ("ACKNOWLEDGED", [known].compactMap(\.self)), ("ACCEPTED", detail.acceptances.map(words)),
      ("HELD BACK", heldBack),
      incident.isOpen
        ? ("LAST SEEN", [content.words(incident.lastSeenAt)]) : ("RESOLVED", [resolved].compactMap(\.self)),
      ("LAST GOOD", incident.lastGoodAt.map { [content.words($0)] } ?? []),
    ]
  }

  /// What it is named by.
  private var references: [(title: String, texts: [String])] {
    let request = detail.request.map { text in
      let words =
        text.hasPrefix("GET ") && text.contains("?…")
        ? ["\(options.commands.command("explain URL")) says which endpoint a URL is"] : []
      return [visible(text, limit: 600)] + words
    }
    return [
      ("REQUEST", request ?? []),
      ("ID", [incident.id.uppercased()] + (incident.subject.isEmpty ? [] : ["about \(visible(incident.subject))"])),
    ]
  }

  /// `decode-type-mismatch at $.price, by Ann on 2026-11-21 09:40 UTC until 2026-12-01, in v1, up to warning: "why"`.
  private func words(_ acceptance: Acceptance) -> String {
    let what = acceptance.path.isEmpty ? acceptance.subject : acceptance.path
    var words = acceptance.rule.rawValue + (what.map { " at \($0)" } ?? "")
    if let form = acceptance.formWords { words += " as \(form)" }
    words += ", by \(visible(acceptance.by, limit: 60))"
    // An entry that somebody wrote by hand may have no date.
    if acceptance.acceptedAt.timeIntervalSince1970 > 0 { words += " on \(content.fullWords(acceptance.acceptedAt))" }
    if let until = acceptance.until {
      words += until <= detail.at ? ", ended \(content.fullWords(until))" : " until \(content.fullWords(until))"
    }
    if let versions = acceptance.versions { words += ", in \(listed(versions))" }
    if let level = acceptance.upTo { words += ", up to \(level.rawValue)" }
    return "\(words): \"\(visible(acceptance.reason, limit: 300))\""
  }

  // MARK: - History

  /// Changes of state in columns.
  private var history: [Document.Block] {
    let all = changes
    let hidden = options.showAll ? 0 : max(0, all.count - Self.shownSteps)
    let rows = all.enumerated().dropFirst(hidden).map { index, cells in
      [Phrase(hidden == 0 && index == 0 ? "HISTORY" : "", .strong)] + cells
    }
    var blocks: [Document.Block] = []
    if hidden > 0 {
      let pieces = [Phrase(counted(hidden, "earlier change")), Phrase.command(options.listingCommand)]
      blocks = [
        .sections([Document.Section(title: "HISTORY", entries: [Document.Entry(pieces: pieces)])], column: Self.column)
      ]
    }
    return blocks + [
      .table(
        Document.Table(
          titles: ["", "time", "round", "change", "what was hit", "reported"], headColumns: 4, firstColumn: Self.column,
          column: Self.column, rows: rows))
    ]
  }

  /// Changes of its state and acknowledgements, oldest first: when, in which round, what happened, what was hit, and whether a report
  /// said so.
  var changes: [[Phrase]] {
    (steps + words).sorted { $0.at < $1.at }.map { [Phrase(content.fullWords($0.at))] + $0.cells }
  }

  private var steps: [(at: Date, cells: [Phrase])] {
    detail.history.enumerated().map { index, step in
      let before = index > 0 ? detail.history[index - 1] : nil
      return (
        step.at,
        [
          Phrase(step.round.map { "round \(grouped($0))" } ?? ""), Phrase(step.kind.words),
          Phrase(consequence(step, after: before)),
          Phrase(reported(step)),
        ]
      )
    }
  }

  /// When a report said so, or listed it as still open because somebody knew of it.
  private func reported(_ step: IncidentDetail.Step) -> String {
    guard let date = step.deliveredAt else { return "not reported yet" }
    return "\(detail.knower(of: step) == nil ? "reported" : "listed as open") \(content.fullWords(date))"
  }

  /// Acknowledgements with their notes, also those that do not hold any more.
  private var words: [(at: Date, cells: [Phrase])] {
    incident.acknowledgements.map { word in
      let note = word.note.map { "\"\(visible($0, limit: 300))\"" } ?? ""
      let who = "by \(visible(word.by, limit: 60))\(word.isTakenBack ? ", taken back" : "")"
      return (word.at, [Phrase(), Phrase("acknowledged"), Phrase(who), Phrase(note)])
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

extension IncidentTransition.Kind {
  /// What happened to an incident.
  var words: String {
    switch self {
    case .opened: "opened"
    case .reopened: "came back"
    case .escalated: "became worse"
    case .flapping: "began to flap"
    case .resolved: "was resolved"
    }
  }
}
