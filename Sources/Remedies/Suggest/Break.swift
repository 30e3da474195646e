import DriftModel
import JSONDocument

/// One way in which responses break a version: a member that does not decode, or is lost without an error.
struct Break: Sendable {
  /// What it is.
  let failure: FieldFailure
  let steps: [PathStep]
  /// The type and property that ask for it; of an element those that ask for its list.
  var owner: String?
  var property: String?
  /// What stands there in recordings that show it, and in those that do not.
  var values: [JSONTree] = []
  var healthy: [JSONTree] = []
  /// The objects that hold the member, or should, in recordings that show it; and in those that do not.
  var parents: [JSONTree] = []
  var healthyParents: [JSONTree] = []
  /// Which recordings show it, by position.
  var recordings: Set<Int> = []
  /// The raw values that the type knows, if it is an enumeration.
  var knownValues: [String] = []
  /// How often it occurs in each recording.
  var counts: [Int: Int] = [:]

  var rule: RuleID { failure.rule }
  /// Whether elements of a list are left out over it.
  var dropsElements = false
  var pattern: String { failure.pattern }
  var isLoss: Bool { rule.family == .loss }

  /// The values that are at fault, as far as that can be told; none where the member is missing or null.
  var broken: [JSONTree] {
    if rule == .decodeKeyNotFound || rule == .decodeValueNotFound || ["nothing", "null"].contains(failure.found) {
      return []
    }
    let present = values.filter { $0 != .null }
    let sameKind = present.filter {
      failure.found.hasPrefix($0.kind) || failure.found == "bool" && $0.kind == "boolean"
    }
    let known = Set(healthy.map(\.text))
    let words = Set(knownValues.map(JSONText.quoted))
    let suspects = (sameKind.isEmpty ? present : sameKind).filter {
      !known.contains($0.text) && !words.contains($0.text)
    }
    // Where the one that is shown occurs as often as the break, it is the only one.
    let shown = suspects.filter {
      $0.text == failure.example.excerpt || $0.text == JSONText.quoted(failure.example.excerpt)
    }
    if shown.count == counts.values.reduce(0, +) { return shown }
    return suspects.isEmpty ? present : suspects
  }

  /// Whether a remedy of some cost is better than the break: what is lost without an error is not mended by nothing.
  func isWorth(_ cost: RemedyCost) -> Bool { !isLoss || dropsElements || cost < .missing }

  /// Whether both are one: the same rule at the same path.
  func isSame(_ other: FieldFailure) -> Bool { failure.rule == other.rule && failure.pattern == other.pattern }

  init?(_ failure: FieldFailure) {
    guard let steps = PathStep.steps(of: failure.pattern) else { return nil }
    (self.failure, self.steps) = (failure, steps)
    (owner, property) = (failure.owner, failure.property)
  }

  /// The name of the member; `nil` for elements and the whole response.
  var member: String? { if case .member(let name)? = steps.last { name } else { nil } }
}

extension Break {
  /// What breaks a version in some recordings.
  ///
  /// Of losses only those count that some recording of the endpoint does not show: what is lost always is how the app was written.
  ///
  /// - Parameters:
  ///   - facts: What the version made of each recording.
  ///   - trees: The recordings.
  ///   - isWanted: Which of the failures are looked for.
  /// - Returns: The breaks, in the order in which the recordings show them.
  static func all(
    in facts: [VersionExamination], trees: [JSONTree?], isWanted: (FieldFailure) -> Bool
  ) -> [Break] {
    var breaks: [Break] = []
    for (index, fact) in facts.enumerated() {
      var failures = fact.decoding.hasSucceeded ? [] : fact.failures
      failures += fact.losses
      for failure in failures where isWanted(failure) {
        let known = breaks.firstIndex { $0.isSame(failure) }
        guard
          let position = known
            ?? Break(failure).map({ found in
              breaks.append(found)
              return breaks.count - 1
            })
        else { continue }
        breaks[position].recordings.insert(index)
        // A list that holds fewer records than the response has left them out.
        let isShort = fact.mappings.contains {
          isPath($0.recordsPath, ancestorOf: failure.pattern) && ($0.elements ?? 0) > $0.recordsIn
        }
        if failure.rule == .lossErrorSwallowed, isShort { breaks[position].dropsElements = true }
        breaks[position].counts[index, default: 0] += failure.count
      }
    }
    breaks.removeAll { $0.isLoss && $0.recordings.count == facts.count }
    for index in breaks.indices {
      let steps = breaks[index].steps
      for (position, tree) in trees.enumerated() {
        guard let tree else { continue }
        let (values, parents) = (tree.values(at: steps), tree.values(at: steps.dropLast()))
        if breaks[index].recordings.contains(position) {
          breaks[index].values += values.prefix(1000)
          breaks[index].parents += parents.prefix(1000)
          if let member = breaks[index].member {
            breaks[index].healthyParents += parents.prefix(1000).filter { ($0[member] ?? .null) != .null }
          }
        } else {
          breaks[index].healthy += values.prefix(1000)
          breaks[index].healthyParents += parents.prefix(1000)
        }
      }
      breaks[index].findReader(in: facts)
    }
    return breaks
  }

  /// Finds who asks for an element, and what an enumeration knows.
  private mutating func findReader(in facts: [VersionExamination]) {
    let fields = facts.flatMap(\.fields)
    knownValues = fields.first { $0.pattern == pattern && !$0.knownValues.isEmpty }?.knownValues ?? []
    var steps = steps[...]
    while property == nil, !steps.isEmpty {
      if let field = fields.first(where: { $0.pattern == PathStep.pattern(Array(steps)) && $0.owner != nil }) {
        (owner, property) = (field.owner, field.property)
        if knownValues.isEmpty { knownValues = field.knownValues }
        return
      }
      guard steps.last == .elements || steps.last == .values else { return }
      steps = steps.dropLast()
    }
  }
}

extension VersionExamination {
  /// What is lost without an error, but for what was read as another type or by its members.
  var losses: [FieldFailure] { swallowed.filter { !readsOtherwise($0) } + fallbacks }

  private func readsOtherwise(_ failure: FieldFailure) -> Bool {
    let failed = Set(swallowed.filter { $0.pattern == failure.pattern }.flatMap(\.types))
    return fields.contains { field in
      field.seen > 0
        && (field.pattern == failure.pattern
          ? !failed.contains(field.swiftType) : isPath(failure.pattern, ancestorOf: field.pattern))
    }
  }
}
