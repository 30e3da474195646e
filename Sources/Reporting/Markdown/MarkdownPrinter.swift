/// Writes a document in GitHub-flavoured Markdown, for a comment of a pull request and for `$GITHUB_STEP_SUMMARY`.
///
/// GitHub refuses comments over 65,536 characters and summaries over 1 MiB. Every part has its room, in sum below 60,000
/// characters. What has none is counted, and the command that lists it is named.
struct MarkdownPrinter {
  /// Characters that all groups together may take.
  private static let groupRoom = 16_000
  /// Characters that any other list may take.
  private static let listRoom = 5_000
  /// Rows of one table, and facts of one fold.
  private static let mostRows = 20

  private var page = MarkdownPage()
  private let listingCommand: String

  init(listingCommand: String) { self.listingCommand = listingCommand }

  mutating func text(of document: Document) -> String {
    if let title = document.title {
      page.line("# \(markdownProse(title.text, limit: 300))")
      page.line()
    }
    groups(document.blocks)
    for block in document.blocks { write(block) }
    let end = document.blocks.compactMap { block -> String? in
      guard case .row(let row) = block, row.kind == .end else { return nil }
      return markdownProse(row.pieces.map(\.text).joined(separator: row.separator), limit: 200)
    }
    if !end.isEmpty { page.lines(["---", ""] + end.dropLast().map { "\($0)<br>" } + end.suffix(1)) }
    return page.text
  }

  // MARK: - Groups

  /// Groups in full as long as there is room, then in a line each, then by their number.
  private mutating func groups(_ blocks: [Document.Block]) {
    let groups = blocks.compactMap { block in
      if case .group(let heading, let parts) = block { (heading, parts) } else { nil }
    }
    let end = page.length + Self.groupRoom
    for (index, (heading, parts)) in groups.enumerated() {
      var printer = MarkdownPrinter(listingCommand: listingCommand)
      printer.page.lines(["### \(words(heading))", ""])
      for part in parts { printer.write(part) }
      guard page.length + printer.page.length <= end else {
        return list("Further incidents", groups[index...].map { "- \(words($0.0))" })
      }
      page.lines(printer.page.lines)
      page.line()
    }
  }

