import Foundation

extension Incident {
  /// Its findings when it was last seen, as far as the history of its endpoint has them.
  package func lastFindings(among intervals: [FindingInterval]) -> [Finding] {
    let last = lastSeenAt.toTheMillisecond
    return intervals.filter { interval in
      // What ended earlier was no part of it any more, and what waited for more responses never was.
      interval.incident == id && interval.state != .pending && interval.first.at <= last
        && interval.ended.map { $0.at > last } ?? true
    }.map { Finding($0) }
  }
}

extension Finding {
  /// What an interval kept of a finding: how it was at its worst, without its hint and without how many records a mapping made.
  package init(_ interval: FindingInterval) {
    self.init(
      rule: interval.rule, level: interval.level, key: interval.key, path: interval.paths.first ?? "",
      versions: interval.versions.map { version in
        AffectedVersion(
          version: version.id, property: version.property.isEmpty ? nil : version.property,
          losesResponse: version.losesResponse)
      }, message: interval.message
    ) { finding in
      finding.paths = Array(interval.paths.dropFirst())
      (finding.expected, finding.actual, finding.form) = (interval.expected, interval.actual, interval.form)
      (finding.count, finding.total) = (interval.worst.count, interval.worst.total)
      finding.example = interval.example.flatMap { example in
        example.pointer.isEmpty && example.excerpt.isEmpty
          ? nil : Example(pointer: example.pointer, excerpt: example.excerpt)
      }
      finding.mappings = interval.mappings.map(\.key).uniqued().map { key in
        AffectedMapping(
          version: key.version, mapping: key.mapping,
          properties: interval.mappings.filter { $0.key == key && !$0.property.isEmpty }.map(\.property))
      }
      (finding.firstSeen, finding.lastSeen) = (interval.first.at, interval.lastAt)
      (finding.state, finding.incident) = (interval.state, interval.incident)
      finding.fingerprint = interval.fingerprint
    }
  }
}
