import DriftAnalysis
import Foundation

extension TextReport {
  /// Column at which the entries of a section begin.
  private var column: Int { 13 }

  private func label(_ text: String, isFirst: Bool) -> StyledText {
    StyledText(isFirst ? text : "", .strong).padded(to: column)
  }

  /// A line of a section: an incident's id or none, a name, and what is said of it, in pieces.
  private typealias Entry = (id: String, name: String, pieces: [String])

  /// What is still open, was resolved, or could not be checked: one line each, their texts in one column.
  func stateLines(on canvas: inout TextCanvas) {
    let sections = [
      ("STILL OPEN", standingEntries), ("RESOLVED", resolvedEntries), ("NOT CHECKED", uncheckedEntries),
    ]
    let edge = textColumn(sections.flatMap(\.1))
    for (title, entries) in sections { section(title, entries, textColumn: edge, on: &canvas) }
  }

  /// Where the texts begin, unless a name is so long that they would be squeezed.
  private func textColumn(_ entries: [Entry]) -> Int {
    let widths = entries.map { entry in
      (entry.id.isEmpty ? 0 : displayWidth(of: visible(entry.id)) + 2) + displayWidth(of: visible(entry.name))
    }
    return column + (widths.filter { column + $0 + 3 <= options.width * 3 / 5 }.max() ?? 0) + 3
  }

  private func section(_ title: String, _ entries: [Entry], textColumn: Int, on canvas: inout TextCanvas) {
    for (index, entry) in entries.enumerated() {
      var head = label(title, isFirst: index == 0)
      if !entry.id.isEmpty { head.append("\(entry.id)  ", .strong) }
      head.append(entry.name, limit: 200)
      let sentence = entry.pieces.enumerated().flatMap { number, piece in
        number > 0
          ? [StyledText("· \(piece)")] : visible(piece).split(separator: " ").map { StyledText(String($0)) }
      }
      canvas.flow(head.padded(to: max(textColumn, head.width + 3)), sentence, hanging: textColumn)
    }
  }

  private var standingEntries: [Entry] {
    standing.map { view in
      var headline = view.incident.headline
      while headline.hasSuffix(".") { headline.removeLast() }
      let level = view.incident.level == .breaking ? "" : "\(view.incident.level.rawValue), "
      let cause =
        view.findings.first { $0.rule.family == "decode" && !$0.expected.isEmpty && !$0.path.isEmpty } ?? view.lead
      var pieces = [headline]
      if let cause, !cause.path.isEmpty {
        let what = cause.actual.isEmpty || cause.expected.isEmpty ? "" : " is \(cause.actual), not \(cause.expected)"
        pieces.append("\(cause.path)\(what)")
      }
      return (view.entry.shortID, view.name, pieces + [level + day(of: view.incident)])
    }
  }

  private var resolvedEntries: [Entry] {
    var groups: [(name: String, views: [IncidentView])] = []
    for view in resolved {
      if let index = groups.firstIndex(where: { $0.name == view.name }) {
        groups[index].views.append(view)
      } else {
        groups.append((view.name, [view]))
      }
    }
    return groups.flatMap { group -> [Entry] in
      let spans = group.views.map { ($0.incident.resolvedAt ?? now).timeIntervalSince($0.incident.lastOpenedAt) }
      if isFolding, group.views.count > 2, let shortest = spans.min(), let longest = spans.max() {
        let span = duration(shortest) == duration(longest) ? "" : "\(duration(shortest)) to "
        return [("", group.name, ["\(grouped(group.views.count)) incidents after \(span)\(duration(longest))"])]
      }
      return zip(group.views, spans).map { view, seconds in
        let count = view.incident.reopenedCount
        let back = count > 0 ? ", the \(count == 1 ? "second" : "latest") time" : ""
        return (view.entry.shortID, view.name, ["after \(duration(seconds))\(back)"])
      }
    }
  }

  /// Whether lists that say the same several times are one line with a count.
  private var isFolding: Bool { !options.showAll && !options.verbose }

  /// Endpoints of one contract with one reason are one line from the third on.
  private var uncheckedEntries: [Entry] {
    var groups: [(contract: String, reason: String, names: [String])] = []
    for endpoint in unchecked {
      let reason = endpoint.reason.flatMap { $0.isEmpty ? nil : $0 } ?? endpoint.outcome.plainWords
      if let index = groups.firstIndex(where: { $0.contract == endpoint.contract && $0.reason == reason }) {
        groups[index].names.append(report.name(of: endpoint))
      } else {
        groups.append((endpoint.contract, reason, [report.name(of: endpoint)]))
      }
    }
    return groups.flatMap { group -> [Entry] in
      let text = "\(group.reason) (not drift)"
      if isFolding, group.names.count > 2 {
        return [("", group.contract, ["\(grouped(group.names.count)) endpoints: \(text)"])]
      }
      return group.names.map { ("", $0, [text]) }
    }
  }

