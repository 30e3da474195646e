extension ShapeLearner {
  /// Writes what was learned of a path and everything below it to `node`. It is written in place because copying a node
  /// is slow. Nothing may be learned afterwards.
  mutating func write(_ index: Int, to node: inout ShapeNode) {
    let path = paths.record(index)
    node.folding = path.pointee.folding
    if path.pointee.isTruncated {
      node.isTruncated = true
      holdsTruncation = true
    }
    pathCount += 1
    write(path, to: &node.statistics)
    if path.pointee.firstVariants >= 0 || variants.holdsMerged, !path.pointee.folding.isOfAllNames {
      node.variants = variants.result(of: index, in: paths, names)
    }
    guard path.pointee.children.count > 0 else { return }
    node.children.reserveCapacity(path.pointee.children.count)
    for child in sortedChildren(of: index) {
      node.children.append(ShapeNode(step(of: child)))
      write(child, to: &node.children[node.children.count - 1])
    }
  }

  private mutating func write(_ path: UnsafeMutablePointer<LearnedPath>, to statistics: inout NodeStatistics) {
    statistics.documents = min(path.pointee.counts.documents, documents)
    statistics.valuedDocuments = min(path.pointee.counts.valuedDocuments, documents)
    statistics.nulls = path.pointee.counts.nulls
    statistics.trues = path.pointee.counts.trues
    statistics.falses = path.pointee.counts.falses
    statistics.objects = path.pointee.counts.objects
    if path.pointee.counts.arrays > 0 {
      statistics.arrays.count = path.pointee.counts.arrays
      statistics.arrays.empty = path.pointee.counts.emptyArrays
      statistics.arrays.shortest = path.pointee.counts.shortest
      statistics.arrays.longest = path.pointee.counts.longest
    }
    if path.pointee.strings >= 0 {
      statistics.strings = strings.finish(path.pointee.strings)
      statistics.strings.finishDocument()
      statistics.newestMilliseconds = strings.newestDate(path.pointee.strings)
    }
    if path.pointee.numbers >= 0 { statistics.numbers = numbers.record(path.pointee.numbers).pointee.statistics }
  }
}
