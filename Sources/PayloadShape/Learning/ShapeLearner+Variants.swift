import JSONDocument

// Objects whose variant is named by the value of a member.
extension ShapeLearner {
  func role(of name: SpelledName, of value: JSONNode) -> Discriminator.Role {
    if document.hasPlainName(value) {
      return Discriminator.role(of: UnsafeBufferPointer(start: text.start + name.offset, count: name.count))
    }
    guard var text = document.key(of: value) else { return [] }
    return text.withUTF8 { Discriminator.role(of: $0) }
  }

  /// Begins to count variants of the objects at `parent`, if its member `index` may name them.
  mutating func followVariants(_ index: Int, below parent: Int) {
    if paths.record(index).pointee.role.contains(.naming) {
      _ = variants.table(at: parent, by: index, isOfParent: false, in: paths)
    }
  }

  /// Counts an object that was just read at `index`, and the objects that it carries, for its variant.
  @inline(never)
  mutating func countVariants(of object: JSONNode, at index: Int) {
    let container = paths.record(index).pointee.lastObject
    var next = paths.record(index).pointee.firstVariants
    while next >= 0 {
      let table = variants.table(next)
      let current = next
      next = table.next
      guard !table.isOfParent, paths.record(table.discriminator).pointee.container == container,
        let value = variantValue(of: object, by: table.discriminator)
      else { continue }
      variants.add(value, to: current, of: index, in: paths, names)
      guard paths.record(index).pointee.hasCarriers else { continue }
      var child = paths.record(index).pointee.children.first
      while child >= 0 {
        let member = paths.record(child)
        // Objects are numbered in the order in which they begin, so only objects inside this one have a larger number.
        if member.pointee.role.contains(.carrying), member.pointee.container == container,
          member.pointee.lastObject > container
        {
          let carried = variants.table(at: child, by: table.discriminator, isOfParent: true, in: paths)
          variants.add(value, to: carried, of: child, in: paths, names)
        }
        child = paths.record(child).pointee.next
      }
    }
  }

  /// The value of the member at the path `discriminator`; nil if it is not a text.
  private func variantValue(of object: JSONNode, by discriminator: Int) -> VariantLearner.Value? {
    guard let value = member(of: object, at: discriminator), document.kind(of: value) == .string else { return nil }
    if document.isPlainString(value) { return .spelled(document.contentRange(of: value)) }
    return (try? document.string(at: value)).map { .text($0) }
  }

  /// The first member of an object that has the name of the path `index`.
  private func member(of object: JSONNode, at index: Int) -> JSONNode? {
    let path = paths.record(index)
    var member = document.firstChild(of: object)
    while let value = member {
      let range = document.nameRange(of: value)
      if range.count == path.pointee.name.spelled.count {
        let name = SpelledName(
          offset: range.lowerBound, count: range.count,
          prefix: TextBytes.prefix(
            text.start + range.lowerBound, count: range.count, readable: text.count - range.lowerBound))
        if names.isSpelled(path, name) { return value }
      }
      if path.pointee.name.isOdd || !document.hasPlainName(value),
        document.key(of: value) == names.name(of: index, in: paths)
      {
        return value
      }
      member = document.nextSibling(of: value)
    }
    return nil
  }
}
