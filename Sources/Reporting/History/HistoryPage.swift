public import DriftModel
import Foundation

/// What was found over time, as `driftwatch history` shows it.
public struct HistoryPage: Sendable {
  /// What it is about, for people: `platzi-store/products`, `all endpoints`.
  public var subject: String
  /// The findings over time, by when they were first seen.
  public var findings: [FindingInterval]
  /// The command that lists what is left out.
  public var listingCommand: String
  /// Short ids of incidents by their whole ones.
  public var shortIDs: [String: String]

  /// A page.
  public init(
    subject: String, findings: [FindingInterval], listingCommand: String = "", shortIDs: [String: String] = [:]
  ) {
    (self.subject, self.findings) = (subject, findings)
    (self.listingCommand, self.shortIDs) = (listingCommand, shortIDs)
  }
}

extension HistoryPage {
  /// Entries that are listed without being asked for all: the latest.
  private static let shown = 30

  /// Writes the page, oldest first.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - options: Width, colour, zone; with `showAll` however many there are.
  /// - Returns: Lines, each ended by a line feed; times as JSON are in UTC.
  public func rendered(as format: IncidentFormat, options: RenderOptions) -> String {
    switch format {
    case .json: json(JSONList(findings: findings.map(FindingRecord.init)), schemaVersion: 1)
    case .text: document(options).text(width: options.width, colour: options.colour)
    }
  }

  private struct JSONList: Encodable {
    let schemaVersion = 1
    let findings: [FindingRecord]
  }

  private func document(_ options: RenderOptions) -> Document {
    var document = Document()
    // What was never seen is no event.
    let told = options.showAll ? findings : findings.filter { $0.rule.family != .evidence }
    document.add(Document.Row(pieces: [Phrase(total(told))]))
    let isFolded = !options.showAll && told.count > Self.shown + 1
    let listed = isFolded ? told.suffix(Self.shown) : told[...]
    var left: [String] = []
    if isFolded { left.append("\(grouped(told.count - listed.count)) before these") }
    if told.count < findings.count { left.append("\(grouped(findings.count - told.count)) about what was never seen") }
    if !left.isEmpty, !listingCommand.isEmpty {
      let pieces = left.map { Phrase($0) } + [Phrase.command(listingCommand)]
      document.add(Document.Row(separator: " · ", pieces: pieces))
    }
    let column = Self.column(of: listed.map { span($0, options.timeZone) })
    for group in Array(listed).grouped(by: { place($0) }) {
      document.blocks += [.gap, .row(Document.Row(pieces: [Phrase(place(group[0]), .strong)]))]
      for same in group.grouped(by: Sameness.init) { add(same, column, options, to: &document) }
    }
    return document
  }

  /// What is told in one entry: versions that ask for an endpoint each in its own way see one change each.
  private struct Sameness: Hashable {
    let rule: RuleID
    let level: Level
    let message: String
    let first: Date
    let end: Date?

    init(_ interval: FindingInterval) {
      (rule, level, message) = (interval.rule, interval.level, interval.message)
      (first, end) = (interval.first.at, interval.ended?.at)
    }
  }

  /// The column of the words: behind dates, or behind times as well.
  private static func column(of spans: [String]) -> Int { spans.contains { $0.utf8.count > 24 } ? 40 : 28 }

  /// `9 findings of platzi-store/products, 2 still there`.
  private func total(_ findings: [FindingInterval]) -> String {
    guard !findings.isEmpty else { return "Nothing was found of \(subject)" }
    let lasting = findings.count { $0.ended == nil }
    let rest = lasting == 0 ? "none still there" : "\(grouped(lasting)) still there"
    return "\(counted(findings.count, "finding")) of \(subject), \(rest)"
  }

  private func place(_ interval: FindingInterval) -> String {
    let key = interval.key
    var special = key.environment == "production" ? [] : [key.environment]
    if !["", "default"].contains(key.perspective) { special.append(key.perspective) }
    return "\(key.contract)/\(key.endpoint)" + (special.isEmpty ? "" : " (\(special.joined(separator: ", ")))")
  }

  /// When, how bad and what; then whom it hit.
  private func add(_ same: [FindingInterval], _ column: Int, _ options: RenderOptions, to document: inout Document) {
    let interval = same[0]
    let level = Phrase(
      interval.level.rawValue.uppercased(), interval.ended == nil ? interval.level.style : .plain)
    document.blocks.append(
      .row(
        Document.Row(
          label: Phrase(span(interval, options.timeZone)), indent: 2, column: column, hanging: column,
          pieces: [level + Phrase(" "), .sentence(interval.message.withoutFullStop, limit: 1_000)])))
    var details: [String] = []
    let versions = same.flatMap(\.versions).map(\.id).uniqued()
    if !versions.isEmpty { details.append(versions.joined(separator: ", ")) }
    if let worst = same.map(\.worst).max(by: { $0.count < $1.count }), worst.total > 0 {
      details.append("\(grouped(worst.count)) of \(grouped(worst.total))")
    }
    if interval.state == .pending { details.append(interval.ended == nil ? "not confirmed yet" : "never confirmed") }
    if let ending = interval.ending, let words = ending.words { details.append(words) }
    for incident in same.compactMap(\.incident).uniqued() {
      details.append("incident \(shortIDs[incident] ?? incident)")
    }
    details.append(interval.rule.rawValue)
    document.blocks.append(
      .row(
        Document.Row(
          indent: column, column: column, hanging: column, separator: " · ", pieces: details.map { Phrase($0, .faint) })
      ))
  }

  /// `2026-02-06 to 2026-02-16`, `since 2026-02-20 14:15`.
  private func span(_ interval: FindingInterval, _ zone: TimeZone) -> String {
    func words(_ date: Date) -> String {
      let moment = Moment(date, in: zone)
      return moment.isMidnight ? moment.date : "\(moment.date) \(moment.time)"
    }
    let first = words(interval.first.at)
    guard let end = interval.ended else { return "since \(first)" }
    let last = words(end.at)
    return first == last ? first : "\(first) to \(last)"
  }
}

extension FindingInterval.Ending {
  /// What the end says beside its time; `nil`: nothing.
  fileprivate var words: String? {
    switch self {
    case .gone: nil
    case .changed: "then in another form"
    case .learned: "normal since"
    case .forgotten: "then forgotten"
    case .unknown: "its end was not recorded"
    }
  }
}
