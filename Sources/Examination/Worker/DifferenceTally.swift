import DriftModel
import JSONDocument

/// Counts differences by path and kind.
struct DifferenceTally {
  private struct Key: Hashable {
    /// The pattern, step by step; the first step is the pattern where the comparison began.
    var steps: [String]
    let kind: BodyDifference.Kind
  }

  private let ignored: [String]
  private var entries: [Key: BodyDifference] = [:]
  /// How many values changed.
  private(set) var changes = 0

  /// The most paths that are reported.
  static let maximumPaths = 50
  /// The most paths that are counted, so that a response whose member names are data cannot fill the memory.
  static let maximumEntries = 2_000
  /// If more members of one object than this differ, their names are data.
  static let mostSiblings = 24

  /// - Parameter ignored: Patterns. Differences at or below them are not counted.
  init(ignored: [String]) { self.ignored = ignored }

  /// Counts one difference. Values and pointer are evaluated for the first one of a path and kind only.
  mutating func add(
    _ kind: BodyDifference.Kind, at steps: [String], before: @autoclosure () -> String,
    after: @autoclosure () -> String,
    pointer: @autoclosure () -> String
  ) {
    guard !ignored.contains(where: { Self.isAtOrBelow($0, steps) }) else { return }
    if kind == .changed { changes += 1 }
    let key = Key(steps: steps, kind: kind)
    if entries[key] != nil {
      entries[key]?.count += 1
    } else if entries.count < Self.maximumEntries {
      entries[key] = BodyDifference(
        pattern: steps.joined(), kind: kind, count: 1, total: 1, pointer: pointer(), before: before(), after: after())
    }
  }

  /// Restores the counts of changed and respelled values of an earlier state.
  mutating func forgetValues(since earlier: DifferenceTally) {
    for key in entries.keys where key.kind == .changed || key.kind == .respelled { entries[key] = earlier.entries[key] }
    changes = earlier.changes
  }

  /// The differences by path and kind, with the number of values at each path in `response`. Members whose names are
  /// data are counted together.
  func differences(in response: JSONDocument) -> [BodyDifference] {
    var folded: [Key: BodyDifference] = [:]
    for (key, entry) in Self.folded(Array(entries), at: 1).sorted(by: { $0.value.pointer < $1.value.pointer }) {
      if folded[key] != nil {
        folded[key]?.count += entry.count
      } else {
        var entry = entry
        entry.pattern = key.steps.joined()
        folded[key] = entry
      }
    }
    // Losses come first, so that the limit does not cut them off.
    let order = BodyDifference.Kind.allCases
    let all = folded.values.sorted { left, right in
      let ranks = (order.firstIndex(of: left.kind) ?? 0, order.firstIndex(of: right.kind) ?? 0)
      return ranks.0 != ranks.1
        ? ranks.0 < ranks.1 : left.pattern.utf8.lexicographicallyPrecedes(right.pattern.utf8)
    }
    return all.prefix(Self.maximumPaths).map { difference in
      var difference = difference
      let isThere = difference.kind != .added && difference.kind != .nullAdded
      let seen = isThere ? (try? JSONPath(difference.pattern))?.nodes(in: response).count : nil
      difference.total = max(seen ?? 0, difference.count)
      return difference
    }
  }

  /// Whether steps lead to what `path` names, or below it; `.*` in the path stands for any member.
  private static func isAtOrBelow(_ path: String, _ steps: [String]) -> Bool {
    var rest = path[...]
    for step in steps {
      if rest.isEmpty { return true }
      if rest.utf8.starts(with: step.utf8) {
        rest = Substring(rest.utf8.dropFirst(step.utf8.count))
      } else if rest.hasPrefix(".*"), step != "[*]" {
        rest = rest.dropFirst(2)
      } else {
        return false
      }
    }
    return rest.isEmpty
  }

  /// Replaces member names by `.*` where so many members of one object differ that their names must be data.
  ///
  /// Erased members keep their names, because a type may read few of many members, but a dictionary keeps them all.
  private static func folded(_ entries: [(key: Key, value: BodyDifference)], at depth: Int)
    -> [(key: Key, value: BodyDifference)]
  {
    func isData(_ key: Key) -> Bool {
      guard key.steps.count > depth, key.steps[depth] != "[*]" else { return false }
      return key.steps.count > depth + 1 || key.kind == .changed || key.kind == .respelled
    }
    guard !entries.isEmpty else { return [] }
    let names = Set(entries.map(\.key).filter(isData).map { $0.steps[depth] })
    var entries = entries
    if names.count > mostSiblings {
      for index in entries.indices where isData(entries[index].key) { entries[index].key.steps[depth] = ".*" }
    }
    let done = entries.filter { $0.key.steps.count <= depth + 1 }
    let deeper = Dictionary(grouping: entries.filter { $0.key.steps.count > depth + 1 }) { $0.key.steps[depth] }
    return done + deeper.values.flatMap { folded($0, at: depth + 1) }
  }
}
