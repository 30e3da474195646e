import DriftModel
import PayloadShape

extension Judgement {
  /// What would be lost if a version wrote back what it read; a state, that needs no baseline: the body is compared with the
  /// very response.
  ///
  /// One finding for each version and writing endpoint, whatever the number of paths, so that it stays the same when another
  /// member comes to be lost.
  func writeBackFindings() -> [Finding] {
    versions.flatMap { version in
      let all = facts(of: version).flatMap { $0.writeBacks ?? [] }
      return all.map(\.target).uniqued().flatMap { target in
        let parts = all.filter { $0.target == target }
        return unmadeBodies(version, parts) + losses(version, target, parts)
      }
    }
  }

  private func unmadeBodies(_ version: VersionInfo, _ parts: [WriteBackExamination]) -> [Finding] {
    let sends = parts.map { part in
      var send = SendExamination(
        endpoint: part.target, typeName: part.typeName, isEssential: part.isEssential, execution: part.execution)
      (send.offered, send.made, send.thrown) = (part.offered, part.made, part.thrown)
      return send
    }
    return sendFindings(version, sends, part: "body that is written back")
  }

  private func losses(_ version: VersionInfo, _ target: String, _ parts: [WriteBackExamination]) -> [Finding] {
    let differences = Self.summed(parts.flatMap(\.differences))
    let (losses, others) = (differences.filter(\.kind.isLoss), differences.filter { !$0.kind.isLoss })
    func finding(_ told: [BodyDifference], _ consequence: Consequence, _ message: String, _ subject: String) -> Finding?
    {
      // Erased before changed, each by path.
      guard let first = told.first, let most = told.max(by: { ($0.count, $1.pattern) < ($1.count, $0.pattern) }) else {
        return nil
      }
      return Finding(
        rule: .requestRoundtripLoss,
        level: level(of: consequence, isEssential: parts.contains(where: \.isEssential), status: version.status),
        place: place, paths: told.map(\.pattern).uniqued(),
        example: Finding.Example(pointer: first.pointer, excerpt: first.words), expected: target,
        actual: told.map { "\($0.kind.rawValue) \($0.pattern)" }.joined(separator: ", "),
        form: ObservedForm(losses: told.map { "\($0.kind.rawValue) \($0.pattern)" }), count: most.count,
        total: most.total, versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn)],
        message: message, subject: "\(target) \(version.id) \(subject)")
    }
    let (erased, changed) = (losses.filter { $0.kind == .erased }, losses.filter { $0.kind == .changed })
    let verbs = [("erase", erased), ("change", changed)].filter { !$0.1.isEmpty }
      .map { "\($0.0) \(Self.names($0.1))" }.joined(separator: " and ")
    return [
      finding(
        losses, .requestSpoiled, "\(version.id) would \(verbs) when it writes what it read back to \(target).", "losses"
      ),
      finding(
        others, .none,
        "What \(version.id) writes back to \(target) says the same in another way: \(Self.list(others.map(\.told))).",
        "spelling"),
    ].compactMap(\.self)
  }

  /// `3 members ($.a, $.b and $.c)`.
  private static func names(_ differences: [BodyDifference]) -> String {
    guard differences.count > 1 else { return list(differences.map(\.place)) }
    return "\(differences.count) members (\(list(differences.map(\.place))))"
  }

  private static func list(_ words: [String]) -> String {
    listed(words.count > 4 ? words.prefix(3) + ["\(words.count - 3) more"] : words)
  }

  /// The same difference in several responses is one.
  private static func summed(_ differences: [BodyDifference]) -> [BodyDifference] {
    struct Key: Hashable {
      let pattern: String
      let kind: BodyDifference.Kind
    }
    var sums: [Key: BodyDifference] = [:]
    for difference in differences {
      let key = Key(pattern: difference.pattern, kind: difference.kind)
      if var sum = sums[key] {
        sum.count += difference.count
        sum.total += difference.total
        if difference.pointer < sum.pointer {
          (sum.pointer, sum.before, sum.after) = (difference.pointer, difference.before, difference.after)
        }
        sums[key] = sum
      } else {
        sums[key] = difference
      }
    }
    let order = BodyDifference.Kind.allCases
    return sums.values.sorted { left, right in
      let ranks = (order.firstIndex(of: left.kind) ?? 0, order.firstIndex(of: right.kind) ?? 0)
      return ranks.0 != ranks.1
        ? ranks.0 < ranks.1 : left.pattern.utf8.lexicographicallyPrecedes(right.pattern.utf8)
    }
  }
}

extension BodyDifference {
  /// Where it is, as a sentence says it: a pattern of elements is no member.
  fileprivate var place: String {
    pattern.hasSuffix("[*]") ? "\(count) element\(count == 1 ? "" : "s") of \(pattern.dropLast(3))" : pattern
  }

  /// `"2026-01-01T00:00:00.5Z" -> "2026-01-01T00:00:00Z"`; of what is erased, what there is.
  fileprivate var words: String {
    switch kind {
    case .erased, .nullLeftOut: before
    case .added, .nullAdded: "nothing -> \(after)"
    case .changed, .respelled: "\(before) -> \(after)"
    }
  }

  /// What happens to it, in a few words.
  fileprivate var told: String {
    switch kind {
    case .erased: "\(place) is erased"
    case .changed: "\(place) is changed"
    case .nullLeftOut: "\(place) is left out instead of null"
    case .nullAdded: "\(place) is null instead of absent"
    case .added: "\(place) is there though it was absent"
    case .respelled: "\(place) is the same in other characters"
    }
  }
}
