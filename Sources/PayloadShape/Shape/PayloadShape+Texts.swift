extension PayloadShape {
  /// This shape with `replace` applied to every text of a payload: names of members and kept values.
  ///
  /// Two names that become equal are merged into one path. Variants are dropped if one of their texts changes.
  package func replacingTexts(_ replace: (String) -> String) -> PayloadShape {
    PayloadShape(documents: documents, root: root.replacingTexts(replace), isTruncated: isTruncated)
  }
}

extension ShapeNode {
  fileprivate func replacingTexts(_ replace: (String) -> String) -> ShapeNode {
    var node = self
    node.statistics.strings.replaceValues(replace)
    node.variants = variants.filter { table in table.variants.keys.allSatisfy { replace($0) == $0 } }
    var children = children.map { $0.replacingTexts(replace) }
    for index in children.indices {
      guard let name = children[index].step.name else { continue }
      let other = replace(name)
      guard other != name else { continue }
      children[index].step = .member(other)
      node.variants = []
    }
    node.children = children.sorted { $0.step < $1.step }.reduce(into: []) { merged, child in
      if merged.last?.step == child.step { merged[merged.count - 1].merge(child) } else { merged.append(child) }
    }
    return node
  }
}
