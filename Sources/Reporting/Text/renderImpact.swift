public import DriftModel

/// Writes what would break: each endpoint's paths, worst first, or each domain model's properties.
///
/// - Parameters:
///   - matrices: One for each request, in the order of the contracts.
///   - source: Where the responses came from, in a few words.
///   - isByDomain: Whether all endpoints that feed a model are gathered under it.
///   - options: Width and colour; with `showAll` every path, else the first of each section.
/// - Returns: Lines, each ended by a line feed. The same matrices and options give the same bytes.
public func renderImpact(
  _ matrices: [ImpactMatrix], from source: String, byDomain isByDomain: Bool = false,
  options: RenderOptions
) -> String {
  var report = ImpactText(options: options)
  if isByDomain { report.domains(matrices) } else { for matrix in matrices { report.endpoint(matrix) } }
  report.end(matrices, source)
  return report.text
}

/// The matrices for programs: `{"schemaVersion": 1, "matrices": […]}`.
public func impactJSON(_ matrices: [ImpactMatrix]) -> String {
  json(ImpactList(matrices: matrices), schemaVersion: 1)
}

private struct ImpactList: Encodable {
  let schemaVersion = 1
  let matrices: [ImpactMatrix]
}

private struct ImpactText {
  private let options: RenderOptions
  private var canvas: TextCanvas
  /// Paths of a section that are shown without being asked for all.
  private static let shownRows = 12
  var text: String { canvas.text }

  init(options: RenderOptions) {
    self.options = options
    canvas = TextCanvas(width: options.width, colour: options.colour)
  }

  // MARK: By endpoint

  mutating func endpoint(_ matrix: ImpactMatrix) {
    canvas.blank()
    let versions = matrix.versions.map(\.id).joined(separator: " ")
    // Of a GraphQL document the first line tells enough.
    let request = matrix.request.split(separator: "\n").first.map(String.init) ?? matrix.request
    canvas.flow(
      StyledText("\(matrix.contract)/\(matrix.endpoint)  ", .strong),
      [StyledText("\(request) · \(versions)", .faint)], hanging: 2)
    // What holds everything is lost with it; nobody needs to be told path by path.
    let rows = ImpactSummary(matrix).rows.filter { row in
      options.showAll || row.severity == .crash || !["$", "$[*]"].contains(row.pattern)
    }
    section("CRASHES OR HANGS", .bad, rows.filter { $0.severity == .crash })
    section("LOSES THE WHOLE ANSWER, and no domain value was seen to change with it", .bad, rows.filter(\.isUnused))
    section(
      "LOSES THE WHOLE ANSWER", .bad, rows.filter { $0.severity == .responseLost && !$0.isUnused })
    section("LOSES RECORDS", .warning, rows.filter { $0.severity == .recordLost })
    section("LOSES PROPERTIES", .warning, rows.filter { $0.severity == .propertyLost })
    list("SAFE  ", .good, rows.filter { $0.severity == .nothing }.map(\.pattern), "whatever was tried")
    let lineages = matrix.lineages
    list(
      "NOT SEEN  ", .faint, Set(lineages.flatMap(\.unexercised)).sorted(), "read, and without a value in the responses")
    list("NOT TRIED  ", .faint, Set(lineages.flatMap(\.untried)).sorted(), "too many for the size of the response")
    for lineage in lineages where lineage.writes == nil || lineage.mapping.isEmpty {
      guard let reason = lineage.unavailable else { continue }
      let name = lineage.subject.isEmpty ? lineage.version : "\(lineage.subject) in \(lineage.version)"
      canvas.flow(StyledText("  UNKNOWN  ", .warning), [StyledText("\(name): \(reason)")], hanging: 11)
    }
  }

