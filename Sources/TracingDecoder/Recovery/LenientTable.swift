import JSONDocument

/// Lenient values by kind and pattern.
struct LenientTable {
  struct Key: Hashable {
    let kind: LenientValue.Kind
    let pattern: Pattern
  }

  struct Use {
    let first: RequestedValue
    var nodes: Set<Int> = []
  }

  private(set) var order: [Key] = []
  private(set) var uses: [Key: Use] = [:]

  mutating func add(_ key: Key, _ use: Use) {
    if uses[key] == nil {
      order.append(key)
      uses[key] = use
    }
    uses[key]?.nodes.insert(use.first.node.index)
  }
}

extension DecoderCore {
  /// Records that the value of the running initialiser was read although other systems may refuse it.
  func noteLenient(_ kind: LenientValue.Kind, _ value: JSONValue) {
    guard let node = value.node, let run else { return }
    log.lenient.add(.init(kind: kind, pattern: run.pattern), .init(first: requested(node)))
  }
}
