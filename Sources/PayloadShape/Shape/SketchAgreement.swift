/// How many of the distinct values of one path occur at another one. Booleans agree by chance and do not count.
struct SketchAgreement: Equatable {
  /// Distinct strings and numbers that were compared, and those found.
  private(set) var checked = 0
  private(set) var found = 0
  /// Values found that rarely agree by chance: not small whole numbers, and not words of a closed set.
  private(set) var distinctive = 0

  /// The share of values found, from 0 to 1; 0 if there is nothing to compare.
  var share: Double { checked == 0 ? 0 : Double(found) / Double(checked) }

  /// Searches the values of `new` in `old`.
  init(values old: NodeStatistics, _ new: NodeStatistics) {
    let isVocabulary = old.strings.checksClosed || new.strings.checksClosed
    count(old.strings.sketch, new.strings.sketch) { _ in !isVocabulary }
    count(old.numbers.sketch, new.numbers.sketch) { !Self.smallNumbers.contains($0) }
  }

  private mutating func count(_ old: ValueSketch, _ new: ValueSketch, isDistinctive: (UInt32) -> Bool) {
    guard !new.hashes.isEmpty else { return }
    let values = old.agreement(with: new)
    found += values.found
    checked += values.checked
    distinctive += new.hashes.prefix(values.checked).count { old.hashes.contains($0) && isDistinctive($0) }
  }

  private static let smallNumbers = Set((-1...100).map { ValueSketch.hash(Double($0) + 0) })
}
