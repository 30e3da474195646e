import DriftModel

/// The records that came in at the last check and what versions made of them.
struct RecordTable {
  let endpoints: [EndpointReport]

  /// A row for each mapping of each version; of a version without mappings its verdict.
  var html: [HTML] {
    let rows = endpoints.flatMap { endpoint in endpoint.versions.flatMap(Self.rows) }
    guard !rows.isEmpty else { return [] }
    let (kept, rest) = rows.cut(to: HTML.listRoom)
    return [
      .table(
        "Records that came in and were mapped",
        titles: ["version", "responses", "reads it as", "domain model", "came in", "mapped", "share"], rows: kept,
        numbers: [4, 5]),
      .left(out: rest, ""),
    ]
  }

  private static func rows(_ version: VersionReport) -> [[HTML]] {
    let releases = version.shippedIn.map { HTML(.span, .styles(.note), containing: [.text($0)]) } ?? .nothing
    let verdict: HTML =
      switch version.verdict {
      case .decodes: .span(.good, "decodes")
      case .fails: .span(.bad, "does not decode")
      case .crashes: .span(.bad, "crashes")
      case .hangs: .span(.bad, "hangs")
      case .unknown: .span(.faint, "not seen")
      }
    let responses = version.responses > 1 ? " \(grouped(version.decoded)) of \(grouped(version.responses))" : ""
    let head: [HTML] = [.text(version.version) + releases, verdict + .text(responses), .code(version.typeName)]
    guard !version.mappings.isEmpty else { return [head + [.span(.faint, "none"), "", "", ""]] }
    return version.mappings.map { mapping in
      guard mapping.ran || mapping.recordsIn > 0 else {
        return head + [.text(mapping.name), "", "", .span(.faint, "did not run")]
      }
      let share = mapping.recordsIn > 0 ? Double(mapping.recordsOut) / Double(mapping.recordsIn) * 100 : 0
      let bar = HTML(
        .svg, [.styles(.share), .hiddenFromReaders],
        [HTML(.rect, [.styles(.good), .x(0), .y(0), .height(100), .width(min(share, 100))], [])])
      return head + [
        .text(mapping.name), .text(grouped(mapping.recordsIn)), .text(grouped(mapping.recordsOut)),
        mapping.recordsIn > 0 ? bar + .text(" \(percent(share) ?? "")") : .span(.faint, "no record"),
      ]
    }
  }
}
