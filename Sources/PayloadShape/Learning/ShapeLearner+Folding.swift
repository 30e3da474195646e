// Folds maps whose names are data while they are learned. `ShapeNode` does the same with complete shapes; here it is
// done with the records of the table, because converting a large map would cost far more than folding it.
extension ShapeLearner {
  /// Folds if there are enough names that are data, or if the path is folded already.
  mutating func foldIfNeeded(_ index: Int) {
    let folding = paths.record(index).pointee.folding
    guard folding != .none || paths.record(index).pointee.children.count >= ShapeNode.leastDataNames else { return }
    var members = 0
    var dataNames = 0
    for child in children(of: index) where paths.record(child).pointee.kind == .member {
      members += 1
      if DataName.isData(names.name(of: child, in: paths)) { dataNames += 1 }
    }
    if members - dataNames > ShapeNode.maximumNames {
      fold(index, by: .tooMany)
    } else {
      fold(index, by: max(folding, dataNames >= ShapeNode.leastDataNames ? .dataNames : .none))
    }
  }

  /// Merges the children that `folding` covers into the first of them.
  private mutating func fold(_ index: Int, by folding: ShapeNode.Folding) {
    let path = paths.record(index)
    path.pointee.folding = max(path.pointee.folding, folding)
    if path.pointee.folding.isOfAllNames { path.pointee.firstVariants = -1 }
    let all = children(of: index)
    guard all.contains(where: { isFolded($0, by: path.pointee.folding) }) else { return }
    unlinkChildren(of: index)
    var kept: [Int] = []
    var folded: Int?
    for child in all {
      guard paths.record(child).pointee.kind == .anyMember || isFolded(child, by: path.pointee.folding) else {
        kept.append(child)
        continue
      }
      sort(child)
      if paths.record(child).pointee.kind == .member { names.remove(child, in: paths) }
      if let folded {
        merge(child, into: folded)
      } else {
        folded = child
        paths.record(child).pointee.kind = .anyMember
        paths.record(child).pointee.name.isOdd = false
      }
    }
    for child in kept { link(child, below: index) }
    if let folded { link(folded, below: index) }
    sortChildren(of: index)
  }

  private func isFolded(_ index: Int, by folding: ShapeNode.Folding) -> Bool {
    guard paths.record(index).pointee.kind == .member else { return false }
    return folding.isOfAllNames || folding == .dataNames && DataName.isData(names.name(of: index, in: paths))
  }

  /// Merges the path `other`, which is no longer in a list of children, into `index`. Both are sorted.
  private mutating func merge(_ other: Int, into index: Int) {
    let from = paths.record(other)
    let path = paths.record(index)
    variants.merge(other, into: index, in: paths, names)
    path.pointee.counts.merge(from.pointee.counts)
    path.pointee.isTruncated = path.pointee.isTruncated || from.pointee.isTruncated
    path.pointee.folding = max(path.pointee.folding, from.pointee.folding)
    if path.pointee.strings < 0 {
      path.pointee.strings = from.pointee.strings
    } else if from.pointee.strings >= 0 {
      strings.merge(from.pointee.strings, into: path.pointee.strings)
    }
    if path.pointee.numbers < 0 {
      path.pointee.numbers = from.pointee.numbers
    } else if from.pointee.numbers >= 0 {
      numbers.record(path.pointee.numbers).pointee.merge(numbers.record(from.pointee.numbers).pointee)
    }
    for child in children(of: other) {
      if let twin = twin(of: child, below: index) {
        if paths.record(child).pointee.kind == .member { names.remove(child, in: paths) }
        merge(child, into: twin)
      } else {
        move(child, below: index)
      }
    }
    sortChildren(of: index)
    foldIfNeeded(index)
    paths.record(index).pointee.isSorted = true
  }

  /// The child of `index` with the same step as the path `child`.
  private mutating func twin(of child: Int, below index: Int) -> Int? {
    let path = paths.record(index)
    switch paths.record(child).pointee.kind {
    case .element: return path.pointee.children.element >= 0 ? path.pointee.children.element : nil
    case .anyMember: return path.pointee.children.anyMember >= 0 ? path.pointee.children.anyMember : nil
    case .member:
      let name = paths.record(child).pointee.name.spelled
      if let twin = names.find(name, names.hash(of: name, below: index), below: index, in: paths) { return twin }
      guard paths.record(child).pointee.name.isOdd || path.pointee.children.odd > 0 else { return nil }
      return names.find(names.name(of: child, in: paths), below: index, in: paths)
    }
  }

