public import DriftModel
public import Foundation

/// A learned shape, path by path.
public struct ShapePage: Sendable {
  private let key: RequestKey
  private let version: ShapeVersion
  private let lines: [(path: String, words: String, presence: String)]
  /// What is open and no part of the shape; `nil`: nothing is said of that.
  public var unlearned: UnlearnedChanges?

  /// A page about a shape; `lines` are those of its outline.
  public init(_ key: RequestKey, _ version: ShapeVersion, lines: [(path: String, words: String, presence: String)]) {
    (self.key, self.version, self.lines) = (key, version, lines)
  }

  /// The page as text: one line a path.
  public func text(_ options: RenderOptions) -> String {
    var document = Document()
    let since = Moment(version.since.at, in: options.timeZone)
    let title =
      "\(key.contract)/\(key.endpoint): \(counted(lines.count, "path")) of \(counted(version.responses, "response")), "
      + "unchanged since \(since.isMidnight ? since.date : "\(since.date) \(since.time)")"
    document.add(Document.Row(pieces: [Phrase(title)]))
    document.blocks += [
      .gap,
      .table(
        Document.Table(
          titles: ["PATH", "WHAT", "WHERE"], headColumns: 1, isRestBelow: true,
          rows: lines.map {
            [Phrase($0.path, .code, limit: 200), Phrase($0.words, limit: 200), Phrase($0.presence, .faint)]
          })),
    ]
    return document.text(width: options.width, colour: options.colour) + (unlearned?.text(options) ?? "")
  }
}

/// A difference between two learned shapes.
public struct ShapeDifference: Encodable, Sendable {
  /// The rule that reports such a change.
  public let rule: RuleID
  /// The path (RFC 9535 notation).
  public let path: String
  /// What was there; empty for what came.
  public let before: String
  /// What is there; empty for what went.
  public let after: String

  /// A difference.
  public init(rule: RuleID, path: String, before: String, after: String) {
    (self.rule, self.path, self.before, self.after) = (rule, path, before, after)
  }
}

/// What differs between an endpoint's learned shapes at two times, and what was found in between.
public struct DifferencePage: Sendable {
  private let key: RequestKey
  private let versions: (from: ShapeVersion, to: ShapeVersion)
  private let dates: (from: Date, to: Date)
  private let changes: [ShapeDifference]
  private let history: HistoryPage
  /// What is open and part of neither shape; `nil`: nothing is said of that. Only the text form says it.
  public var unlearned: UnlearnedChanges?

  /// A page; `history` is what was found in between.
  public init(
    _ key: RequestKey, from former: ShapeVersion, to latter: ShapeVersion, dates: (Date, Date),
    changes: [ShapeDifference], history: HistoryPage
  ) {
    (self.key, versions, self.dates) = (key, (former, latter), dates)
    (self.changes, self.history) = (changes, history)
  }

  private struct JSONPage: Encodable {
    let schemaVersion = 1
    let contract, endpoint, environment, perspective: String
    let from, to: Date
    let responsesBefore, responsesAfter: Int
    let changes: [ShapeDifference]
    let findings: [FindingRecord]
  }

  /// Writes the page; times as JSON are in UTC.
  public func rendered(as format: IncidentFormat, options: RenderOptions) -> String {
    switch format {
    case .json:
      json(
        JSONPage(
          contract: key.contract, endpoint: key.endpoint, environment: key.environment, perspective: key.perspective,
          from: dates.from, to: dates.to, responsesBefore: versions.from.responses,
          responsesAfter: versions.to.responses, changes: changes, findings: history.findings.map(FindingRecord.init)),
        schemaVersion: 1)
    case .text: text(options)
    }
  }

  private func text(_ options: RenderOptions) -> String {
    var document = Document()
    func words(_ date: Date) -> String {
      let moment = Moment(date, in: options.timeZone)
      return moment.isMidnight ? moment.date : "\(moment.date) \(moment.time)"
    }
    let what = changes.isEmpty ? "looks the same" : counted(changes.count, "difference")
    document.add(
      Document.Row(
        pieces: [
          Phrase(
            "\(key.contract)/\(key.endpoint), \(words(dates.from)) (\(counted(versions.from.responses, "response"))) to \(words(dates.to)) (\(grouped(versions.to.responses))): \(what)"
          )
        ]))
    if !changes.isEmpty {
      document.blocks += [
        .gap,
        .table(
          Document.Table(
            titles: ["RULE", "PATH", "WHAT"], headColumns: 2, isRestBelow: true,
            rows: changes.map { change in
              [
                Phrase(change.rule.rawValue), Phrase(change.path, .subject, limit: 200),
                change.after.isEmpty
                  ? Phrase("was \(change.before)", limit: 200)
                  : .change(from: change.before, to: change.after, limit: 200),
              ]
            })),
      ]
    }
    var text = document.text(width: options.width, colour: options.colour)
    if !history.findings.isEmpty { text += "\n" + history.rendered(as: .text, options: options) }
    return text + (unlearned?.text(options) ?? "")
  }
}

/// A value as JSON with sorted keys, which steers no terminal: what could is escaped.
public func renderedJSON(_ value: some Encodable) -> String { json(value, schemaVersion: 1) }
