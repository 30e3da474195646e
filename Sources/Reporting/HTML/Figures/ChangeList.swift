import DriftModel
import Foundation

/// What moved: each member with what was there and what is, side by side.
struct ChangeList {
  /// One member, or one value of the domain.
  struct Change {
    /// Where; empty where no path is to blame.
    var paths: [String]
    /// What happened, in one sentence.
    var sentence: String
    var level: Level
    var before: String
    var after: String
    /// Title of the left side: what was there, or what the app expects.
    var isExpectation: Bool
    /// What was there, with its place.
    var example: (place: String, value: String)?
    /// How many, of how many.
    var extent = ""
    /// Properties of versions that are hit.
    var readers: [String]
    /// When, in words; empty where the page says so.
    var time = ""

    /// Whether it is the same seen at another request, where other versions read it.
    func isSame(as other: Change) -> Bool {
      (paths, sentence, before, after, time) == (other.paths, other.sentence, other.before, other.after, other.time)
    }

    /// Takes in the same change at another request.
    mutating func add(_ other: Change) {
      level = max(level, other.level)
      readers = (readers + other.readers).uniqued()
      example = example ?? other.example
    }
  }

  private(set) var changes: [Change] = []
  /// Changes that are shown without a click.
  var shown = 8
  var listingCommand = ""

  /// The changes, each in two sides.
  var html: [HTML] {
    guard !changes.isEmpty else { return [] }
    let (items, rest) = HTML.fitting(changes.lazy.map(Self.html), room: HTML.listRoom)
    let first = items.count <= shown + 2 ? items.count : shown
    var parts = [HTML(.ul, .styles(.changes), containing: Array(items[..<first]))]
    if first < items.count {
      parts.append(
        .folded(
          counted(items.count - first, "further change"),
          [HTML(.ul, .styles(.changes), containing: Array(items[first...]))]))
    }
    return parts + [.left(out: rest, listingCommand)]
  }

  private static func html(_ change: Change) -> HTML {
    let most = 6
    let paths = change.paths.prefix(most).map { HTML.code($0) + " " }.reduce(.nothing, +)
    let more: HTML =
      change.paths.count > most ? .text("and \(grouped(change.paths.count - most)) more ") : .nothing
    let notes = [change.extent, change.time].filter { !$0.isEmpty }.joined(separator: " · ")
    let head = HTML(
      .div,
      containing: [
        .badge(change.level.rawValue, change.level.style), " ", paths, more,
        notes.isEmpty ? .nothing : .span(.faint, notes),
      ])
    let said = change.sentence.isEmpty ? [] : [HTML(.p, containing: [.text(change.sentence, limit: 600)])]
    var after: [HTML] = [.code(change.after.isEmpty ? "nothing" : change.after)]
    if let example = change.example, !example.value.isEmpty, example.value != change.after {
      let place: HTML = example.place.isEmpty ? .nothing : " at " + .code(example.place)
      after.append(
        HTML(.span, .styles(.note, .faint), containing: ["for example ", .code(example.value, limit: 300), place]))
    }
    var before: [HTML] = [.code(change.before.isEmpty ? "nothing" : change.before)]
    if !change.readers.isEmpty {
      let names = change.readers.prefix(4).joined(separator: ", ")
      let rest = change.readers.count > 4 ? " and \(grouped(change.readers.count - 4)) more" : ""
      before.append(HTML(.span, .styles(.note, .faint), containing: [.text("read as \(names)\(rest)", limit: 600)]))
    }
    let sides = HTML(
      .div, .styles(.sides),
      containing: [side(change.isExpectation ? "the app expects" : "before", before), side("after", after)])
    return HTML(.li, containing: [head] + said + [sides])
  }

  private static func side(_ title: String, _ content: [HTML]) -> HTML {
    HTML(.div, .styles(.side), containing: [HTML(.span, .styles(.note, .faint), containing: [.text(title)])] + content)
  }
}

extension ChangeList {
  /// The changes that findings of the present speak of.
  init(_ findings: [Finding], _ content: ReportContent) {
    let told = findings.filter { Self.tells($0.rule, $0.expected, $0.actual) }
    // That a member does not decode is said by its change of shape.
    let moved = Set(told.filter { $0.rule.family == .field }.map(\.path))
    let byPath = Dictionary(grouping: findings, by: \.path)
    for finding in told where finding.rule.family != .decode || !moved.contains(finding.path) {
      // The value itself is known where something did not decode.
      let there = byPath[finding.path] ?? []
      let example = finding.example?.excerpt.isEmpty == false ? finding.example : there.lazy.compactMap(\.example).first
      add(
        Change(
          paths: [finding.path].filter { !$0.isEmpty } + finding.paths, sentence: finding.message,
          level: there.map(\.level).max() ?? finding.level,
          before: finding.expected, after: finding.actual, isExpectation: finding.rule.family == .decode,
          example: example.map { ($0.pointer, $0.excerpt) }, extent: content.counts(finding, hasUnit: true) ?? "",
          readers: Self.readers(finding.versions.map { ($0.version, $0.property ?? "") })))
    }
  }

  /// The changes of the past and the present, the newest first.
  init(_ intervals: [FindingInterval], times: (FindingInterval) -> String) {
    let told = intervals.filter { Self.tells($0.rule, $0.expected, $0.actual) }
    let moved = Set(told.filter { $0.rule.family == .field }.flatMap(\.paths))
    let shown = told.filter { interval in
      interval.rule.family != .decode || !interval.paths.contains(where: moved.contains)
    }
    let failures = Dictionary(grouping: intervals.filter { $0.rule.family == .decode && $0.example != nil }) {
      "\($0.first.round) \($0.paths.first ?? "")"
    }
    for interval in shown.sorted(by: { ($0.first.at, $0.fingerprint) > ($1.first.at, $1.fingerprint) }) {
      let there = failures["\(interval.first.round) \(interval.paths.first ?? "")"] ?? []
      let example = interval.example?.excerpt.isEmpty == false ? interval.example : there.first?.example
      add(
        Change(
          paths: interval.paths, sentence: interval.message,
          level: max(interval.level, there.map(\.level).max() ?? .info), before: interval.expected,
          after: interval.actual, isExpectation: interval.rule.family == .decode,
          example: example.map { ($0.pointer, $0.excerpt) },
          extent: interval.worst.total > 1
            ? "\(grouped(interval.worst.count)) of \(grouped(interval.worst.total))" : "",
          readers: Self.readers(interval.versions.map { ($0.id, $0.property) }), time: times(interval)))
    }
  }

  private mutating func add(_ change: Change) {
    // Those of one time stand beside each other.
    if let index = changes.indices.suffix(20).first(where: { changes[$0].isSame(as: change) }) {
      changes[index].add(change)
    } else {
      changes.append(change)
    }
  }

  /// Whether a finding has two sides.
  private static func tells(_ rule: RuleID, _ expected: String, _ actual: String) -> Bool {
    switch rule.family {
    case .field: !expected.isEmpty || !actual.isEmpty
    case .decode, .volume, .meaning, .request: !expected.isEmpty && !actual.isEmpty
    case .loss, .mapping, .freshness, .evidence, .watch, .notice: false
    }
  }

  private static func readers(_ versions: [(id: String, property: String)]) -> [String] {
    versions.filter { !$0.property.isEmpty }.map { "\($0.property) in \($0.id)" }.uniqued()
  }
}
