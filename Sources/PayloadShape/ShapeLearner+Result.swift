// What was learned of one document, as a value.
extension ShapeLearner {
  /// A path with everything below it. Nothing must be learned any more.
  mutating func shapeNode(at index: Int) -> ShapeNode {
    var node = ShapeNode(step(of: index))
    let path = paths.record(index)
    node.folding = path.pointee.folding
    node.isTruncated = path.pointee.isTruncated
    node.statistics = statistics(at: index)
    let children = sortedChildren(of: index)
    node.children.reserveCapacity(children.count)
    for child in children { node.children.append(shapeNode(at: child)) }
    return node
  }

  private mutating func statistics(at index: Int) -> NodeStatistics {
    let path = paths.record(index)
    var statistics = NodeStatistics()
    statistics.documents = 1
    statistics.nulls = path.pointee.nulls
    statistics.trues = path.pointee.trues
    statistics.falses = path.pointee.falses
    statistics.objects = path.pointee.objects
    if path.pointee.arrays > 0 {
      statistics.arrays.count = path.pointee.arrays
      statistics.arrays.empty = path.pointee.emptyArrays
      statistics.arrays.shortest = path.pointee.shortest
      statistics.arrays.longest = path.pointee.longest
    }
    if path.pointee.strings >= 0 {
      statistics.strings = strings.finish(path.pointee.strings)
      statistics.strings.finishDocument()
    }
    if path.pointee.numbers >= 0 { statistics.numbers = numbers.record(path.pointee.numbers).pointee.statistics }
    return statistics
  }
}
