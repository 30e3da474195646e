import JSONDocument

/// Values that became another raw value than the one they are, by pattern, type and text.
struct FallbackTable {
  struct Sort: Hashable {
    let pattern: Int
    let type: ObjectIdentifier
    let text: String
  }

  struct Fallback {
    let type: Any.Type
    let node: JSONNode
    let owner: Any.Type?
    let property: String?
    let fallback: String
    var places: Set<Int> = []
  }

  private(set) var order: [Sort] = []
  private(set) var fallbacks: [Sort: Fallback] = [:]

  mutating func add(_ sort: Sort, _ fallback: Fallback) {
    if fallbacks[sort] == nil {
      order.append(sort)
      fallbacks[sort] = fallback
    }
    fallbacks[sort]?.places.insert(fallback.node.index)
  }
}

extension TraceSession {
  /// Compares what a raw-representable type was made of with what it says it is.
  func noteFallback<T>(_ result: T, of node: JSONNode, at pattern: Int) {
    guard document.kind(of: node) == .string, let known = result as? any RawRepresentable,
      let rawValue = known.rawValue as? String, let text = try? document.string(at: node), rawValue != text
    else { return }
    let (owner, property) = asker(nil)
    fallbacks.add(
      .init(pattern: pattern, type: ObjectIdentifier(T.self), text: String(text.prefix(64))),
      .init(type: T.self, node: node, owner: owner, property: property, fallback: rawValue))
  }
}
