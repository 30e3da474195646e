import JSONDocument

/// Lenient values by kind and pattern.
struct LenientTable {
  struct Sort: Hashable {
    let kind: LenientValue.Kind
    let pattern: Int
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

extension TraceSession {
  /// Notes that the value of the running initialiser was read although not every system would read it.
  func noteLenient(_ kind: LenientValue.Kind, _ value: JSONValue) {
    guard let node = value.node, let frame else { return }
    let (owner, property) = asker(nil)
    lenient.add(.init(kind: kind, pattern: frame.path.pattern), .init(node: node, owner: owner, property: property))
  }
}