  private mutating func move(_ child: Int, below index: Int) {
    let isMember = paths.record(child).pointee.kind == .member
    if isMember { names.remove(child, in: paths) }
    paths.record(child).pointee.parent = index
    paths.record(child).pointee.number = paths.record(index).pointee.numbered
    paths.record(index).pointee.numbered += 1
    link(child, below: index)
    if isMember {
      names.insert(child, names.hash(of: paths.record(child).pointee.name.spelled, below: index), in: paths)
      names.insert(nil, of: child, below: index, in: paths)
      followVariants(child, below: index)
    }
  }
}

// MARK: - Lists of children

extension ShapeLearner {
  func children(of index: Int) -> [Int] {
    var children: [Int] = []
    children.reserveCapacity(paths.record(index).pointee.children.count)
    var child = paths.record(index).pointee.children.first
    while child >= 0 {
      children.append(child)
      child = paths.record(child).pointee.next
    }
    return children
  }

  /// Appends a path to the children of its parent.
  func link(_ index: Int, below parent: Int) {
    let path = paths.record(index)
    let above = paths.record(parent)
    path.pointee.next = -1
    if above.pointee.children.last >= 0 {
      paths.record(above.pointee.children.last).pointee.next = index
    } else {
      above.pointee.children.first = index
    }
    above.pointee.children.last = index
    above.pointee.children.count += 1
    if path.pointee.role.contains(.carrying) { above.pointee.hasCarriers = true }
    if path.pointee.name.isOdd { above.pointee.children.odd += 1 }
    switch path.pointee.kind {
    case .element: above.pointee.children.element = index
    case .anyMember: above.pointee.children.anyMember = index
    case .member: break
    }
    var ancestor = parent
    while ancestor >= 0, paths.record(ancestor).pointee.isSorted {
      paths.record(ancestor).pointee.isSorted = false
      ancestor = paths.record(ancestor).pointee.parent
    }
  }

  private func unlinkChildren(of index: Int) {
    paths.record(index).pointee.children = LearnedChildren()
  }

  /// Sorts the children here and everywhere below by their steps.
  private func sort(_ index: Int) {
    guard !paths.record(index).pointee.isSorted else { return }
    for child in children(of: index) { sort(child) }
    sortChildren(of: index)
    paths.record(index).pointee.isSorted = true
  }

  private func sortChildren(of index: Int) {
    let sorted = sortedChildren(of: index)
    unlinkChildren(of: index)
    let wasSorted = paths.record(index).pointee.isSorted
    for child in sorted { link(child, below: index) }
    if wasSorted { paths.record(index).pointee.isSorted = true }
  }

  /// The children in the order of their steps.
  func sortedChildren(of index: Int) -> [Int] {
    var children = children(of: index)
    let path = paths.record(index)
    guard children.count > 1 else { return children }
    if path.pointee.children.odd > 0 {
      return children.map { (step: step(of: $0), index: $0) }.sorted { $0.step < $1.step }.map(\.index)
    }
    // Names in ASCII are compared by their bytes. Insertion sort is the fastest for few children.
    guard children.count <= 32 else {
      children.sort { precedes($0, $1) }
      return children
    }
    for position in 1..<children.count {
      let child = children[position]
      var target = position
      while target > 0, precedes(child, children[target - 1]) {
        children[target] = children[target - 1]
        target -= 1
      }
      children[target] = child
    }
    return children
  }

  /// The order of ``ShapeStep``, for steps without a name and names in ASCII.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (paths.record(left), paths.record(right))
    guard left.pointee.kind == .member, right.pointee.kind == .member else {
      return left.pointee.kind.rawValue < right.pointee.kind.rawValue
    }
    let (leftPrefix, rightPrefix) = (
      left.pointee.name.spelled.prefix.byteSwapped, right.pointee.name.spelled.prefix.byteSwapped
    )
    if leftPrefix != rightPrefix { return leftPrefix < rightPrefix }
    return names.bytes(of: left).lexicographicallyPrecedes(names.bytes(of: right))
  }

  func step(of index: Int) -> ShapeStep {
    switch paths.record(index).pointee.kind {
    case .element: .element
    case .anyMember: .anyMember
    case .member: .member(names.name(of: index, in: paths))
    }
  }
}
