/// How many of the distinct values of one path occur at another one.
///
/// For objects and arrays it counts all common paths below. Booleans agree by chance and do not count.
struct SketchAgreement: Equatable {
  /// Distinct strings and numbers that were compared, and those found.
  private(set) var checked = 0
  private(set) var found = 0
  /// Values found that rarely agree by chance: not small whole numbers, and not words of a closed set.
  private(set) var distinctive = 0

  /// The share of values found, from 0 to 1; 0 if there is nothing to compare.
  var share: Double { checked == 0 ? 0 : Double(found) / Double(checked) }

  /// Searches the values of `new` in `old`.
  init(_ old: ShapeNode, _ new: ShapeNode) { compare(old, new) }

  private mutating func compare(_ old: ShapeNode, _ new: ShapeNode) {
    let words = old.statistics.strings
    let isVocabulary = words.checksClosed || new.statistics.strings.checksClosed
    count(words.sketch, new.statistics.strings.sketch) { _ in !isVocabulary }
    count(old.statistics.numbers.sketch, new.statistics.numbers.sketch) { !Self.smallNumbers.contains($0) }
    for child in new.children {
      if let counterpart = old.child(child.step) {
        compare(counterpart, child)
      } else {
        checked += 1  // a member that the old object does not have counts as not found
      }
    }
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
