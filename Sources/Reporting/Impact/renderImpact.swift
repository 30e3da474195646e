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
  var page = ImpactPage(options: options)
  if isByDomain { page.addDomains(matrices) } else { for matrix in matrices { page.addEndpoint(matrix) } }
  page.addEnd(matrices, source)
  return page.document.text(width: options.width, colour: options.colour)
}

/// The matrices for programs: `{"schemaVersion": 1, "matrices": […]}`.
public func impactJSON(_ matrices: [ImpactMatrix]) -> String {
  json(ImpactList(matrices: matrices), schemaVersion: 1)
}

private struct ImpactList: Encodable {
  let schemaVersion = 1
  let matrices: [ImpactMatrix]
}

/// The impact matrices as a document.
private struct ImpactPage {
  private let options: RenderOptions
  private(set) var document = Document()
  /// Paths of a section that are shown without being asked for all.
  private static let shownRows = 12

  init(options: RenderOptions) { self.options = options }

  /// Adds a line of pieces.
  private mutating func add(_ pieces: [Phrase], indent: Int, hanging: Int) {
    document.add(Document.Row(indent: indent, column: indent, hanging: hanging, pieces: pieces))
  }

  /// Adds how many lines of a list are left out.
  private mutating func addRest(_ count: Int, indent: Int) {
    if count > 0 { add([Phrase("and \(grouped(count)) more · --all", .faint)], indent: indent, hanging: indent) }
  }

  // MARK: By endpoint

  mutating func addEndpoint(_ matrix: ImpactMatrix) {
    let versions = matrix.versions.map(\.id).joined(separator: " ")
    // The first line of a GraphQL document says enough.
    let request = matrix.request.split(separator: "\n").first.map(String.init) ?? matrix.request
    let note = Phrase("\(request) · \(versions)", .faint)
    document.blocks.append(.group(Document.Heading(name: "\(matrix.contract)/\(matrix.endpoint)", note: note), []))
    // If the whole response is lost, everything in it is lost, so that needs no line.
    let rows = ImpactSummary(matrix).rows.filter { row in
      options.showAll || row.severity == .crash || !["$", "$[*]"].contains(row.pattern)
    }
    let lost = rows.filter { $0.severity == .responseLost && !$0.isUnused }
    for (title, role, rows) in [
      ("CRASHES OR HANGS", Phrase.Role.bad, rows.filter { $0.severity == .crash }),
      ("LOSES THE WHOLE RESPONSE, and no domain value was seen to change with it", .bad, rows.filter(\.isUnused)),
      ("LOSES THE WHOLE RESPONSE", .bad, lost),
      ("LOSES RECORDS", .warning, rows.filter { $0.severity == .recordLost }),
      ("LOSES PROPERTIES", .warning, rows.filter { $0.severity == .propertyLost }),
    ] { addSection(title, role, rows) }
    addList("SAFE", .good, rows.filter { $0.severity == .nothing }.map(\.pattern), "whatever was tried")
    let lineages = matrix.lineages
    addList(
      "NOT SEEN", .faint, Set(lineages.flatMap(\.unexercised)).sorted(), "read, and without a value in the responses")
    addList(
      "NOT TRIED", .faint, Set(lineages.flatMap(\.untried)).sorted(),
      "too many, or too slow, to be tried on this response")
    for lineage in lineages where lineage.writes == nil || lineage.mapping.isEmpty {
      guard let reason = lineage.unavailable else { continue }
      let name = lineage.subject.isEmpty ? lineage.version : "\(lineage.subject) in \(lineage.version)"
      document.add(
        Document.Row(
          label: Phrase("UNKNOWN", .warning), indent: 2, column: 11, pieces: [Phrase("\(name): \(reason)")]))
    }
  }

  private mutating func addSection(_ title: String, _ role: Phrase.Role, _ rows: [ImpactSummary.Row]) {
    guard !rows.isEmpty else { return }
    document.blank()
    add([Phrase(title, role)], indent: 2, hanging: 2)
    let limit = options.showAll || rows.count == Self.shownRows + 1 ? rows.count : Self.shownRows
    for row in rows.prefix(limit) {
      let place = row.endpoint.map { "\($0) " } ?? ""
      add([Phrase(place + row.pattern, .subject)] + feeds(row), indent: 2, hanging: 6)
      for outcome in row.outcomes { add([Self.phrase(outcome, showsAll: options.showAll)], indent: 6, hanging: 8) }
    }
    addRest(rows.count - limit, indent: 2)
  }

