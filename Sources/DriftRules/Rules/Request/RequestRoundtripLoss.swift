import DriftModel
import PayloadShape

extension Rules {
  static let requestRoundtripLoss = Rule(
    .requestRoundtripLoss, about: .request, consequences: [.requestSpoiled, .none],
    meaning: "Reading a response and writing it back without a change would erase members of it, or change values.",
    remedy:
      "Carry unknown members through, or send only what people changed (PATCH, RFC 5789). What the provider sets itself is named in `except:`.",
    noun: Rule.Noun("request body changed", "request bodies changed")
  ) {
    $0.loss = .writtenBack
  }

  /// Of what the provider would lose.
  static func requestRoundtripLossSentence(_ losses: [BodyDifference], _ version: VersionInfo, to target: String)
    -> String
  {
    let words = [("erase", BodyDifference.Kind.erased), ("change", .changed)].compactMap { verb, kind -> String? in
      let paths = losses.filter { $0.kind == kind }.map(\.pathWords)
      guard let first = paths.first else { return nil }
      return "\(verb) \(paths.count == 1 ? first : "\(paths.count) members (\(shortlisted(paths)))")"
    }
    return "\(version.id) would \(words.joined(separator: " and ")) when it writes what it read back to \(target)."
  }

  /// Of what is written in another way and means the same.
  static func requestRoundtripLossSentence(
    spelled differences: [BodyDifference], _ version: VersionInfo, to target: String
  ) -> String {
    "What \(version.id) writes back to \(target) says the same in another way: \(shortlisted(differences.map(\.spellingWords)))."
  }

  /// Of bodies that would carry defaults.
  static func requestRoundtripLossSentence(_ values: DefaultedValues) -> String { requestShapeChangedSentence(values) }

  private static func shortlisted(_ words: [String]) -> String {
    listed(words.count > 4 ? words.prefix(3) + ["\(words.count - 3) more"] : words)
  }
}

extension Judgement {
  /// What would be lost if a version wrote back what it read. It needs no baseline, because the body is compared with the very
  /// response.
  ///
  /// One finding for each version and writing endpoint, whatever the number of paths, so that it stays the same when another
  /// member is lost too.
  func writeBackFindings() -> [Finding] {
    versions.flatMap { version in
      let all = facts(of: version).flatMap { $0.writeBacks ?? [] }
      return all.map(\.target).uniqued().flatMap { target in
        let parts = all.filter { $0.target == target }
        return [unmadeBodies(version, parts)].compactMap(\.self) + roundtripLossFindings(version, target, parts)
      }
    }
  }

  private func unmadeBodies(_ version: VersionInfo, _ parts: [WriteBackExamination]) -> Finding? {
    let sends = parts.map { part in
      var send = SendExamination(
        endpoint: part.target, typeName: part.typeName, isEssential: part.isEssential, execution: part.execution)
      (send.offered, send.made, send.thrown) = (part.offered, part.made, part.thrown)
      return send
    }
    return unmadeBodyFinding(version, sends, part: "body that is written back")
  }

  private func roundtripLossFindings(_ version: VersionInfo, _ target: String, _ parts: [WriteBackExamination])
    -> [Finding]
  {
    let differences = BodyDifference.summed(parts.flatMap(\.differences))
    func finding(_ found: [BodyDifference], _ consequence: Consequence, _ message: String, _ subject: String)
      -> Finding?
    {
      guard let first = found.first, let most = found.max(by: { ($0.count, $1.pattern) < ($1.count, $0.pattern) })
      else { return nil }
      let words = found.map { "\($0.kind.rawValue) \($0.pattern)" }
      return self.finding(
        .requestRoundtripLoss, costs: consequence, version, isEssential: parts.contains(where: \.isEssential),
        subject: "\(target) \(version.id) \(subject)", message
      ) {
        $0.paths = found.map(\.pattern).uniqued()
        $0.example = Finding.Example(pointer: first.pointer, excerpt: first.valueWords)
        ($0.expected, $0.actual, $0.form) = (target, words.joined(separator: ", "), ObservedForm(losses: words))
        ($0.count, $0.total) = (most.count, most.total)
      }
    }
    let (losses, others) = (differences.filter(\.kind.isLoss), differences.filter { !$0.kind.isLoss })
    return [
      finding(
        losses, .requestSpoiled, Rules.requestRoundtripLossSentence(losses, version, to: target), "losses"),
      finding(
        others, .none, Rules.requestRoundtripLossSentence(spelled: others, version, to: target), "spelling"),
    ].compactMap(\.self)
  }
}

extension BodyDifference {
  /// Where it is, as a sentence says it: a pattern of elements is no member.
  fileprivate var pathWords: String {
    pattern.hasSuffix("[*]") ? "\(count) element\(count == 1 ? "" : "s") of \(pattern.dropLast(3))" : pattern
  }

  /// `"2026-01-01T00:00:00.5Z" -> "2026-01-01T00:00:00Z"`; of what is erased, what there is.
  fileprivate var valueWords: String {
    switch kind {
    case .erased, .nullLeftOut: before
    case .added, .nullAdded: "nothing -> \(after)"
    case .changed, .respelled: "\(before) -> \(after)"
    }
  }

  /// What happens to it, in a few words.
  fileprivate var spellingWords: String {
    switch kind {
    case .erased: "\(pathWords) is erased"
    case .changed: "\(pathWords) is changed"
    case .nullLeftOut: "\(pathWords) is left out instead of null"
    case .nullAdded: "\(pathWords) is null instead of absent"
    case .added: "\(pathWords) is there though it was absent"
    case .respelled: "\(pathWords) is the same in other characters"
    }
  }

  /// The same difference in several responses as one; erased before changed and so on, each by path.
  fileprivate static func summed(_ differences: [BodyDifference]) -> [BodyDifference] {
    let groups = Dictionary(grouping: differences) { [$0.kind.rawValue, $0.pattern] }
    let sums = groups.values.compactMap { group in
      group.min { $0.pointer < $1.pointer }.map { first in
        var sum = first
        (sum.count, sum.total) = group.reduce(into: (0, 0)) { $0 = ($0.0 + $1.count, $0.1 + $1.total) }
        return sum
      }
    }
    let order = BodyDifference.Kind.allCases
    return sums.sorted { left, right in
      let ranks = (order.firstIndex(of: left.kind) ?? 0, order.firstIndex(of: right.kind) ?? 0)
      return ranks.0 != ranks.1
        ? ranks.0 < ranks.1 : left.pattern.utf8.lexicographicallyPrecedes(right.pattern.utf8)
    }
  }
}
