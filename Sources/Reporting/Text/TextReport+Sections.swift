import DriftModel
import Foundation

extension TextReport {
  /// Column at which the entries of a section begin.
  var sectionColumn: Int { 13 }
  private var column: Int { sectionColumn }

  func label(_ text: String, isFirst: Bool) -> StyledText {
    StyledText(isFirst ? text : "", .strong).padded(to: column)
  }

  /// A line of a section: an incident's id or none, a name, and what is said of it, in pieces.
  typealias Entry = (id: String, name: String, pieces: [String])

  /// What is still open, was resolved, or could not be checked: one line each, their texts in one column.
  func stateLines(on canvas: inout TextCanvas) {
    let sections = [
      ("STILL OPEN", standingEntries), ("RESOLVED", resolvedEntries), ("NOT CHECKED", uncheckedEntries),
    ]
    let edge = textColumn(sections.flatMap(\.1))
    for (title, entries) in sections { section(title, entries, textColumn: edge, on: &canvas) }
  }

  /// Where the texts begin, unless a name is so long that they would be squeezed.
  func textColumn(_ entries: [Entry]) -> Int {
    let widths = entries.map { entry in
      (entry.id.isEmpty ? 0 : displayWidth(of: visible(entry.id)) + 2) + displayWidth(of: visible(entry.name))
    }
    return column + (widths.filter { column + $0 + 3 <= options.width * 3 / 5 }.max() ?? 0) + 3
  }

  func section(_ title: String, _ entries: [Entry], textColumn: Int, on canvas: inout TextCanvas) {
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

  var standingEntries: [Entry] {
    standing.map { view in
      var headline = view.incident.headline
      while headline.hasSuffix(".") { headline.removeLast() }
      let cause =
        view.findings.first { $0.rule.family == .decode && !$0.expected.isEmpty && !$0.path.isEmpty } ?? view.lead
      var pieces = [headline]
      if let cause, !cause.path.isEmpty {
        let what = cause.actual.isEmpty || cause.expected.isEmpty ? "" : " is \(cause.actual), not \(cause.expected)"
        pieces.append("\(cause.path)\(what)")
      }
      return (view.entry.shortID, view.name, pieces + [standingWords(view.incident)])
    }
  }

  var resolvedEntries: [Entry] {
    var groups: [(name: String, views: [IncidentView])] = []
    for view in resolved {
      if let index = groups.firstIndex(where: { $0.name == view.name }) {
        groups[index].views.append(view)
      } else {
        groups.append((view.name, [view]))
      }
    }
    return groups.flatMap { group -> [Entry] in
      // What somebody's word ended is never folded: it is not gone.
      let gone = group.views.filter { $0.incident.resolution == nil }
      let spans = gone.map { lifetime(of: $0.incident) }
      guard isFolding, gone.count > 2, let shortest = spans.min(), let longest = spans.max() else {
        return group.views.map { ($0.entry.shortID, $0.name, [resolution($0.incident)]) }
      }
      let span = duration(shortest) == duration(longest) ? "" : "\(duration(shortest)) to "
      return [("", group.name, ["\(grouped(gone.count)) incidents after \(span)\(duration(longest))"])]
        + group.views.filter { $0.incident.resolution != nil }.map {
          ($0.entry.shortID, $0.name, [resolution($0.incident)])
        }
    }
  }

  /// Whether lists that say the same several times are one line with a count.
  private var isFolding: Bool { !options.showAll && !options.verbose }

  /// End of the reason of an endpoint whose parent could not be checked.
  private static let following = ", and this follows it"

  /// Endpoints of one contract with one reason are one line from the third on.
  var uncheckedEntries: [Entry] {
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
      let follows = group.reason.hasSuffix(Self.following)
      let text = "\(group.reason) (not drift)"
      if isFolding, follows, group.names.count > 1 {
        let parent = group.reason.dropLast(Self.following.count)
        return [
          ("", group.contract, ["\(parent), nor \(grouped(group.names.count)) endpoints that follow it (not drift)"])
        ]
      }
      if isFolding, group.names.count > 2 {
        return [("", group.contract, ["\(grouped(group.names.count)) endpoints: \(text)"])]
      }
      return group.names.map { ("", $0, [text]) }
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
