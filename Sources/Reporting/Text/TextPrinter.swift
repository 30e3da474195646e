/// Writes a document for people at a terminal or in a mail.
struct TextPrinter {
  private var canvas: TextCanvas
  private let listingCommand: String
  private var width: Int { canvas.width }

  init(width: Int, colour: Bool, listingCommand: String) {
    canvas = TextCanvas(width: width, colour: colour)
    self.listingCommand = listingCommand
  }

  mutating func text(of document: Document) -> String {
    if let title = document.title { canvas.single(title) }
    for block in document.blocks { write(block) }
    return canvas.text
  }

  private mutating func write(_ block: Document.Block) {
    switch block {
    case .gap: canvas.blank()
    case .group(let heading, let blocks):
      canvas.blank()
      write(heading)
      for block in blocks { write(block) }
    case .row(let row): write(row)
    case .table(let table): write(table)
    case .sections(let sections, let column): write(sections, column)
    case .list(let list): write(list)
    case .further(let further):
      for row in further.rows.prefix(further.shown) { write(row) }
      let rest = further.rows.count - further.shown
      guard rest > 0 else { return }
      let pieces = [Phrase(counted(rest, "further finding")), Phrase.command(listingCommand)]
      write(
        Document.Row(
          kind: .fact, label: Phrase("more", .faint), indent: 2, column: further.column, separator: " · ",
          pieces: pieces))
    }
  }

  // MARK: - Lines

  private mutating func write(_ row: Document.Row) {
    let label = .spaces(row.indent) + row.label
    guard row.kind != .verbatim else { return canvas.single(row.pieces.reduce(label, +)) }
    let pieces = row.pieces.flatMap { $0.isSentence ? $0.words : [$0] }
    canvas.flow(
      label.padded(to: row.column), pieces, separator: row.separator, hanging: row.hanging ?? row.column)
  }

  private mutating func write(_ heading: Document.Heading) {
    var start = Phrase(heading.id, .strong)
    if !heading.id.isEmpty { start = start + .spaces(2) }
    if !heading.marker.isEmpty { start = start + Phrase(heading.marker) + .spaces(2) }
    if !heading.level.isEmpty { start = start + heading.level.padded(to: 8) + .spaces(3) }
    start = start + Phrase(heading.name, .strong, limit: 200)
    let aside = Phrase(heading.aside)
    // It is at the right end of the line unless the line would be too long to follow.
    let edge = min(width, 80)
    if !aside.isEmpty, start.width + 2 + aside.width <= edge {
      canvas.flow(start.padded(to: edge - aside.width) + aside, [], hanging: 2)
    } else if heading.note.isEmpty {
      canvas.flow(Phrase(), [start, aside], separator: "  ", hanging: 6)
    } else {
      canvas.flow(start + .spaces(2), [heading.note], hanging: 2)
    }
  }

  // MARK: - Tables