  // MARK: - Information

  func quietLines(on canvas: inout TextCanvas) {
    guard !infos.isEmpty else { return }
    if options.showAll { return informationLines(on: &canvas) }
    var kinds: [(words: (String, String), count: Int)] = []
    for finding in infos {
      let words = kind(finding)
      if let index = kinds.firstIndex(where: { $0.words == words }) {
        kinds[index].count += 1
      } else {
        kinds.append((words, 1))
      }
    }
    kinds.sort { ($1.count, $0.words.0) < ($0.count, $1.words.0) }
    let pieces = kinds.map { StyledText("\(grouped($0.count)) \($0.count == 1 ? $0.words.0 : $0.words.1)") }
    canvas.flow(
      label("QUIET", isFirst: true), pieces + [StyledText(options.listingCommand)], separator: " · ", hanging: column)
  }

  /// All information, by endpoint; the same rule and text at several paths is one line.
  private func informationLines(on canvas: inout TextCanvas) {
    var names: [String] = []
    var groups: [String: [Finding]] = [:]
    for finding in infos {
      let name = report.name(of: finding)
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(finding)
    }
    canvas.blank()
    canvas.flow(
      StyledText("INFORMATION", .strong), [StyledText("  \(grouped(infos.count)), nobody is hurt")], hanging: 2)
    for name in names {
      canvas.flow(StyledText("  "), [StyledText(name, .strong)], hanging: 2)
      for finding in groups[name] ?? [] {
        let words = visible(finding.message).split(separator: " ").map { StyledText(String($0)) }
        let paths = finding.paths.isEmpty ? [] : [StyledText("(also at \(finding.paths.joined(separator: ", ")))")]
        canvas.flow(StyledText("    "), words + paths + [StyledText("[\(finding.rule.rawValue)]", .faint)], hanging: 6)
      }
    }
    canvas.blank()
  }

  /// What a finding at information is called, for one and for many.
  private func kind(_ finding: Finding) -> (String, String) {
    let who = finding.versions.isEmpty ? ", read by no version" : ", read by a version and harmless"
    func pair(_ singular: String, _ plural: String, _ rest: String = "") -> (String, String) {
      (singular + rest, plural + rest)
    }
    return switch finding.rule {
    case .fieldAdded: pair("field added", "fields added", who)
    case .fieldRemoved: pair("field removed", "fields removed", who)
    case .fieldRenamed: pair("field renamed", "fields renamed", who)
    case .fieldTypeChanged: pair("field changed its type", "fields changed their type", who)
    case .fieldTypeWidened: pair("field has a further type", "fields have a further type", who)
    case .fieldBecameNullable: pair("field can be null", "fields can be null", who)
    case .fieldBecameOptional: pair("field can be absent", "fields can be absent", who)
    case .fieldEnumValueAdded: pair("field has new values", "fields have new values", who)
    case .fieldFormatChanged: pair("field changed its format", "fields changed their format", who)
    case .fieldScaleChanged: pair("field changed its scale", "fields changed their scale", who)
    case .evidenceNeverSeen: pair("DTO field never seen", "DTO fields never seen")
    case .evidenceOnlyNull: pair("DTO field only ever null", "DTO fields only ever null")
    case .evidenceEmptyArray: pair("list without a record", "lists without a record")
    case .evidenceStale: pair("piece of evidence is old", "pieces of evidence are old")
    case .mappingRecordDropped, .lossElementDropped, .mappingThrew:
      pair("mapping drops records", "mappings drop records", " as far as known by design")
    case _ where finding.rule.family == "decode":
      pair("decoding failure", "decoding failures", " in versions that are not supported")
    case _ where finding.rule.family == "loss": pair("value left out by a DTO", "values left out by DTOs")
    case _ where finding.rule.family == "mapping": pair("remark on a mapping", "remarks on mappings")
    case _ where finding.rule.family == "request": pair("request body changed", "request bodies changed")
    default: pair("notice", "notices")
    }
  }

  // MARK: - Endpoints

  /// Every endpoint with its outcome and what each version makes of it.
  func endpointLines(on canvas: inout TextCanvas) {
    let entries = report.endpoints.map { endpoint -> Entry in
      var pieces = [endpoint.outcome.rawValue]
      if endpoint.requests > 1 {
        pieces.append("\(grouped(endpoint.examined)) of \(grouped(endpoint.requests)) requests examined")
      }
      pieces += endpoint.versions.map { version in
        let maps = version.mappings.filter { $0.recordsIn > 0 }.map {
          ", \($0.name) \(grouped($0.recordsOut)) of \(grouped($0.recordsIn))"
        }
        return "\(version.version) \(version.verdict.rawValue)\(maps.joined())"
      }
      return ("", report.name(of: endpoint), pieces)
    }
    section("ENDPOINTS", entries, textColumn: textColumn(entries), on: &canvas)
  }
}
