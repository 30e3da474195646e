import DriftModel

/// The report in GitHub-flavoured Markdown, for a comment of a pull request and for `$GITHUB_STEP_SUMMARY`.
///
/// GitHub refuses comments over 65,536 characters and summaries over 1 MiB. Every section has its room, in sum below 60,000
/// characters; what has none is counted, and the command that lists it is named.
struct MarkdownReport {
  /// Characters that each part may take, list heads and the title besides.
  private enum Room {
    static let blocks = 16_000
    static let standing = 5_000
    static let resolved = 3_000
    static let unchecked = 4_000
    static let information = 5_000
    static let waiting = 3_000
    static let accepted = 3_000
    static let endpoints = 5_000
  }

  let text: TextReport
  private var options: RenderOptions { text.options }

  init(_ report: RoundReport, options: RenderOptions) {
    var options = options
    // A title is no line of a terminal.
    options.width = 120
    options.colour = false
    text = TextReport(report, options: options)
  }

  func rendered() -> String {
    var page = MarkdownPage()
    page.line("# \(markdownProse(text.subject().plain, limit: 300))")
    page.line()
    blocks(on: &page)
    list("Still open", text.standing.map(standing), room: Room.standing, on: &page)
    list("Resolved", text.resolvedEntries.map(resolved), room: Room.resolved, on: &page)
    list("Not checked", text.uncheckedEntries.map(unchecked), room: Room.unchecked, on: &page)
    let kinds = text.informationPieces
    let more = kinds.count > 3 ? ["\(grouped(text.infos.count)) in all"] : []
    folded(
      (kinds.prefix(3) + more).joined(separator: " · "), findings(text.infos) { [$0.message] }, room: Room.information,
      on: &page)
    folded(
      text.waiting.isEmpty ? "" : text.waitingPiece, findings(text.waiting) { text.pendingSentences($0) },
      room: Room.waiting, on: &page)
    folded(
      text.accepted.isEmpty ? "" : "\(grouped(text.accepted.count)) accepted",
      findings(text.accepted) { [$0.message, text.acceptedWords($0)] }, room: Room.accepted, on: &page)
    endpoints(on: &page)
    footer(on: &page)
    return page.text
  }

  // MARK: - Lists

  /// Incidents in full as long as there is room, then in a line each, then by their number.
  private func blocks(on page: inout MarkdownPage) {
    let views = text.blocks + text.loose
    let end = page.length + Room.blocks
    for (index, view) in views.enumerated() {
      let block = text.markdownBlock(view)
      guard page.length + block.reduce(0, { $0 + $1.utf16.count + 1 }) <= end else {
        let rest = views[index...].map { "- \(text.markdownHeading($0))" }
        list("Further incidents", rest, room: Room.standing, on: &page)
        return
      }
      page.lines(block)
      page.line()
    }
  }

  private func list(_ title: String, _ items: [String], room: Int, on page: inout MarkdownPage) {
    guard !items.isEmpty else { return }
    page.line("### \(title)")
    page.line()
    more(page.items(items, room: room), on: &page)
    page.line()
  }

  private func more(_ count: Int, on page: inout MarkdownPage) {
    guard count > 0 else { return }
    page.line("- and \(grouped(count)) more: \(text.markdownListing)")
  }

  /// A list that is unfolded by a click; `title` is ours, without a word of a response.
  private func folded(_ title: String, _ items: [String], room: Int, on page: inout MarkdownPage) {
    guard !items.isEmpty else { return }
    page.lines(["<details><summary>\(title)</summary>", ""])
    more(page.items(items, room: room), on: &page)
    page.lines(["", "</details>", ""])
  }

  private func standing(_ view: IncidentView) -> String {
    var headline = view.incident.headline
    while headline.hasSuffix(".") { headline.removeLast() }
    return
      "- **\(view.entry.shortID)** \(markdownProse(view.name)): \(markdownProse(headline)) · \(markdownProse(text.standingWords(view.incident)))"
  }

  private func resolved(_ entry: TextReport.Entry) -> String {
    let id = entry.id.isEmpty ? "" : "**\(entry.id)** "
    return "- \(id)\(markdownProse(entry.name)) \(markdownProse(entry.pieces.joined(separator: " · ")))"
  }

  private func unchecked(_ entry: TextReport.Entry) -> String {
    "- \(markdownProse(entry.name)): \(markdownProse(entry.pieces.joined(separator: " · ")))"
  }

  private func findings(_ findings: [Finding], _ sentences: (Finding) -> [String]) -> [String] {
    text.byEndpoint(findings).flatMap { name, members in
      members.map { finding in
        let words = sentences(finding).map { markdownProse($0) }.joined(separator: " ")
        let more = finding.paths.count > 3 ? " and \(grouped(finding.paths.count - 3)) more" : ""
        let shown = finding.paths.prefix(3).map { markdownCode($0) }.joined(separator: ", ")
        let also = finding.paths.isEmpty ? "" : " Also at \(shown)\(more)."
        return "- \(markdownProse(name)): \(words)\(also) <sub>\(finding.rule.rawValue)</sub>"
      }
    }
  }

  // MARK: - Endpoints and end

  private func endpoints(on page: inout MarkdownPage) {
    let all = text.report.endpoints
    guard !all.isEmpty else { return }
    let rows = all.map { endpoint in
      let versions = endpoint.versions.map { version in
        let maps = version.mappings.filter { $0.recordsIn > 0 }.prefix(3).map {
          ", \($0.name) \(grouped($0.recordsOut)) of \(grouped($0.recordsIn))"
        }
        return markdownProse(
          "\(version.version) \(version.verdict.rawValue)\(maps.joined())", limit: 160, inTable: true)
      }
      let more = versions.count > 6 ? ["\(grouped(versions.count - 6)) more versions"] : []
      return markdownRow([
        markdownProse(text.report.name(of: endpoint), inTable: true), markdownProse(endpoint.outcome.rawValue),
        (versions.prefix(6) + more).joined(separator: "<br>"),
      ])
    }
    page.lines([
      "<details><summary>\(counted(all.count, "endpoint"))</summary>", "", "| endpoint | outcome | versions |",
      "|---|---|---|",
    ])
    let left = page.items(rows, room: Room.endpoints)
    if left > 0 { page.line("| and \(grouped(left)) more | | |") }
    page.lines(["", "</details>", ""])
  }

  private func footer(on page: inout MarkdownPage) {
    page.line("---")
    page.line()
    let lines = text.footerLines.map { markdownProse($0, limit: 200) }
    for (index, line) in lines.enumerated() { page.line(index + 1 < lines.count ? "\(line)<br>" : line) }
  }
}

/// Cells as a row of a table; an empty cell keeps its place.
func markdownRow(_ cells: [String]) -> String { "| \(cells.map { $0.isEmpty ? " " : $0 }.joined(separator: " | ")) |" }