  private func feeds(_ row: ImpactSummary.Row) -> [Phrase] {
    guard !row.feeds.isEmpty, !row.isContainer || options.showAll else { return [] }
    return [Phrase("-> \(Self.firsts(row.feeds, options.showAll ? row.feeds.count : 4))", .faint, limit: 4_000)]
  }

  /// The first of many, and how many more there are.
  private static func firsts(_ items: [String], _ limit: Int) -> String {
    let more = items.count > limit ? " and \(items.count - limit) more" : ""
    return items.prefix(limit).joined(separator: ", ") + more
  }

  private static func phrase(_ outcome: ImpactSummary.Outcome, showsAll: Bool) -> Phrase {
    var phrase = Phrase(outcome.words)
    if !outcome.losses.isEmpty {
      let verb = outcome.severity >= .recordLost ? " lost" : ""
      phrase = phrase + Phrase(": \(firsts(outcome.losses, showsAll ? 99 : 3))\(verb)", limit: 4_000)
    }
    return phrase + Phrase(" · \(outcome.versions.joined(separator: " "))", .faint)
  }

  private mutating func addList(_ title: String, _ role: Phrase.Role, _ paths: [String], _ words: String) {
    guard !paths.isEmpty else { return }
    document.blank()
    let limit = options.showAll ? paths.count : min(paths.count, 8)
    var pieces = paths.prefix(limit).enumerated().map { index, path in
      Phrase(path, .code) + Phrase(index + 1 < paths.count ? "," : "")
    }
    if paths.count > limit { pieces.append(Phrase("and \(paths.count - limit) more · --all", .faint)) }
    pieces.append(Phrase("(\(words))", .faint))
    document.add(Document.Row(label: Phrase(title, role), indent: 2, column: 4 + title.count, pieces: pieces))
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

  mutating func addDomains(_ matrices: [ImpactMatrix]) {
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
      let note = Phrase(model.isSent ? "\(model.contract), what is sent there" : model.contract, .faint)
      document.blocks.append(.group(Document.Heading(name: model.name, note: note), []))
      for (property, sources) in properties.sorted(by: { $0.key < $1.key }) {
        add([Phrase(property, .strong)], indent: 2, hanging: 4)
        let limit = options.showAll ? sources.count : min(sources.count, 6)
        for source in sources.prefix(limit) {
          add([Phrase("\(source.source): \(source.words)", limit: 1_000)], indent: 4, hanging: 6)
        }
        addRest(sources.count - limit, indent: 4)
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
        hits[index].words = (hits[index].words + [outcome.words]).uniqued()
      } else {
        hits.append(([outcome.words], loss, versions))
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

  mutating func addEnd(_ matrices: [ImpactMatrix], _ source: String) {
    let cells = matrices.reduce(0) { $0 + $1.cellCount }
    let unused = matrices.reduce(0) { $0 + ImpactSummary($1).rows.count(where: \.isUnused) }
    document.blank()
    let words =
      "\(counted(matrices.count, "request")), \(grouped(cells)) trials of the app's own code, "
      + "\(counted(unused, "path")) that can lose a response and changed no domain value when tried · \(source)"
    add([Phrase(words, .faint, limit: 1_000)], indent: 0, hanging: 0)
  }
}

/// What may happen to a value: `gone, null, another type`.
func perturbationWords(_ perturbations: [Perturbation], isAnyOtherType: Bool) -> String {
  perturbations.map { perturbation in
    perturbation.isOtherType && isAnyOtherType
      ? "another type" : perturbation.isAlteration ? "another value" : perturbation.shortWords
  }.uniqued().joined(separator: ", ")
}

extension ImpactSummary.Outcome {
  fileprivate var words: String { perturbationWords(perturbations, isAnyOtherType: isAnyOtherType) }
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
    case .otherZone: "with or without a time zone"
    case .otherTimeUnit: "another unit of time"
    case .invalidURL: "no URL"
    case .shortenedURL: "a shorter URL"
    case .alteredOnce, .alteredAgain: "another value"
    }
  }
}
