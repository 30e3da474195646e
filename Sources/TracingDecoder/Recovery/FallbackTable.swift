import JSONDocument

/// Values whose decoded raw value differs from the text in the payload, by pattern, type and text.
struct FallbackTable {
  struct Key: Hashable {
    let pattern: Pattern
    let type: ObjectIdentifier
    let text: String
  }

  struct Fallback {
    let facts: TypeFacts
    let first: RequestedValue
    let fallback: String
    var nodes: Set<Int> = []
  }

  private(set) var order: [Key] = []
  private(set) var fallbacks: [Key: Fallback] = [:]

  /// Distinct texts that are kept for one path. A path with more texts has no fixed vocabulary.
  private static let limit = 256
  private var distinct: [CatchAllCases.Key: Int] = [:]

  mutating func add(_ key: Key, _ fallback: Fallback) {
    if fallbacks[key] == nil {
      let path = CatchAllCases.Key(pattern: key.pattern, type: key.type)
      guard distinct[path, default: 0] < Self.limit else { return }
      distinct[path, default: 0] += 1
      order.append(key)
      fallbacks[key] = fallback
    }
    fallbacks[key]?.nodes.insert(fallback.first.node.index)
  }
}

extension DecoderCore {
  /// Compares the raw value of a decoded value with the text in the payload.
  @inline(never)
  func noteFallback<T>(_ result: T, _ facts: TypeFacts, of node: JSONNode, at pattern: Pattern) {
    let kind = document.kind(of: node)
    guard let rawText = facts.rawText, kind == .string || kind == .number && document.isPlainNumber(node) else {
      return
    }
    let known = withUnsafePointer(to: result) { rawText(UnsafeRawPointer($0)) }
    if kind == .number || document.isPlainString(node) {
      let range = kind == .number ? document.byteRange(of: node) : document.contentRange(of: node)
      var known = known
      let isSame = known.withUTF8 {
        $0.count == range.count && ($0.baseAddress.map { areEqual($0, text + range.lowerBound, range.count) } ?? true)
      }
      if isSame { return }
    }
    noteFallback(known, facts, of: node, at: pattern)
  }

  private func noteFallback(_ rawValue: String, _ facts: TypeFacts, of node: JSONNode, at pattern: Pattern) {
    let text = (try? document.string(at: node)) ?? document.numberText(at: node)
    // "-0" is 0.
    guard rawValue != text, document.kind(of: node) == .string || Int64(text) != Int64(rawValue) else { return }
    log.fallbacks.add(
      .init(pattern: pattern, type: facts.id, text: String(text.prefix(64))),
      .init(facts: facts, first: requested(node), fallback: rawValue))
  }
}
