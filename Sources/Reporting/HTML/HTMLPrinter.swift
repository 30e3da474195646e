/// Writes the parts of a document as HTML.
///
/// Every list has its room. What has none is counted, and the command that lists it is named.
struct HTMLPrinter {
  /// The command that lists what is left out.
  let listingCommand: String
  /// Level of the headings of lists; groups are one below.
  var level = 2
  /// Further facts of one incident that are written out.
  private static let mostFurther = 60

  /// What a group consists of, without its heading.
  func html(of blocks: [Document.Block]) -> [HTML] {
    var result: [HTML] = []
    var facts: [HTML] = []
    func flush() {
      if !facts.isEmpty { result.append(HTML(.dl, [], facts)) }
      facts = []
    }
    for block in blocks {
      if case .row(let row) = block, row.kind == .fact || row.kind == .detail {
        facts += fact(row, isFirst: facts.isEmpty)
        continue
      }
      flush()
      result += html(of: block)
    }
    flush()
    return result
  }

  /// A group with its heading: one incident.
  func html(of heading: Document.Heading, _ parts: [HTML]) -> HTML {
    let badge: HTML =
      heading.level.isEmpty ? .nothing : .badge(heading.level.text.lowercased(), heading.level.spans.first?.role) + " "
    let marker: HTML = heading.marker.isEmpty ? .nothing : .badge(heading.marker.lowercased(), .plain) + " "
    let title = HTML(
      level == 1 ? .h2 : .h3,
      containing: [
        badge, marker, .text(heading.name),
        heading.id.isEmpty ? .nothing : " " + HTML(.span, .styles(.faint), containing: [.text(heading.id)]),
      ])
    let aside = [heading.aside].filter { !$0.isEmpty }.map { HTML(.p, .styles(.faint), containing: [.text($0)]) }
    let note = heading.note.isEmpty ? [] : [HTML(.p, containing: [heading.note.html])]
    return HTML(.section, .styles(.incident), containing: [title] + aside + note + parts)
  }

  // MARK: - Blocks

  private func html(of block: Document.Block) -> [HTML] {
    switch block {
    case .gap: return []
    case .group(let heading, let parts): return [html(of: heading, html(of: parts))]
    case .row(let row): return row.kind == .end ? [] : [line(row)]
    case .table(let table): return html(of: table)
    case .sections(let sections, _):
      return sections.flatMap { section -> [HTML] in
        guard !section.entries.isEmpty else { return [] }
        let items = list(section.entries.lazy.map(item))
        let name = section.title.prefix(1) + section.title.dropFirst().lowercased()
        return section.isFolded
          ? [.folded(section.foldedTitle, items)]
          : [title(String(name))] + items
      }
    case .list(let list):
      guard !list.items.isEmpty else { return [] }
      let remarks = list.remarks.isEmpty ? [] : self.list(list.remarks.lazy.map(item))
      let all = self.list(list.items.lazy.map(item))
      let name = list.title.prefix(1) + list.title.dropFirst().lowercased()
      return [title("\(name) (\(list.meaning))")] + remarks + [.folded(list.counts.joined(separator: " · "), all)]
    case .further(let further):
      let shown = further.rows.prefix(Self.mostFurther)
      let rows = html(of: shown.map { .row($0) }) + [left(out: further.rows.count - shown.count)]
      return further.rows.count <= 4 ? rows : [.folded(counted(further.rows.count, "further finding"), rows)]
    }
  }

  private func title(_ words: String) -> HTML { HTML(level == 1 ? .h2 : .h3, containing: [.text(words)]) }

  private func html(of table: Document.Table) -> [HTML] {
    guard !table.rows.isEmpty else { return [] }
    let titles = table.titles.map { title -> HTML in
      title.isEmpty ? .span(.spoken, "mark") : .text(title)
    }
    let rows = table.rows.lazy.map { row in row.map(\.html) }
    let (kept, rest) = rows.cut(to: HTML.listRoom)
    let more = rest > 0 ? [left(out: rest)] : []
    return [.table(table.titles.filter { !$0.isEmpty }.joined(separator: ", "), titles: titles, rows: kept)] + more
  }

  // MARK: - Lines