  private mutating func write(_ table: Document.Table) {
    let kept = table.titles.indices.filter { !table.extraColumns.contains($0) }
    guard !table.rows.isEmpty else { return }
    let titles = table.showsTitles ? [kept.map { Phrase(table.titles[$0], .faint) }] : []
    let rows = titles + table.rows.map { row in kept.map { row[$0] } }
    var widths = kept.indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
    widths[0] = max(widths[0], table.firstColumn - 2)
    func end(_ columns: Int) -> Int {
      table.indent + widths.prefix(columns).filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 }
    }
    // As many columns of the head as there is room for.
    var head = table.headColumns
    while head > 1, end(head) - 2 > width { head -= 1 }
    let start = head == table.headColumns ? max(table.column, end(head)) : end(head)
    let rest = widths.dropFirst(head)
    let isTable =
      head == table.headColumns
      && start + rest.dropLast().reduce(0) { $0 + $1 + table.spacing } + (rest.last ?? 0) <= width
    let gap = String(repeating: " ", count: table.spacing)
    for (number, row) in rows.enumerated() {
      var line = Phrase.spaces(table.indent)
      for (cell, width) in zip(row.prefix(head), widths) where width > 0 { line = line + cell.padded(to: width + 2) }
      line = line.padded(to: start)
      let cells = row.dropFirst(head)
      if isTable {
        let padded = zip(cells, rest).map { $0.padded(to: $1) }
        canvas.flow(line, padded, separator: gap, hanging: start)
      } else if table.isRestBelow {
        let indent = table.indent + widths[0] + 2
        let below = row[head..<max(head, table.headColumns)].filter { !$0.isEmpty }
        canvas.flow(line, [], hanging: start)
        if number < titles.count { continue }
        if !below.isEmpty { canvas.flow(.spaces(indent), below, separator: "  ", hanging: indent) }
        let rest = row.dropFirst(table.headColumns).flatMap(\.words)
        if !rest.isEmpty { canvas.flow(.spaces(indent), rest, hanging: indent) }
      } else {
        canvas.flow(line, Array(cells), separator: gap, hanging: min(start, table.column + 2))
      }
    }
  }

  // MARK: - Sections

  private mutating func write(_ sections: [Document.Section], _ column: Int) {
    let widths = sections.flatMap(\.entries).map { head($0).width }
    // Where the texts begin, unless a name is so long that they would be squeezed.
    let widest = widths.filter { column + $0 + 3 <= width * 3 / 5 }.max() ?? 0
    let textColumn = widest == 0 ? column : column + widest + 3
    for section in sections {
      for (index, entry) in section.entries.enumerated() {
        let name = head(entry)
        var line = Phrase(index == 0 ? section.title : "", .strong).padded(to: column) + name
        if name.width > 0 { line = line.padded(to: max(textColumn, line.width + 3)) }
        guard name.width > 0 || entry.pieces.count == 1 else {
          canvas.flow(line, entry.pieces, separator: " · ", hanging: column)
          continue
        }
        let pieces = entry.pieces.enumerated().flatMap { number, piece -> [Phrase] in
          if number > 0 { return [Phrase("· ") + piece] }
          return piece.isSentence ? piece.words : [piece]
        }
        canvas.flow(line, pieces, hanging: name.width > 0 ? textColumn : column)
      }
    }
  }

  private func head(_ entry: Document.Entry) -> Phrase {
    Phrase(entry.id, .strong) + .spaces(entry.id.isEmpty ? 0 : 2) + Phrase(entry.name, limit: 200)
  }

  // MARK: - Findings

  private mutating func write(_ list: Document.FindingList) {
    guard list.isListed, !list.items.isEmpty else {
      var entries: [Document.Entry] = []
      if !list.counts.isEmpty {
        let command = list.isListed ? [] : [Phrase.command(listingCommand)]
        entries = [Document.Entry(pieces: list.counts.map { Phrase($0) } + command)]
        entries[0].pieces[0] = Phrase("\(list.meaning): \(list.counts[0])")
      }
      entries += list.remarks
      return write([Document.Section(title: list.title, entries: entries)], list.column)
    }
    canvas.blank()
    let counts = list.counts.count > 2 ? counted(list.items.count, "finding") : list.counts.joined(separator: ", ")
    canvas.flow(Phrase("\(list.title)  ", .strong), Phrase("\(list.meaning): \(counts)").words, hanging: 2)
    var name: String?
    for item in list.items {
      if item.name != name {
        canvas.flow(.spaces(2), [Phrase(item.name, .strong)], hanging: 2)
        name = item.name
      }
      let words = item.sentences.flatMap { Phrase($0).words }
      let paths = item.paths.isEmpty ? [] : [Phrase("(also at \(item.paths.joined(separator: ", ")))")]
      canvas.flow(.spaces(4), words + paths + [Phrase("[\(item.rule)]", .faint)], hanging: 6)
    }
    canvas.blank()
  }
}
