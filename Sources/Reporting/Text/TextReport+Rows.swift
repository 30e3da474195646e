import DriftModel

extension TextReport {
  /// What each version makes of an incident: those that are hit, and some that are not.
  func rows(_ view: IncidentView, on canvas: inout TextCanvas) {
    let hit = view.readers.filter { $0.mark != .fine }
    let spared = view.readers(.fine)
    let room = options.showAll || options.verbose ? spared.count : max(2, 6 - hit.count)
    let shown = view.readers.filter { reader in
      reader.mark != .fine || spared.prefix(room).contains { $0.version == reader.version }
    }
    let idWidth = shown.map { displayWidth(of: visible($0.version)) }.max() ?? 0
    let cells = shown.map { reader in
      [reader.property ?? "", verdict(reader), mappings(reader, in: view)].map { StyledText($0, limit: 200) }
    }
    let start = max(evidenceColumn, 2 + idWidth + 2 + 6)
    let widths = (0..<2).map { index in cells.map { $0[index].width }.max() ?? 0 }
    let longest = cells.map { $0[2].width }.max() ?? 0
    let isTable = start + widths.reduce(0) { $0 + $1 + 3 } + longest <= canvas.width
    for (reader, row) in zip(shown, cells) {
      var head = StyledText("  \(reader.version)", .strong).padded(to: 2 + idWidth + 2)
      head.append(reader.mark.rawValue, style(of: reader.mark))
      head = head.padded(to: start)
      if isTable {
        canvas.flow(
          head, [row[0].padded(to: widths[0]), row[1].padded(to: widths[1]), row[2]], separator: "   ", hanging: start)
      } else {
        canvas.flow(head, row, separator: "   ", hanging: start)
      }
    }
    if spared.count > room {
      canvas.flow(
        StyledText("  "), [StyledText("\(counted(spared.count - room, "more version")) ok")], hanging: 2)
    }
  }

  func style(of mark: IncidentView.Mark) -> TextStyle {
    switch mark {
    case .lost: .bad
    case .loss, .risk: .warning
    case .fine: .good
    case .unknown: .faint
    }
  }

  func verdict(_ reader: IncidentView.Reader) -> String {
    guard let report = reader.report else { return reader.mark == .lost ? "does not decode" : "" }
    let lost = report.responses - report.decoded
    let part = report.decoded > 0 ? " in \(grouped(lost)) of \(counted(report.responses, "response"))" : ""
    return switch report.verdict {
    case .decodes: "decodes"
    case .fails: part.isEmpty ? "does not decode" : "fails\(part)"
    case .crashes: "crashes\(part)"
    case .hangs: "hangs\(part)"
    case .unknown: "no response"
    }
  }

  /// `Product 0 of 20`; of a mapping that did not run, out of as many records as another version was given.
  func mappings(_ reader: IncidentView.Reader, in view: IncidentView) -> String {
    let parts = (reader.report?.mappings ?? []).map { mapping -> String in
      let others = view.readers.lazy.compactMap(\.report).flatMap(\.mappings)
      let known = others.first { $0.name == mapping.name && $0.recordsIn > 0 }?.recordsIn
      if mapping.recordsIn > 0 || (!mapping.ran && reader.mark == .lost && known != nil) {
        let all = mapping.recordsIn > 0 ? mapping.recordsIn : known ?? 0
        return "\(mapping.name) \(grouped(mapping.recordsOut)) of \(grouped(all))"
      }
      return mapping.ran ? "\(mapping.name): no record" : "\(mapping.name): none made"
    }
    let limit = options.showAll || options.verbose ? parts.count : 3
    let more = parts.count > limit ? ["\(grouped(parts.count - limit)) more"] : []
    return (parts.prefix(limit) + more).joined(separator: ", ")
  }
}