  private func line(_ row: Document.Row) -> HTML {
    let words = words(row)
    switch row.kind {
    case .story:
      let first = HTML(.strong, containing: [row.pieces.first?.html ?? .nothing])
      return HTML(
        .p, .styles(.story), containing: [first] + row.pieces.dropFirst().flatMap { [" ", $0.html] })
    case .paragraph, .verbatim, .end, .fact, .detail:
      let label: HTML = row.label.isEmpty ? .nothing : row.label.html + " "
      return HTML(.p, containing: [label + words])
    }
  }

  /// A fact with its name, or more of the fact before it.
  private func fact(_ row: Document.Row, isFirst: Bool) -> [HTML] {
    let label = row.label.text
    if row.kind == .fact && !label.isEmpty || isFirst {
      return [HTML(.dt, containing: [.text(label.isEmpty ? "what" : label)]), HTML(.dd, containing: [words(row)])]
    }
    return [HTML(.dd, containing: [label.isEmpty ? .nothing : .span(.faint, "\(label) "), words(row)])]
  }

  private func words(_ row: Document.Row) -> HTML {
    let pieces = row.pieces.filter { !$0.isEmpty }.map(\.html)
    guard pieces.count > 1 else { return pieces.first ?? .nothing }
    // Columns of spaces are for terminals.
    if row.separator.allSatisfy({ $0 == " " }), row.separator.count > 1 {
      return pieces.map { HTML(.span, .styles(.piece), containing: [$0]) + " " }.reduce(.nothing, +)
    }
    return pieces.dropFirst().reduce(pieces[0]) { $0 + .text(row.separator) + $1 }
  }

  // MARK: - Lists

  private func list(_ items: some Collection<HTML>) -> [HTML] {
    let (kept, rest) = HTML.fitting(items, room: HTML.listRoom)
    return [HTML(.ul, [], kept)] + (rest > 0 ? [left(out: rest)] : [])
  }

  /// How many were left out, and the command that lists them, or what to add to the present one.
  func left(out count: Int) -> HTML { .left(out: count, listingCommand) }

  private func item(_ entry: Document.Entry) -> HTML {
    let id: HTML = entry.id.isEmpty ? .nothing : HTML(.strong, containing: [.text(entry.id)]) + " "
    let name: HTML = entry.name.isEmpty ? .nothing : .text("\(entry.name): ")
    let pieces = entry.pieces.filter { !$0.isEmpty }.map(\.html)
    let words = pieces.dropFirst().reduce(pieces.first ?? .nothing) { $0 + " · " + $1 }
    return HTML(.li, containing: [id, name, words])
  }

  private func item(_ item: Document.FindingList.Item) -> HTML {
    let most = 10
    var content: [HTML] = [.text("\(item.name): \(item.sentences.joined(separator: " "))", limit: 4_000)]
    if !item.paths.isEmpty {
      let codes = item.paths.prefix(most).map { HTML.code($0) }
      content.append(" Also at " + codes.dropFirst().reduce(codes[0]) { $0 + ", " + $1 })
      if item.paths.count > most { content.append(.text(" and \(grouped(item.paths.count - most)) more")) }
    }
    return HTML(.li, containing: content + [.span(.faint, " \(item.rule)")])
  }
}

extension HTML {
  /// How many things of a list were left out, and the command that lists them, or what to add to the present one.
  static func left(out count: Int, _ command: String) -> HTML {
    guard count > 0 else { return .nothing }
    let how: HTML =
      command.isEmpty
      ? .nothing : command.hasPrefix("add ") ? .text(": \(command)") : ": " + .code(command, limit: 1_000)
    return HTML(.p, .styles(.faint), containing: ["and \(grouped(count)) more" + how])
  }

  /// A short word on a coloured ground.
  static func badge(_ words: String, _ role: Phrase.Role?) -> HTML {
    let style: Style =
      switch role {
      case .bad: .strong
      case .warning: .warning
      case .good: .good
      case .plain, .strong, .code, .subject, .arrow, .faint, nil: .unseen
      }
    return HTML(.span, .styles(.badge, style), containing: [.text(words)])
  }
}

extension Collection<[HTML]> {
  /// As many rows as have room, and how many have none. Those are not made where this is lazy.
  func cut(to room: Int) -> (rows: [[HTML]], rest: Int) {
    var size = 0
    var kept: [[HTML]] = []
    for row in self {
      size += row.reduce(40) { $0 + $1.size + 9 }
      guard size <= room else { break }
      kept.append(row)
    }
    return (kept, count - kept.count)
  }
}
