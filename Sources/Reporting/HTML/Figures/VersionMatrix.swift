import DriftModel

/// Which versions are hurt at which endpoints of one API, as they stand.
struct VersionMatrix {
  /// What a version makes of an endpoint.
  struct Cell: Equatable {
    /// By colour, and by `words`.
    var style: Style
    var words: String
    /// What its mappings made of it, or why nothing is known.
    var detail = ""
  }

  /// An endpoint.
  struct Row {
    /// Its id, with what distinguishes its environment and perspective.
    let name: String
    let id: EndpointID
    /// A remark about the endpoint: why it could not be checked.
    let remark: String
    /// One for each version; `nil` where the version does not read it.
    let cells: [Cell?]
  }

  /// An endpoint of the API in one environment and perspective.
  private struct Place: Hashable {
    let parts: [String]

    init(_ key: RequestKey) { parts = [key.endpoint, key.environment, key.perspective] }
    init(_ endpoint: EndpointReport) { parts = [endpoint.endpoint, endpoint.environment, endpoint.perspective] }
  }

  let contract: String
  let versions: [VersionInfo]
  let rows: [Row]

  /// The matrix of one API of a report.
  init(_ contract: ContractInfo, _ content: ReportContent) {
    let endpoints = content.report.endpoints.filter { $0.contract == contract.id }
    let read = Set(endpoints.flatMap(\.versions).map(\.version))
    let isKnown = endpoints.allSatisfy { $0.outcome.isChecked || $0.outcome == .notDue || !$0.versions.isEmpty }
    self.contract = contract.id
    versions = contract.versions.filter { !isKnown || read.contains($0.id) }
    let versions = versions
    let open = content.views.filter { $0.incident.isOpen && $0.incident.key.contract == contract.id }
    let views = Dictionary(grouping: open) { Place($0.incident.key) }
    let numbers = Dictionary(grouping: endpoints, by: \.endpoint).mapValues(\.count)
    rows = endpoints.map { endpoint in
      let views = views[Place(endpoint)] ?? []
      let isSeen = endpoint.outcome.isChecked || endpoint.outcome == .notDue
      let name = content.report.name(of: endpoint).dropFirst(contract.id.count + 1)
      // Live and recorded responses are two perspectives on one endpoint.
      let isOneOfSeveral = numbers[endpoint.endpoint] ?? 0 > 1
      return Row(
        name: isOneOfSeveral ? "\(name), \(endpoint.perspective)" : String(name),
        id: EndpointID(contract: endpoint.contract, endpoint: endpoint.endpoint),
        remark: isSeen ? "" : endpoint.reason.flatMap { $0.isEmpty ? nil : $0 } ?? endpoint.outcome.plainWords,
        cells: versions.map { version -> Cell? in
          if let report = endpoint.versions.first(where: { $0.version == version.id }) {
            return Self.cell(report, endpoint, views)
          }
          if views.contains(where: { $0.readers(.lost).contains { $0.version == version.id } }) {
            return Cell(style: .strong, words: "gets nothing")
          }
          // Of an endpoint without a response it is not known who reads it.
          return isSeen ? nil : Cell(style: .unseen, words: "not checked")
        })
    }
  }

  /// Whether no version reads any of its endpoints, as where a URL is checked by itself.
  var isEmpty: Bool { versions.isEmpty }

  private static func cell(_ report: VersionReport, _ endpoint: EndpointReport, _ views: [IncidentView]) -> Cell {
    let about = views.filter { !$0.isAnnouncement && !$0.isRejection }
    let marks = about.compactMap { view -> (mark: IncidentView.Mark, level: Level)? in
      guard let reader = view.readers.first(where: { $0.version == report.version }), !view.isUnchecked else {
        return nil
      }
      return (reader.mark, view.incident.level)
    }
    func level(of mark: IncidentView.Mark) -> Level? { marks.filter { $0.mark == mark }.map(\.level).max() }
    let counts = mapped(report)
    if level(of: .lost) != nil {
      return Cell(style: .strong, words: lostWords(report, endpoint), detail: counts)
    }
    if let level = level(of: .loss) {
      return Cell(style: level == .breaking ? .bad : .warning, words: "loses data", detail: counts)
    }
    if level(of: .risk) != nil { return Cell(style: .warning, words: "at risk", detail: counts) }
    if !endpoint.outcome.isChecked, endpoint.outcome != .notDue {
      return Cell(style: .unseen, words: "not checked")
    }
    if report.notJudged != nil { return Cell(style: .unseen, words: "not judged") }
    switch report.verdict {
    case .decodes: return Cell(style: .good, words: "ok", detail: counts)
    case .unknown: return Cell(style: .unseen, words: "not seen")
    case .fails, .crashes, .hangs:
      // It counts for nobody: it is accepted, or people do not use the version.
      let why = report.status == .supported ? "accepted" : report.status.rawValue
      return Cell(style: .unseen, words: lostWords(report, endpoint), detail: why)
    }
  }

