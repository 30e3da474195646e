extension Sequence where Element: Hashable {
  /// The elements without repetition, in order of first appearance.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
