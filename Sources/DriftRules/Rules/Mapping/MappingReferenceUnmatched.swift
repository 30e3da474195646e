import DriftModel

extension Rules {
  static let mappingReferenceUnmatched = Rule(
    .mappingReferenceUnmatched, about: .property, consequences: [.propertyLost, .none],
    meaning:
      "More records than before refer to one that is not among those of another endpoint, such as a category that is gone.",
    remedy:
      "See what the app shows for such a record. Declare a reference only where the other responses hold all records, not a page of them.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .reference
    $0.evidence = .references
  }

  static func mappingReferenceUnmatchedSentence(_ reference: ReferenceCount, _ run: MappingRun) -> String {
    let (count, total) = (reference.unmatched, reference.total)
    return
      "\(count) of \(total) \(run.noun(total)) \(count == 1 ? "refers" : "refer") to a \(reference.name) that is not in \(reference.endpoint)."
  }
}

/// A reference over all responses in which its partners could be looked for.
struct ReferenceCount {
  let name: String
  let endpoint: String
  var unmatched = 0
  var total = 0
  /// Pointer of the first record without a partner.
  var example: String?
}

extension Judgement {
  /// References of a mapping, each over all its responses.
  static func references(of parts: [MappingExamination]) -> [ReferenceCount] {
    var counts: [ReferenceCount] = []
    for reference in parts.flatMap({ $0.references ?? [] }) {
      guard let unmatched = reference.unmatched else { continue }
      let known = counts.firstIndex { $0.name == reference.name }
      let index = known ?? counts.endIndex
      if known == nil { counts.append(ReferenceCount(name: reference.name, endpoint: reference.endpoint)) }
      counts[index].unmatched += unmatched
      counts[index].total += reference.total
      counts[index].example = [counts[index].example, reference.example].compactMap(\.self).min()
    }
    return counts
  }

  /// Records that never had a partner are how the data is, so only more of them than before are at warning.
  func unmatchedReferenceFindings(_ run: MappingRun) -> [Finding] {
    let known = Self.references(of: run.comparable)
    return Self.references(of: run.ran).filter { $0.unmatched > 0 }.map { reference in
      let before = known.first { $0.name == reference.name }
      let tolerated = before.flatMap { run.statistics?.tolerated(reference: reference.name, of: $0.total) }
      let isMore = before.flatMap { before in tolerated.map { before.unmatched > $0 } } ?? false
      let isPending = isMore && self.isPending(.reference(run.key, name: reference.name))
      return finding(
        .mappingReferenceUnmatched, costs: isMore && !isPending ? .propertyLost : .none, run.version,
        subject: "\(run.name) reference \(reference.name)", Rules.mappingReferenceUnmatchedSentence(reference, run)
      ) {
        run.fill(
          &$0, reference.unmatched, of: reference.total, [reference.name], examples: [reference.example])
        ($0.expected, $0.actual) = ("a \(reference.name) in \(reference.endpoint)", "none")
        $0.hint =
          isPending
          ? run.statistics?.references[reference.name].map { Finding.pendingHint(after: $0) } : nil
        $0.state = isPending ? .pending : .open
      }
    }
  }
}
