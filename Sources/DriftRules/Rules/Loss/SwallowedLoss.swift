import DriftModel
import PayloadShape

/// Values at one path of the response that a version's types went on without.
struct SwallowedLoss {
  let path: String
  let lost: Int
  /// Times that the types asked for a value there.
  let total: Int
  /// The same before.
  let known: MappingStatistics.Losses
}

extension Judgement {
  /// What the types of a version went on without in some responses, or did before; linear in the members that they ask for.
  ///
  /// - Parameters:
  ///   - facts: What the version made of each of the responses.
  ///   - version: The version.
  /// - Returns: One loss for each path, in order of paths.
  func swallowedLosses(_ facts: [VersionExamination], _ version: VersionInfo) -> [SwallowedLoss] {
    let statistics = mappings[version.id]?[MappingKey.decoding(version.id).mapping]
    let facts = facts.filter { $0.decoding.hasSucceeded && $0.explanationMissing == nil && $0.contradiction == nil }
    var counts: [String: (lost: Int, total: Int)] = [:]
    for path in facts.flatMap(\.swallowed).map(\.pattern) + Array(statistics?.swallowed.keys ?? [:].keys) {
      counts[path] = (0, 0)
    }
    guard !counts.isEmpty else { return [] }
    for fact in facts {
      var here: [String: (lost: Int, total: Int)] = [:]
      for failure in fact.swallowed where !fact.readsOtherwise(failure) {
        let known = here[failure.pattern] ?? (0, 0)
        here[failure.pattern] = (
          known.lost + failure.count, max(known.total, failure.total, known.lost + failure.count)
        )
      }
      for field in fact.fields where counts[field.pattern] != nil && here[field.pattern] == nil {
        here[field.pattern] = (0, field.seen + field.null + field.missing)
      }
      for (path, seen) in here { counts[path].map { counts[path] = ($0.lost + seen.lost, $0.total + seen.total) } }
    }
    return counts.map { path, seen in
      SwallowedLoss(
        path: path, lost: seen.lost, total: seen.total,
        known: statistics?.swallowed[path] ?? unfailed(at: path, in: statistics))
    }.sorted { $0.path < $1.path }
  }

  /// What is known of a path at which nothing was lost before: as many values as the baseline holds, or objects that could have one, in
  /// the share of the responses that the version read.
  private func unfailed(at path: String, in statistics: MappingStatistics?) -> MappingStatistics.Losses {
    var known = MappingStatistics.Losses()
    guard let baseline, baseline.documents > 0, let seen = baseline.statistics(at: path) else { return known }
    let share = min(1, Double(statistics?.responses ?? 0) / Double(baseline.documents))
    known.absorb(0, of: Int(Double(max(seen.parentCount, seen.count)) * share))
    // What came later was in fewer rounds than there were.
    let rounds = Double(statistics?.rounds ?? 0) * Double(seen.documents) / Double(baseline.documents)
    if known.total > 0 { known.rounds = min(Int(rounds.rounded(.up)), known.total) }
    return known
  }

  /// The path of the elements around a path: `$.blocks[*]` of `$.blocks[*].kind`; the whole response if there are none.
  func listPath(around path: String) -> String {
    path.ranges(of: "[*]").last.map { String(path[..<$0.upperBound]) } ?? "$"
  }
}

extension VersionExamination {
  /// Whether a type that failed was one of several that were tried, and another one read the value: nothing is lost then.
  fileprivate func readsOtherwise(_ failure: FieldFailure) -> Bool {
    let failed = Set(swallowed.filter { $0.pattern == failure.pattern }.flatMap(\.types))
    return fields.contains { field in
      field.seen > 0
        && (field.pattern == failure.pattern
          ? !failed.contains(field.swiftType) : isPath(failure.pattern, ancestorOf: field.pattern))
    }
  }
}
