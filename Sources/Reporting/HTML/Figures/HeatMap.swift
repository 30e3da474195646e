import DriftModel

/// The impact matrix of one request as a table of words on colours: each path, and what is lost if something happens to it.
struct HeatMap {
  /// Things that may happen, which share a column.
  struct Column {
    let title: String
    let perturbations: Set<Perturbation>

    static let all: [Column] = [
      Column(title: "gone", perturbations: [.removed]), Column(title: "null", perturbations: [.null]),
      Column(title: "empty", perturbations: [.empty, .blank]),
      Column(title: "another type", perturbations: Set(Perturbation.allCases.filter(\.isOtherType))),
      Column(title: "unknown value", perturbations: [.unknownValue]),
      Column(
        title: "another form",
        perturbations: [.asEpoch, .otherDateForm, .otherZone, .otherTimeUnit, .invalidURL, .shortenedURL]),
      Column(title: "another value", perturbations: [.alteredOnce, .alteredAgain]),
    ]
  }

  private let matrix: ImpactMatrix
  /// The command that says all of it.
  private let command: String
  /// Rows that are shown without a click.
  private static let shown = 15

  init(_ matrix: ImpactMatrix, command: String) { (self.matrix, self.command) = (matrix, command) }

  /// The table; paths that nothing is lost over are listed below it.
  var html: [HTML] {
    // If the whole response is lost, everything in it is lost, so that needs no row.
    let rows = ImpactSummary(matrix).rows.filter { $0.severity == .crash || !["$", "$[*]"].contains($0.pattern) }
    let harmful = rows.filter { $0.severity != .nothing }
    let safe = rows.filter { $0.severity == .nothing }.map(\.pattern).uniqued()
    var parts: [HTML] = []
    if !harmful.isEmpty {
      let tried = tried
      let body = harmful.lazy.map { row($0, tried: tried["\($0.endpoint ?? "") \($0.pattern)"] ?? []) }
      let (kept, rest) = HTML.fitting(body, room: 2 * HTML.listRoom)
      let first = kept.count <= Self.shown + 3 ? kept.count : Self.shown
      parts.append(table(Array(kept[..<first])))
      if first < kept.count {
        parts.append(.folded(counted(kept.count - first, "further path"), [table(Array(kept[first...]))]))
      }
      parts.append(.left(out: rest, "\(command) --all"))
    }
    let (kept, rest) = HTML.fitting(safe.lazy.map { .code($0) + " " }, room: HTML.listRoom / 4)
    if !kept.isEmpty {
      let more: HTML = rest > 0 ? .text(" and \(grouped(rest)) more") : .nothing
      parts.append(HTML(.p, containing: ["Nothing was lost, whatever was tried, at "] + kept + [more]))
    }
    for lineage in matrix.lineages.prefix(20) {
      guard let reason = lineage.unavailable, lineage.writes == nil || lineage.mapping.isEmpty else { continue }
      let name = lineage.subject.isEmpty ? lineage.version : "\(lineage.subject) in \(lineage.version)"
      parts.append(HTML(.p, containing: [.text("Unknown for \(name): \(reason)")]))
    }
    return parts
  }

  private func table(_ rows: [HTML]) -> HTML {
    let titles = ["path"] + Column.all.map(\.title)
    let head = HTML(.tr, containing: titles.map { HTML(.th, .scope("col"), containing: [.text($0)]) })
    return .wide(
      "What is lost at \(matrix.contract)/\(matrix.endpoint) if a value changes",
      HTML(
        .table, .styles(.grid),
        containing: [HTML(.thead, containing: [head]), HTML(.tbody, containing: rows)]))
  }

  /// By endpoint and path: what was tried there.
  private var tried: [String: Set<Perturbation>] {
    var tried: [String: Set<Perturbation>] = [:]
    for lineage in matrix.lineages {
      for path in lineage.paths {
        tried["\(lineage.endpoint ?? "") \(path.pattern)", default: []].formUnion(path.cells.map(\.perturbation))
      }
    }
    return tried
  }

  private func row(_ row: ImpactSummary.Row, tried: Set<Perturbation>) -> HTML {
    let place: HTML = row.endpoint.map { .text("\($0) ") } ?? .nothing
    let feeds = row.ownFeeds.isEmpty ? row.readers : row.ownFeeds
    let more = feeds.count > 3 ? " and \(grouped(feeds.count - 3)) more" : ""
    let note: HTML =
      feeds.isEmpty
      ? .nothing
      : HTML(.span, .styles(.note), containing: [.text(feeds.prefix(3).joined(separator: ", ") + more, limit: 240)])
    let cells = Column.all.map { column -> HTML in
      guard !column.perturbations.isDisjoint(with: tried) else {
        return HTML(.td, containing: [.span(.faint, "–"), .span(.spoken, "not tried")])
      }
      let hits = row.outcomes.filter { !column.perturbations.isDisjoint(with: $0.perturbations) }
      guard let worst = hits.map(\.severity).max() else { return HTML(.td, .styles(.good), containing: ["safe"]) }
      let versions = hits.filter { $0.severity == worst }.flatMap(\.versions).uniqued()
      let who = versions.count == matrix.versions.count && versions.count > 1 ? "all versions" : listed(versions)
      return HTML(
        .td, .styles(worst.style),
        containing: [.text(worst.shortWords), HTML(.span, .styles(.note), containing: [.text(who, limit: 60)])])
    }
    return HTML(.tr, containing: [HTML(.th, .scope("row"), containing: [place, .code(row.pattern), note])] + cells)
  }
}

extension ImpactSummary.Severity {
  fileprivate var style: Style {
    switch self {
    case .nothing: .good
    case .propertyLost: .warning
    case .recordLost: .bad
    case .responseLost, .crash: .strong
    }
  }

  /// In a table.
  fileprivate var shortWords: String {
    switch self {
    case .nothing: "safe"
    case .propertyLost: "property lost"
    case .recordLost: "record lost"
    case .responseLost: "all lost"
    case .crash: "crash"
    }
  }
}
