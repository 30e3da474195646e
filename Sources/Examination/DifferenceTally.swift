import DriftAnalysis
import Foundation
import JSONDocument

/// Counts differences by path and kind.
struct DifferenceTally {
  private struct Key: Hashable {
    let pattern: String
    let kind: BodyDifference.Kind
  }

  private let ignored: [String]
  private var entries: [Key: BodyDifference] = [:]
  /// Values that came out as another one.
  private(set) var changes = 0

  /// Paths that are told; more of them say nothing more to a person.
  static let maximumPaths = 50
  /// Paths that are counted, so that an answer whose member names are data cannot fill the memory.
  static let maximumEntries = 2_000
  /// Members of one object that differ alike, from which on their names are data.
  static let mostSiblings = 24

  /// - Parameter ignored: Patterns; what is at or below one of them is not counted.
  init(ignored: [String]) { self.ignored = ignored }

  /// Counts one difference; values and place are asked for of the first one only.
  mutating func add(
    _ kind: BodyDifference.Kind, at pattern: String, before: @autoclosure () -> String,
    after: @autoclosure () -> String,
    pointer: @autoclosure () -> String
  ) {
    guard !ignored.contains(where: { isAtOrBelow($0, pattern) }) else { return }
    if kind == .changed { changes += 1 }
    let key = Key(pattern: pattern, kind: kind)
    if entries[key] != nil {
      entries[key]?.count += 1
    } else if entries.count < Self.maximumEntries {
      entries[key] = BodyDifference(
        pattern: pattern, kind: kind, count: 1, total: 1, pointer: pointer(), before: before(), after: after())
    }
  }

  /// The differences by path and kind, those of many members of one object as one, with how often each path is in `answer`.
  func differences(in answer: JSONDocument) -> [BodyDifference] {
    var siblings: [String: Int] = [:]
    for key in entries.keys { siblings[Self.parent(key), default: 0] += 1 }
    var folded: [Key: BodyDifference] = [:]
    for (key, entry) in entries.sorted(by: { $0.key.pattern < $1.key.pattern }) {
      var entry = entry
      if siblings[Self.parent(key), default: 0] > Self.mostSiblings, let parent = entry.parentPattern {
        entry.pattern = parent + ".*"
      }
      let key = Key(pattern: entry.pattern, kind: entry.kind)
      if folded[key] != nil { folded[key]?.count += entry.count } else { folded[key] = entry }
    }
    // What is lost first: it must not be crowded out by what is not.
    let order = BodyDifference.Kind.allCases
    let all = folded.values.sorted { left, right in
      let ranks = (order.firstIndex(of: left.kind) ?? 0, order.firstIndex(of: right.kind) ?? 0)
      return ranks.0 != ranks.1
        ? ranks.0 < ranks.1 : left.pattern.utf8.lexicographicallyPrecedes(right.pattern.utf8)
    }
    return all.prefix(Self.maximumPaths).map { difference in
      var difference = difference
      let isThere = difference.kind != .added && difference.kind != .nullAdded
      let seen = isThere ? (try? JSONPath(difference.pattern))?.nodes(in: answer).count : nil
      difference.total = max(seen ?? 0, difference.count)
      return difference
    }
  }

  private func isAtOrBelow(_ path: String, _ pattern: String) -> Bool {
    guard pattern.hasPrefix(path) else { return false }
    let next = pattern.utf8.dropFirst(path.utf8.count).first
    return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }

  /// What siblings that differ alike have in common.
  private static func parent(_ key: Key) -> String {
    "\(key.kind.rawValue) \(BodyDifference.parent(of: key.pattern) ?? "$")"
  }
}

extension BodyDifference {
  /// The object that holds the member which the pattern ends in; nil where it ends in elements, or is the root.
  fileprivate var parentPattern: String? { Self.parent(of: pattern) }

  fileprivate static func parent(of pattern: String) -> String? {
    if pattern.hasSuffix("\"]") {
      return pattern.range(of: "[\"", options: .backwards).map { String(pattern[..<$0.lowerBound]) }
    }
    guard !pattern.hasSuffix("]"), let dot = pattern.lastIndex(of: "."), dot > pattern.startIndex else { return nil }
    return String(pattern[..<dot])
  }
}
