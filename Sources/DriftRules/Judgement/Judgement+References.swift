import DriftModel
extension Judgement {
  /// References whose partner is not among the other endpoint's records. Records that never had one are how the data is, so only
  /// more of them than before are at warning.
  ///
  /// `comparable` are the parts that the baseline can tell of.
  func referenceFindings(
    _ version: VersionInfo, _ mapping: String, _ ran: [MappingExamination], _ comparable: [MappingExamination]
  ) -> [Finding] {
    let statistics = mappings[version.id]?[mapping]
    let known = Self.references(of: comparable)
    return Self.references(of: ran).filter { $0.unmatched > 0 }.map { reference in
      let before = known.first { $0.name == reference.name }
      let tolerated = before.flatMap { statistics?.tolerated(reference: reference.name, of: $0.total) }
      let isMore = before.flatMap { before in tolerated.map { before.unmatched > $0 } } ?? false
      let isPending =
        isMore
        && self.isPending(
          .reference(MappingKey(version: version.id, mapping: mapping), name: reference.name))
      let (count, total) = (reference.unmatched, reference.total)
      let nouns = recordNoun(mapping, count: total)
      let counts = statistics?.references[reference.name]
      return Finding(
        rule: .mappingReferenceUnmatched,
        level: level(of: isMore && !isPending ? .propertyLost : .none, status: version.status), place: place,
        example: reference.example.map { Finding.Example(pointer: $0) },
        expected: "a \(reference.name) in \(reference.endpoint)", actual: "none", count: count, total: total,
        versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn)],
        mappings: [
          AffectedMapping(
            version: version.id, mapping: mapping, properties: [reference.name], recordsIn: total, recordsOut: total)
        ],
        message:
          "\(count) of \(total) \(nouns) \(count == 1 ? "refers" : "refer") to a \(reference.name) that is not in \(reference.endpoint).",
        hint: isPending
          ? counts.map { "pending: \($0.lost) of \($0.total) before is too little to tell chance from change" } : nil,
        state: isPending ? .pending : .open, subject: "\(mapping) reference \(reference.name)")
    }
  }

  /// A reference over all responses in which its partners could be looked for.
  struct ReferenceCount {
    let name: String
    let endpoint: String
    var unmatched: Int
    var total: Int
    /// Where the first record without a partner stands.
    var example: String?
  }

  static func references(of parts: [MappingExamination]) -> [ReferenceCount] {
    var counts: [ReferenceCount] = []
    for reference in parts.flatMap({ $0.references ?? [] }) {
      guard let unmatched = reference.unmatched else { continue }
      if let index = counts.firstIndex(where: { $0.name == reference.name }) {
        counts[index].unmatched += unmatched
        counts[index].total += reference.total
        counts[index].example = [counts[index].example, reference.example].compactMap(\.self).min()
      } else {
        counts.append(
          ReferenceCount(
            name: reference.name, endpoint: reference.endpoint, unmatched: unmatched, total: reference.total,
            example: reference.example))
      }
    }
    return counts
  }
}