  private mutating func section(_ title: String, _ style: TextStyle, _ rows: [ImpactSummary.Row]) {
    guard !rows.isEmpty else { return }
    canvas.blank()
    canvas.flow(StyledText("  "), [StyledText(title, style)], hanging: 2)
    let limit = options.showAll || rows.count == Self.shownRows + 1 ? rows.count : Self.shownRows
    for row in rows.prefix(limit) {
      let place = row.endpoint.map { "\($0) " } ?? ""
      canvas.flow(
        StyledText("  "), [StyledText(place + row.pattern, .strong)] + feeds(row), hanging: 6)
      for outcome in row.outcomes { write(outcome) }
    }
    if rows.count > limit {
      canvas.flow(StyledText("  "), [StyledText("and \(rows.count - limit) more · --all", .faint)], hanging: 6)
    }
  }

  private func feeds(_ row: ImpactSummary.Row) -> [StyledText] {
    guard !row.feeds.isEmpty else { return [] }
    if row.isContainer, !options.showAll { return [] }
    let shown = options.showAll ? row.feeds : Array(row.feeds.prefix(4))
    let more = row.feeds.count > shown.count ? " and \(row.feeds.count - shown.count) more" : ""
    return [StyledText("-> \(shown.joined(separator: ", "))\(more)", .faint)]
  }

  private mutating func write(_ outcome: ImpactSummary.Outcome) {
    var pieces = [StyledText(Self.words(outcome))]
    if !outcome.losses.isEmpty {
      let shown = outcome.losses.prefix(options.showAll ? 99 : 3)
      let more = outcome.losses.count > shown.count ? " and \(outcome.losses.count - shown.count) more" : ""
      let verb = outcome.severity >= .recordLost ? " lost" : ""
      pieces.append(StyledText(": \(shown.joined(separator: ", "))\(more)\(verb)"))
    }
    pieces.append(StyledText(" · \(outcome.versions.joined(separator: " "))", .faint))
    canvas.flow(StyledText("      "), [pieces.dropFirst().reduce(pieces[0], +)], hanging: 8)
  }

  /// `gone, null, another type`.
  static func words(_ outcome: ImpactSummary.Outcome) -> String {
    var words: [String] = []
    for perturbation in outcome.perturbations {
      let word =
        perturbation.isOtherType && outcome.isAnyOtherType
        ? "another type" : perturbation.isAlteration ? "another value" : perturbation.shortWords
      if !words.contains(word) { words.append(word) }
    }
    return words.joined(separator: ", ")
  }

  private mutating func list(_ title: String, _ style: TextStyle, _ paths: [String], _ words: String) {
    guard !paths.isEmpty else { return }
    canvas.blank()
    let limit = options.showAll ? paths.count : min(paths.count, 8)
    var pieces = paths.prefix(limit).enumerated().map { index, path in
      StyledText(path + (index + 1 < paths.count ? "," : ""))
    }
    if paths.count > limit { pieces.append(StyledText("and \(paths.count - limit) more · --all", .faint)) }
    pieces.append(StyledText("(\(words))", .faint))
    canvas.flow(StyledText("  ") + StyledText(title, style), pieces, hanging: 2 + title.count)
  }

  // MARK: By domain model

  /// A domain model of a contract, or the body of a request; models first.
  private struct Model: Hashable, Comparable {
    let name: String
    let contract: String
    let isSent: Bool

    static func < (one: Model, other: Model) -> Bool {
      (one.isSent ? 1 : 0, one.name, one.contract) < (other.isSent ? 1 : 0, other.name, other.contract)
    }
  }

  mutating func domains(_ matrices: [ImpactMatrix]) {
    /// A property's sources: endpoint and path, with what loses it. Models of one name in two contracts are two.
    var models: [Model: [String: [(source: String, words: String)]]] = [:]
    for matrix in matrices {
      let sent = Set(matrix.lineages.compactMap(\.writes))
      for row in ImpactSummary(matrix).rows {
        for feed in row.ownFeeds {
          guard let dot = feed.firstIndex(of: ".") else { continue }
          let (name, property) = (String(feed[..<dot]), String(feed[feed.index(after: dot)...]))
          let model = Model(name: name, contract: matrix.contract, isSent: sent.contains(name))
          models[model, default: [:]][property, default: []].append(
            ("\(row.endpoint ?? matrix.endpoint) \(row.pattern)", Self.words(row, feed)))
        }
      }
    }
    for (model, properties) in models.sorted(by: { $0.key < $1.key }) {
      canvas.blank()
      canvas.flow(
        StyledText("\(model.name)  ", .strong),
        [StyledText(model.isSent ? "\(model.contract), what is sent there" : model.contract, .faint)], hanging: 2)
      for (property, sources) in properties.sorted(by: { $0.key < $1.key }) {
        canvas.flow(StyledText("  "), [StyledText(property, .strong)], hanging: 4)
        let limit = options.showAll ? sources.count : min(sources.count, 6)
        for source in sources.prefix(limit) {
          canvas.flow(StyledText("    "), [StyledText("\(source.source): \(source.words)")], hanging: 6)
        }
        if sources.count > limit {
          canvas.flow(StyledText("    "), [StyledText("and \(sources.count - limit) more · --all", .faint)], hanging: 6)
        }
      }
    }
  }

