/// How many of the distinct values of a path are found among those of another one.
///
/// For objects and arrays it counts over all paths below that both have. Truth values agree by chance and do not count.
struct SketchAgreement: Equatable {
  /// Distinct strings and numbers that could be looked for, and those found.
  private(set) var checked = 0
  private(set) var found = 0
  /// Of those found, what hardly agrees by chance: no small whole number, and no word of a closed set.
  private(set) var distinctive = 0

  /// Of the values found, from 0 to 1; 0 where there is nothing to compare.
  var share: Double { checked == 0 ? 0 : Double(found) / Double(checked) }

  /// CheckHistory for the values of `new` in `old`.
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
        checked += 1  // a member that the old object did not have speaks against it
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
