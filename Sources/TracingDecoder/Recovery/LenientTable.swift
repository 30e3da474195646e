import JSONDocument

/// Lenient values by kind and pattern.
struct LenientTable {
  struct Sort: Hashable {
    let kind: LenientValue.Kind
    let pattern: Pattern
  }

  struct Use {
    let node: JSONNode
    let owner: Any.Type?
    let property: String?
    var places: Set<Int> = []
  }

  private(set) var order: [Sort] = []
  private(set) var uses: [Sort: Use] = [:]

  mutating func add(_ sort: Sort, _ use: Use) {
    if uses[sort] == nil {
      order.append(sort)
      uses[sort] = use
    }
    uses[sort]?.places.insert(use.node.index)
  }
}

extension DecoderCore {
  /// Notes that the value of the running initialiser was read although not every system would read it.
  func noteLenient(_ kind: LenientValue.Kind, _ value: JSONValue) {
    guard let node = value.node, let run else { return }
    let (owner, property) = asker(nil)
    lenient.add(.init(kind: kind, pattern: run.pattern), .init(node: node, owner: owner, property: property))
  }
}