  /// What happens to one property by what happens to a path, with the versions that have the property and are hit.
  private static func words(_ row: ImpactSummary.Row, _ feed: String) -> String {
    let owners = row.owners[feed] ?? []
    let model = feed.prefix { $0 != "." }
    var hits: [(words: [String], loss: String, versions: [String])] = []
    for outcome in row.outcomes {
      let versions = outcome.versions.filter(owners.contains)
      guard !versions.isEmpty,
        outcome.severity > .recordLost
          || outcome.losses.contains(where: { $0 == model || $0.hasPrefix("\(feed) ") })
      else { continue }
      let loss = loss(outcome, feed)
      if let index = hits.firstIndex(where: { $0.loss == loss && $0.versions == versions }) {
        hits[index].words = (hits[index].words + [words(outcome)]).uniqued()
      } else {
        hits.append(([words(outcome)], loss, versions))
      }
    }
    let all = " · \(owners.joined(separator: " "))"
    guard !hits.isEmpty else { return "nothing that was tried loses it\(all)" }
    let isSame = hits.allSatisfy { $0.versions == owners }
    let texts = hits.map { hit in
      "\(hit.words.joined(separator: ", ")): \(hit.loss)\(isSame ? "" : " · \(hit.versions.joined(separator: " "))")"
    }
    return texts.joined(separator: "; ") + (isSame ? all : "")
  }

  private static func loss(_ outcome: ImpactSummary.Outcome, _ feed: String) -> String {
    switch outcome.severity {
    case .crash: return "crash"
    case .responseLost: return "response lost"
    case .recordLost: return "record lost"
    case .propertyLost, .nothing:
      return outcome.losses.first { $0.hasPrefix("\(feed) ") }.map { String($0.dropFirst(feed.count + 1)) } ?? "lost"
    }
  }

  // MARK: End

  mutating func end(_ matrices: [ImpactMatrix], _ source: String) {
    let cells = matrices.reduce(0) { $0 + $1.cellCount }
    let unused = matrices.reduce(0) { $0 + ImpactSummary($1).rows.count(where: \.isUnused) }
    canvas.blank()
    canvas.flow(
      StyledText(),
      [
        StyledText(
          "\(counted(matrices.count, "request")), \(grouped(cells)) trials of the app's own code, \(counted(unused, "path")) that can lose a response and changed no domain value when tried · \(source)",
          .faint)
      ], hanging: 0)
  }
}

extension Perturbation {
  fileprivate var isAlteration: Bool { self == .alteredOnce || self == .alteredAgain }

  /// In one or two words, as one of several: `gone`.
  fileprivate var shortWords: String {
    switch self {
    case .removed: "gone"
    case .null: "null"
    case .empty: "empty"
    case .blank: "white space"
    case .unknownValue: "an unknown value"
    case .asText: "text"
    case .asNumber: "a number"
    case .asFraction: "a fraction"
    case .asBool: "a bool"
    case .asArray: "an array"
    case .asObject: "an object"
    case .wrapped: "inside an object"
    case .asEpoch: "epoch seconds"
    case .otherDateForm: "another date form"
    case .invalidURL: "no URL"
    case .shortenedURL: "a shorter URL"
    case .alteredOnce, .alteredAgain: "another value"
    }
  }
}
