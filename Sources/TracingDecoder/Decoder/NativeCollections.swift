import JSONDocument

/// An array that the decoder fills itself. That is faster than the array's own initialiser, and a bad element does not
/// hide failures of the others. The error that is thrown is the one that the initialiser would throw.
protocol NativeArray: Decodable {
  /// Writes the array to `memory`, which has room for one value of exactly this type, or throws and writes nothing.
  static func decodeNatively(by decoder: PayloadDecoder, into memory: UnsafeMutableRawPointer) throws
}

/// A `[String: T]`, whose names no key strategy converts.
protocol StringDictionary: Decodable {
  /// Writes the dictionary to `memory`, which has room for one value of exactly this type, or throws and writes
  /// nothing.
  static func decodeNatively(by decoder: PayloadDecoder, into memory: UnsafeMutableRawPointer) throws
}

extension Array: NativeArray where Element: Decodable {
  static func decodeNatively(by decoder: PayloadDecoder, into memory: UnsafeMutableRawPointer) throws {
    let core = decoder.core
    let node = try decoder.openArray()
    let document = core.document
    let pattern = core.elementPattern(of: decoder.topPattern)
    let facts = core.facts(Element.self)
    guard core.isRecovering else {
      if let scalars: Self = core.scalars(of: node, facts.category) {
        memory.assumingMemoryBound(to: Self.self).initialize(to: scalars)
        return
      }
      // If an element throws, the array frees the ones before it.
      memory.assumingMemoryBound(to: Self.self).initialize(
        to: try Self(unsafeUninitializedCapacity: document.count(of: node)) { buffer, count in
          var next = document.firstChild(of: node)
          while let element = next, count < buffer.count {
            next = document.nextSibling(of: element)
            let value = try decoder.unwrap(
              JSONValue(element), as: Element.self, facts, pattern, .index(count))
            buffer.initializeElement(at: count, to: value)
            count &+= 1
          }
        })
      return
    }
    var result: Self = []
    var failures = ElementFailures()
    for (index, element) in document.children(of: node).enumerated() {
      let read = {
        try decoder.unwrap(
          JSONValue(element), as: Element.self, facts, pattern, .index(index))
      }
      if let recovered = try failures.element(read, JSONValue(element), core) { result.append(recovered) }
    }
    try failures.finish(result, as: Self.self, of: JSONValue(node), core)
    memory.assumingMemoryBound(to: Self.self).initialize(to: result)
  }
}

extension DecoderCore {
  /// An array of scalars if each can be read by a fast way; nil otherwise.
  fileprivate func scalars<A>(of array: JSONNode, _ category: TypeCategory) -> A? {
    switch category {
    case .string: all(of: array) { string($0) }.map { same($0) }
    case .int: all(of: array) { integer($0) as Int? }.map { same($0) }
    case .double: all(of: array) { double($0) }.map { same($0) }
    case .bool: all(of: array) { bool($0) }.map { same($0) }
    default: nil
    }
  }

  @inline(__always)
  private func all<S>(of array: JSONNode, _ read: (JSONNode) -> S?) -> [S]? {
    var values: [S] = []
    values.reserveCapacity(document.count(of: array))
    var next = document.firstChild(of: array)
    while let element = next {
      next = document.nextSibling(of: element)
      guard let value = read(element) else { return nil }
      values.append(value)
    }
    return values
  }
}

extension Dictionary: StringDictionary where Key == String, Value: Decodable {
  static func decodeNatively(by decoder: PayloadDecoder, into memory: UnsafeMutableRawPointer) throws {
    let core = decoder.core
    let node = try open(by: decoder)
    let document = core.document
    let pattern = decoder.topPattern
    core.visit(node, pattern, elements: document.count(of: node))
    pattern.pointee.isDictionary = true
    let inner = core.anyMemberPattern(of: pattern)
    let facts = core.facts(Value.self)
    var result: Self = [:]
    result.reserveCapacity(document.count(of: node))
    var failures = ElementFailures()
    let isOwnInitialiser = decoder.configuration.usesDefaultKeys
    if !isOwnInitialiser { decoder.markDetour() }
    let checksNames = !isOwnInitialiser && !document.hasPlainNames(node)
    for child in document.children(of: node) {
      // Each name is checked just before its value, as in Foundation's decoder if it decodes the dictionary itself.
      if checksNames { try decoder.checkName(of: child, in: node) }
      let name = document.key(of: child) ?? ""
      // The first of equal names is kept. The dictionary's own initialiser does not decode the others.
      if isOwnInitialiser, result[name] != nil { continue }
      let read = {
        try decoder.unwrap(
          JSONValue(child), as: Value.self, facts, inner,
          .key(isOwnInitialiser ? DictionaryKey(stringValue: name) : DictionaryKey(ofDecoder: name)))
      }
      if !core.isRecovering {
        let value = try read()
        if result[name] == nil { result[name] = value }
      } else if let value = try failures.element(read, JSONValue(child), core), result[name] == nil {
        result[name] = value
      }
    }
    try failures.finish(result, as: Self.self, of: JSONValue(node), core)
    pattern.pointee.wasReadAsDictionary = true
    memory.assumingMemoryBound(to: Self.self).initialize(to: result)
  }

  /// The object. If the value is not an object, the error depends on what opens it in Foundation: the dictionary's
  /// initialiser, or the decoder itself under a key strategy.
  private static func open(by decoder: PayloadDecoder) throws -> JSONNode {
    let value = decoder.top
    let document = decoder.document
    if let node = value.node, document.kind(of: node) == .object {
      if decoder.configuration.usesDefaultKeys, !document.hasPlainNames(node) { try decoder.checkNames(of: node) }
      return node
    }
    guard !decoder.configuration.usesDefaultKeys else {
      _ = try decoder.openObject(PlainKey.self)
      throw JSONError(event: nil, origin: nil)
    }
    let (outer, key) = decoder.site
    try decoder.requireNotNull(value, [String: Any].self, outer, key)
    throw decoder.failure(
      .typeMismatch, Subject(value: value, requested: [String: Any].self, path: outer, key: key, isContainer: true),
      "Expected to decode \([String: Any].self) but found \(document.kind(of: value).foundationName) instead.")
  }
}

/// The failures of a collection's elements. All elements are decoded; the first error is thrown at the end.
struct ElementFailures {
  private var first: (error: any Error, event: Int?)?
  private var events: [Int] = []

  /// The element, or the recovered value, or nil.
  mutating func element<E>(_ read: () throws -> E, _ value: JSONValue, _ core: DecoderCore) throws -> E? {
    do {
      return try read()
    } catch {
      let event = core.event(of: error)
      first = first ?? (error, event)
      if let event { events += core.group(of: event) }
      // Reset, because the next element may throw an error with the same text.
      core.log.inFlight = nil
      return core.recovered(value, as: E.self)
    }
  }

  /// Throws the first error, with all failures as its group, and keeps `result` as the recovered value.
  func finish(_ result: Any, as type: Any.Type, of value: JSONValue, _ core: DecoderCore) throws {
    guard let first else { return }
    if let event = first.event {
      core.setGroup(of: event, to: events)
      core.setInFlight(first.error, event: event)
    }
    core.setRecovered(value, as: type, to: result)
    throw first.error
  }
}
