public import JSONDocument

/// What a ``PayloadShape`` knows of one path. Counts are over all documents together unless stated otherwise.
public struct PathStatistics: Equatable, Sendable {
  let statistics: NodeStatistics
  /// Objects (arrays for `[*]`) that could contain the value; 1 for each document for `$`.
  public let parentCount: Int
  /// Documents in which it was seen; for a folded map an upper bound.
  public let documents: Int
  /// Whether paths below this one were left out because the shape is full.
  public let isTruncated: Bool

  init(node: ShapeNode, parent: ShapeNode?, documents: Int) {
    statistics = node.statistics
    self.documents = min(node.statistics.documents, documents)
    isTruncated = node.isTruncated
    if let parent {
      parentCount =
        node.step == .element
        ? parent.statistics.arrays.count : parent.parents(of: node)
    } else {
      parentCount = documents
    }
  }

  /// How often a value was seen, including null.
  public var count: Int { statistics.observations }
  /// How often the value was `null`.
  public var nulls: Int { statistics.nulls }
  /// How often it was an object.
  public var objects: Int { statistics.objects }
  /// How often it was an array.
  public var arrays: Int { statistics.arrays.count }
  /// How often it was a string.
  public var strings: Int { statistics.strings.count }
  /// How often it was a number.
  public var numbers: Int { statistics.numbers.count }
  /// Whether every object that could contain the member did.
  public var isAlwaysPresent: Bool { count >= parentCount }
  /// Booleans that were `true` and `false`.
  public var booleans: (true: Int, false: Int) { (statistics.trues, statistics.falses) }
  /// How large the numbers are.
  public var magnitudes: NumberMagnitudes { statistics.numbers.magnitudes }
  /// The kind that was seen most often, without null; nil if only null was seen.
  public var mostFrequentKind: JSONKind? { statistics.kinds.max { $0.1 < $1.1 }?.0 }
  func observations(of kind: JSONKind) -> Int { statistics.kinds.first { $0.0 == kind }?.1 ?? 0 }
  /// The most frequent format of strings; nil without strings.
  public var mostFrequentFormat: StringFormat? {
    statistics.strings.seenFormats.max {
      statistics.strings.observations(of: $0) < statistics.strings.observations(of: $1)
    }
  }
  /// Strings by format. Formats that were never seen are absent.
  public var formats: [StringFormat: Int] {
    let strings = statistics.strings
    return Dictionary(uniqueKeysWithValues: strings.seenFormats.map { ($0, strings.observations(of: $0)) })
  }
  /// All distinct strings with their counts; nil if there are more than 64, or any that is long or looks like data.
  public var closedValues: [String: Int]? {
    let strings = statistics.strings
    return strings.isOpen || strings.unkept > 0 || strings.count == 0 ? nil : strings.values
  }
  /// Those of ``closedValues`` that are at least one in fifty; nil if there are no closed values.
  public var usualValues: Set<String>? {
    closedValues.map { values in Set(values.filter { 50 * $0.value >= statistics.strings.count }.keys) }
  }
  /// Whether ``closedValues`` look like a fixed vocabulary: at least 20 strings, at most 32 distinct ones, most of them
  /// repeated, also within one list.
  public var checksClosed: Bool { statistics.strings.checksClosed }
  /// Elements of the longest array; nil if none was seen.
  public var longestArray: Int? { statistics.arrays.longest }
  /// Arrays without elements.
  public var emptyArrays: Int { statistics.arrays.empty }
}

extension NodeStatistics {
  /// Kinds that were seen with their counts, without null, in a fixed order.
  var kinds: [(JSONKind, Int)] {
    [
      (JSONKind.object, objects), (.array, arrays.count), (.string, strings.count), (.number, numbers.count),
      (.bool, booleans),
    ].filter { $0.1 > 0 }
  }
}
