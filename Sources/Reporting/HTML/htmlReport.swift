import DriftModel

/// Writes a report as one page that needs nothing else: each incident with what moved, then who is hurt, then the rest.
///
/// - Parameters:
///   - report: What was found.
///   - options: How much is listed.
/// - Returns: A page of HTML below 300 kB.
func htmlReport(_ report: RoundReport, options: RenderOptions) -> String {
  let content = ReportContent(report, options: options)
  let document = ReportDocument(content).document(listsEndpoints: true)
  let printer = HTMLPrinter(listingCommand: options.listingCommand, level: 1)
  let rest = document.blocks.filter { if case .group = $0 { false } else { true } }
  var page = HTMLPage(title: document.title ?? Phrase("Report"))
  page.content =
    [
      HTML.section(.incidents, "What is open", incidents(content)),
      HTML.section(.now, "Who is hurt now", hurtNow(content, listing: options.listingCommand) { _ in nil }),
    ] + printer.html(of: rest)
  page.end = document.end.map { .text($0, limit: 2_000) }
  return page.text
}

/// The matrices of all APIs, each under `title`; of more than two dozen only those where somebody is hurt.
func hurtNow(
  _ content: ReportContent, listing: String, title: (String) -> HTML = { .text($0) },
  _ target: @escaping (EndpointID) -> PageName?
) -> [HTML] {
  let matrices = content.report.contracts.map { VersionMatrix($0, content) }.filter { !$0.isEmpty }
  let hurt = matrices.filter { matrix in
    matrix.rows.contains { $0.cells.contains { $0.map { $0.style != .good } ?? false } }
  }
  let names = Set(hurt.map(\.contract))
  let fine = matrices.filter { !names.contains($0.contract) }
  func parts(_ matrices: [VersionMatrix]) -> [HTML] {
    matrices.flatMap { matrix in
      [HTML(.h3, containing: [title(matrix.contract)])] + matrix.html(target, listing: listing)
    }
  }
  let (kept, rest) = HTML.fitting(parts(hurt), room: 2 * HTML.listRoom)
  let (well, further) = HTML.fitting(parts(fine), room: 2 * HTML.listRoom)
  let legend = matrices.isEmpty ? [] : [HTML(.p, .styles(.faint), containing: [.text(VersionMatrix.legend)])]
  guard !fine.isEmpty else { return legend + kept + [.left(out: rest, listing)] }
  let words = "every version that reads \(fine.count == 1 ? "it" : "them") gets everything"
  let isAlone = kept.isEmpty
  let title = "\(counted(fine.count, isAlone ? "API" : "further API")): \(words)"
  // Who is hurt comes first, and is not lost between those who are not.
  return legend + kept + [.left(out: rest, listing), .folded(title, well + [.left(out: further, listing)])]
}

/// Incidents in full as long as there is room, then in a line each.
private func incidents(_ content: ReportContent) -> [HTML] {
  let printer = HTMLPrinter(listingCommand: content.options.listingCommand)
  let views = ReportDocument(content).shown
  let groups = views.lazy.map { view -> HTML in
    guard case .group(let heading, let parts) = IncidentBlock(view, in: content).block else { return .nothing }
    let changes = ChangeList(view.findings, content)
    let moved =
      changes.changes.isEmpty ? [] : [HTML(.h4, containing: ["Before and after"])] + changes.html
    return printer.html(of: heading, printer.html(of: parts) + moved)
  }
  let (kept, rest) = HTML.fitting(groups, room: 4 * HTML.listRoom)
  guard rest > 0 else { return kept }
  let lines = views[kept.count...].lazy.map { view in
    HTML(
      .li,
      containing: [
        .badge(view.shout.lowercased(), view.incident.level.style), " ", .text(view.name), " ",
        .text(view.incident.headline, limit: 300), .span(.faint, " \(view.entry.shortID)"),
      ])
  }
  let (shown, more) = HTML.fitting(lines, room: HTML.listRoom)
  return kept + [HTML(.h3, containing: ["Further incidents"]), HTML(.ul, [], shown)]
    + [.left(out: more, content.options.listingCommand)]
}

extension Document {
  /// Its last lines: the round, what was covered, and the exit code.
  var end: [String] {
    blocks.compactMap { block in
      guard case .row(let row) = block, row.kind == .end else { return nil }
      return row.pieces.map(\.text).joined(separator: row.separator)
    }
  }
}
