import JSONDocument

/// A collection decoded element by element here instead of by its own initialiser, so that one bad element hides none of
/// the others. The first error is thrown at the end, as the collection's initialiser would have thrown it.
protocol IsolatedCollection: Decodable {
  static func decodeIsolated(by decoder: PayloadDecoder, trace: TraceSession) throws -> Any
}

/// Marks `[String: T]`, whose names a key strategy leaves alone.
protocol StringDictionary: IsolatedCollection {
  static func decodeMembers(of node: JSONNode, by decoder: PayloadDecoder, at path: CodingPathNode) throws -> Any
}

extension Array: IsolatedCollection where Element: Decodable {
  static func decodeIsolated(by decoder: PayloadDecoder, trace: TraceSession) throws -> Any {
    var container = try decoder.openArray()
    var result: Self = []
    var failures = ElementFailures()
    while let value = container.next() {
      if let element = try failures.element(
        { try decoder.unwrap(value, as: Element.self, at: container.path, container.indexKey) }, value, trace)
      {
        result.append(element)
      }
      container.advance()
    }
    try failures.finish(result, as: Self.self, of: decoder.top, trace)
    return result
  }
}

extension Dictionary: IsolatedCollection, StringDictionary where Key == String, Value: Decodable {
  static func decodeIsolated(by decoder: PayloadDecoder, trace: TraceSession) throws -> Any {
    let value = decoder.top
    _ = try decoder.container(keyedBy: PlainKey.self)
    guard let node = value.node else { return Self() }
    trace.open(node, keysAreData: true, at: decoder.path)
    return try decodeMembers(of: node, by: decoder, at: decoder.path)
  }

  static func decodeMembers(of node: JSONNode, by decoder: PayloadDecoder, at path: CodingPathNode) throws -> Any {
    do {
      try decoder.document.checkNames(of: node)
    } catch {
      throw decoder.invalid(JSONValue(node), String.self, path, nil, kind: .dataCorrupted)
    }
    var result: Self = [:]
    var failures = ElementFailures()
    for child in decoder.document.children(of: node) {
      let name = decoder.document.key(of: child) ?? ""
      let value = JSONValue(child)
      let read = { try decoder.unwrap(value, as: Value.self, at: path, PlainKey(stringValue: name)) }
      guard let trace = decoder.trace, trace.isHealing else {
        let element = try read()
        if result[name] == nil { result[name] = element }
        continue
      }
      if let element = try failures.element(read, value, trace), result[name] == nil { result[name] = element }
    }
    if let trace = decoder.trace { try failures.finish(result, as: Self.self, of: JSONValue(node), trace) }
    return result
  }
}

/// The failures of one collection's elements: each isolated, the first one thrown at the end.
private struct ElementFailures {
  private var first: (error: any Error, event: Int?)?
  private var events: [Int] = []

  /// The element, or what was recovered of it, or nil.
  mutating func element<E>(_ read: () throws -> E, _ value: JSONValue, _ trace: TraceSession) throws -> E? {
    do {
      return try read()
    } catch {
      let event = trace.event(of: error)
      first = first ?? (error, event)
      if let event { events += trace.group(of: event) }
      return trace.recovered(value, as: E.self)
    }
  }

  /// Throws the first failure, in the name of all, and leaves `result` as what was recovered.
  func finish(_ result: Any, as type: Any.Type, of value: JSONValue, _ trace: TraceSession) throws {
    guard let first else { return }
    if let event = first.event {
      trace.setGroup(of: event, to: events)
      trace.setInFlight(first.error, event: event)
    }
    trace.setRecovered(value, as: type, to: result)
    throw first.error
  }
}
