import JSONDocument

/// An unkeyed container that behaves as that of Foundation's decoder.
struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: PayloadDecoder
  let path: CodingPathNode
  private let array: JSONNode
  private let elementPattern: Pattern
  private var upcoming: JSONNode?
  private(set) var currentIndex = 0
  let count: Int?

  init(decoder: PayloadDecoder, node: JSONNode, path: CodingPathNode) {
    self.decoder = decoder
    self.path = path
    array = node
    elementPattern = decoder.core.elementPattern(of: path.pattern)
    upcoming = decoder.document.firstChild(of: node)
    count = decoder.document.count(of: node)
  }

  var codingPath: [any CodingKey] { path.codingPath() }
  var isAtEnd: Bool { currentIndex >= count ?? 0 }
  private var indexKey: PlainKey { PlainKey(index: currentIndex) }

  /// Moves to the next element. At the end, only the index grows.
  private mutating func advance() {
    currentIndex += 1
    upcoming = upcoming.flatMap { decoder.document.nextSibling(of: $0) }
  }

  /// The current element; throws at the end.
  private func present(
    _ type: Any.Type, _ message: String = "Unkeyed container is at end."
  ) throws -> JSONValue {
    guard let upcoming else {
      throw decoder.failure(
        .valueNotFound,
        Subject(value: JSONValue(nil), requested: type, path: path, key: indexKey, isContainer: true), message)
    }
    return JSONValue(upcoming)
  }

  mutating func decodeNil() throws -> Bool {
    guard decoder.document.isNull(try present(Never.self)) else { return false }
    advance()
    return true
  }

  mutating func required<T>(_ type: T.Type, _ read: (JSONValue, PlainKey) throws -> T) throws -> T {
    let value = try present(type)
    let result: T
    if decoder.core.isRecovering,
      case .value(let patch as T) = decoder.core.patch(for: value.node, key: nil, in: array, as: type)
    {
      result = patch
    } else {
      result = try read(value, indexKey)
    }
    advance()
    return result
  }

  mutating func optional<T>(_ type: T.Type, _ read: (JSONValue, PlainKey) throws -> T) throws -> T? {
    var result: T?
    if let upcoming {
      let core = decoder.core
      let patch = core.isRecovering ? core.patch(for: upcoming, key: nil, in: array, as: type) : nil
      if case .value(let value as T) = patch { result = value }
      if patch == nil, core.document.kind(of: upcoming) != .null {
        do {
          result = try read(JSONValue(upcoming), indexKey)
        } catch {
          core.markOptional(error)
          throw error
        }
      }
    }
    advance()
    return result
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try required(type) { [self] in try unwrap($0, type, $1) }
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try optional(type) { [self] in try unwrap($0, type, $1) }
  }

  /// Decodes an element at its path below this container, whatever its decoder decodes now.
  private func unwrap<T: Decodable>(_ value: JSONValue, _ type: T.Type, _ key: PlainKey) throws -> T {
    try decoder.with(JSONValue(array), at: path, isDetour: true) {
      try decoder.unwrap(value, as: type, decoder.core.facts(type), elementPattern, .key(key))
    }
  }

  private func descend() -> CodingPathNode { CodingPathNode(parent: path, key: indexKey, pattern: elementPattern) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let value = try present(KeyedDecodingContainer<NestedKey>.self)
    let inner = descend()
    let container = try decoder.with(value, at: inner) {
      try decoder.openObject(type, path: inner)
    }
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let value = try present((any UnkeyedDecodingContainer).self)
    let inner = descend()
    let container = try decoder.with(value, at: inner) {
      UnkeyedContainer(decoder: decoder, node: try decoder.openArray(), path: inner)
    }
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let value = try present((any Decoder).self, "Cannot get superDecoder() -- unkeyed container is at end.")
    let result = decoder.detached(value, at: descend())
    advance()
    return result
  }
}