  private func words(_ heading: Document.Heading) -> String {
    let level = heading.level.isEmpty ? "" : "\(heading.level.text) "
    let id = heading.id.isEmpty ? "" : " (\(heading.id))"
    let parts = [
      level + markdownProse(heading.name), heading.marker.lowercased(), markdownProse(heading.summary, limit: 200),
      markdownProse(heading.aside), words(heading.note),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ") + id
  }

  // MARK: - Blocks

  private mutating func write(_ block: Document.Block) {
    switch block {
    case .gap, .group: break
    case .row(let row): write(row)
    case .table(let table): write(table)
    case .sections(let sections, _):
      for section in sections {
        let items = section.entries.map(words)
        if section.isFolded {
          fold(section.foldedTitle, items)
        } else {
          list(section.title.prefix(1) + section.title.dropFirst().lowercased(), items)
        }
      }
    case .list(let list):
      let more = list.counts.count > 3 ? ["\(grouped(list.items.count)) in all"] : []
      fold((list.counts.prefix(3) + more).joined(separator: " · "), list.items.map(words))
    case .further(let further):
      guard further.rows.count > 3 else {
        for row in further.rows { write(row) }
        return
      }
      // Many consequences of one cause are worth a click, not a page.
      let limit = further.rows.count > Self.mostRows ? Self.mostRows - 1 : further.rows.count
      page.lines(["", "<details><summary>\(counted(further.rows.count, "further finding"))</summary>", ""])
      for row in further.rows.prefix(limit) { write(row) }
      more(further.rows.count - limit)
      page.lines(["", "</details>", ""])
    }
  }

  private mutating func write(_ row: Document.Row) {
    let between = ["   ", "  "].contains(row.separator) ? ", " : row.separator
    let pieces = row.pieces.filter { !$0.isEmpty }.map { words($0) }
    // A sentence that goes on after a comma has no full stop.
    let text =
      pieces.dropLast().map { between == ", " ? $0.withoutFullStop : $0 }.joined(separator: between)
      + (pieces.count > 1 ? between : "") + (pieces.last ?? "")
    let label = words(row.label)
    switch row.kind {
    case .end: break
    case .story: page.lines([(["**\(pieces.first ?? "")**"] + pieces.dropFirst()).joined(separator: " "), ""])
    case .paragraph, .verbatim: page.lines(["", label.isEmpty ? text : "\(label) \(text)", ""])
    case .fact: page.line(label.isEmpty ? "- \(text)" : "- \(label): \(text)")
    case .detail: page.line(label.isEmpty ? "  - \(text)" : "  - \(label) \(text)")
    }
  }

  private mutating func write(_ table: Document.Table) {
    guard !table.rows.isEmpty else { return }
    page.line()
    page.line(markdownRow(table.titles))
    page.line("|" + table.titles.map { _ in "---|" }.joined())
    let limit = table.rows.count > Self.mostRows ? Self.mostRows - 1 : table.rows.count
    for row in table.rows.prefix(limit) { page.line(markdownRow(row.map { words($0, inTable: true) })) }
    if table.rows.count > limit {
      let rest = "and \(grouped(table.rows.count - limit)) more"
      page.line(markdownRow([rest] + table.titles.dropFirst().map { _ in "" }))
    }
    page.line()
  }

  // MARK: - Lists

  private mutating func list(_ title: String, _ items: [String]) {
    guard !items.isEmpty else { return }
    page.lines(["", "### \(title)", ""])
    more(page.items(items, room: Self.listRoom))
    page.line()
  }

  /// A list that a click unfolds.
  private mutating func fold(_ title: String, _ items: [String]) {
    guard !items.isEmpty else { return }
    page.lines(["", "<details><summary>\(markdownProse(title))</summary>", ""])
    more(page.items(items, room: Self.listRoom))
    page.lines(["", "</details>", ""])
  }

  /// How many were left out, and the command that lists them, or what to add to the present one.
  private mutating func more(_ count: Int) {
    guard count > 0 else { return }
    let listing = listingCommand.hasPrefix("add ") ? Phrase(listingCommand) : Phrase.command(listingCommand)
    page.line("- and \(grouped(count)) more: \(words(listing))")
  }

  private func words(_ entry: Document.Entry) -> String {
    let head = [entry.id.isEmpty ? "" : "**\(entry.id)**", markdownProse(entry.name)].filter { !$0.isEmpty }
    let pieces = entry.pieces.map { words($0) }.joined(separator: " · ")
    return "- " + (head.isEmpty ? pieces : "\(head.joined(separator: " ")): \(pieces)")
  }

  private func words(_ item: Document.FindingList.Item) -> String {
    let words = item.sentences.map { markdownProse($0) }.joined(separator: " ")
    let more = item.paths.count > 3 ? " and \(grouped(item.paths.count - 3)) more" : ""
    let shown = item.paths.prefix(3).map { markdownCode($0) }.joined(separator: ", ")
    let also = item.paths.isEmpty ? "" : " Also at \(shown)\(more)."
    return "- \(markdownProse(item.name)): \(words)\(also) <sub>\(item.rule)</sub>"
  }

  // MARK: - Words

  private func words(_ phrase: Phrase, inTable: Bool = false) -> String {
    phrase.spans.map { span in
      let text = span.text
      switch span.role {
      case .code, .subject: return markdownCode(text, inTable: inTable)
      case .arrow: return " → "
      case .plain, .strong, .bad, .warning, .good, .faint:
        let words = markdownProse(text, inTable: inTable)
        return words.isEmpty ? " " : (text.hasPrefix(" ") ? " " : "") + words + (text.hasSuffix(" ") ? " " : "")
      }
    }.joined()
  }
}

/// Cells as a row of a table; an empty cell keeps its place.
private func markdownRow(_ cells: [String]) -> String {
  "| \(cells.map { $0.isEmpty ? " " : $0 }.joined(separator: " | ")) |"
}