  private static func lostWords(_ report: VersionReport, _ endpoint: EndpointReport) -> String {
    switch report.verdict {
    case .crashes: "crashes"
    case .hangs: "hangs"
    case .fails: "cannot read it"
    case .decodes, .unknown: endpoint.outcome == .gone ? "gets nothing" : "loses all"
    }
  }

  /// `Product 20 of 20`.
  private static func mapped(_ report: VersionReport) -> String {
    let parts = report.mappings.filter { $0.recordsIn > 0 }.map {
      "\($0.name) \(grouped($0.recordsOut)) of \(grouped($0.recordsIn))"
    }
    return parts.prefix(2).joined(separator: ", ") + (parts.count > 2 ? " and \(parts.count - 2) more" : "")
  }
}

extension VersionMatrix {
  /// How such a table is read.
  static let legend =
    "A row is an endpoint. A column is a version: the code of the app's releases below it, with the share of people who have one of them. "
    + "6 of 6 says how many of the response's records this code made something of."

  /// The matrix as a table.
  ///
  /// - Parameters:
  ///   - target: The page of an endpoint, if there is one.
  ///   - listing: The command that lists what has no room.
  /// - Returns: A table, and what it leaves out.
  func html(_ target: (EndpointID) -> PageName?, listing: String) -> [HTML] {
    guard !rows.isEmpty else { return [] }
    let titles: [HTML] =
      ["endpoint"]
      + versions.map { version in
        let share = version.installs.flatMap(percent).map { "\($0) of installs" }
        let status = version.status == .supported ? nil : version.status.rawValue
        let notes = [version.shippedIn, share, status].compactMap(\.self).filter { !$0.isEmpty }
        return .text(version.id)
          + (notes.isEmpty
            ? .nothing : HTML(.span, .styles(.note), containing: [.text(notes.joined(separator: " · "))]))
      }
    let body = rows.map { row in
      let name = HTML.text(row.name)
      let remark: HTML =
        row.remark.isEmpty ? .nothing : HTML(.span, .styles(.note), containing: [.text(row.remark, limit: 160)])
      let head = HTML(
        .th, .scope("row"), containing: [target(row.id).map { .link(.page($0), name) } ?? name, remark])
      return HTML(.tr, containing: [head] + zip(row.cells, versions).map { Self.html($0, $1.id) })
    }
    let (kept, rest) = HTML.fitting(body, room: HTML.listRoom)
    let head = HTML(.tr, containing: titles.map { HTML(.th, .scope("col"), containing: [$0]) })
    let table = HTML(
      .table, .styles(.grid, .stacked),
      containing: [HTML(.thead, containing: [head]), HTML(.tbody, containing: kept)])
    return [.wide("Versions at the endpoints of \(contract)", table), .left(out: rest, listing)]
  }

  private static func html(_ cell: Cell?, _ version: String) -> HTML {
    guard let cell else { return HTML(.td, .styles(.absent), containing: [.span(.faint, "does not read it")]) }
    // A narrow screen shows one cell below the other, without the column's title.
    let name = HTML(.span, [.styles(.narrow), .hiddenFromReaders], [.text(version)])
    let detail: HTML =
      cell.detail.isEmpty ? .nothing : HTML(.span, .styles(.note), containing: [.text(cell.detail, limit: 120)])
    return HTML(.td, .styles(cell.style), containing: [name, HTML(.strong, containing: [.text(cell.words)]), detail])
  }
}
