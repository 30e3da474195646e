import Foundation
import JSONDocument

/// A `Decoder` over a ``JSONDocument`` that behaves as the one inside Foundation's `JSONDecoder` (6.3.1, Linux).
///
/// As there, one instance serves all nested values by way of a stack, and only `superDecoder()` makes another. Confined
/// to the thread that decodes.
final class PayloadDecoder: Decoder {
  let document: JSONDocument
  let configuration: DecoderConfiguration
  /// Where requests and failures are noted; nil for plain decoding.
  let trace: TraceSession?
  private(set) var path: CodingPathNode
  private var values: [JSONValue]

  init(
    document: JSONDocument, configuration: DecoderConfiguration, trace: TraceSession?, value: JSONValue,
    path: CodingPathNode
  ) {
    self.document = document
    self.configuration = configuration
    self.trace = trace
    self.path = path
    values = [value]
  }

  var codingPath: [any CodingKey] { path.codingPath() }

  var userInfo: [CodingUserInfoKey: Any] { configuration.userInfo }

  /// The value being decoded.
  var top: JSONValue { values.last ?? JSONValue(nil) }

  /// Runs `body` with `value` as the one being decoded, at `path`.
  func with<T>(_ value: JSONValue, at path: CodingPathNode, _ body: () throws -> T) rethrows -> T {
    let outer = self.path
    self.path = path
    values.append(value)
    defer {
      self.path = outer
      values.removeLast()
    }
    return try body()
  }

  /// The path of a value inside the one at `path`.
  func descend(_ path: CodingPathNode, _ key: (any CodingKey)?, to value: JSONValue) -> CodingPathNode {
    guard let key else { return path }
    let pattern = trace.map { $0.pattern(of: value, under: path.pattern, key: key) } ?? 0
    return CodingPathNode(parent: path, key: key, pattern: pattern)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedContainer<Key>(try openObject(keyedBy: type)))
  }

  private func openObject<Key: CodingKey>(keyedBy type: Key.Type) throws -> ObjectMembers {
    let kind = document.kind(of: top)
    guard kind == .object, let node = top.node else {
      throw containerError([String: Any].self, kind, noun: "keyed")
    }
    do {
      try document.checkNames(of: node)
    } catch {
      throw invalid(top, String.self, path, nil, kind: .dataCorrupted)
    }
    trace?.open(node, keysAreData: TypeFacts.keysAreData(type), at: path)
    return ObjectMembers(decoder: self, node: node, path: path)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try openArray()
  }

  func openArray() throws -> UnkeyedContainer {
    let kind = document.kind(of: top)
    guard kind == .array, let node = top.node else { throw containerError([Any].self, kind, noun: "unkeyed") }
    trace?.open(node, keysAreData: false, at: path)
    return UnkeyedContainer(decoder: self, node: node, path: path)
  }

  private func containerError(_ type: Any.Type, _ kind: JSONKind, noun: String) -> any Error {
    if kind == .null {
      return failure(
        .valueNotFound, Subject(value: top, requested: type, path: path, isContainer: true),
        "Cannot get \(noun) decoding container -- found null value instead")
    }
    return failure(
      .typeMismatch, Subject(value: top, requested: type, path: path, isContainer: true),
      "Expected to decode \(type) but found \(kind.foundationName) instead.")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// A decoder of its own for `superDecoder()`.
  func detached(_ value: JSONValue, at path: CodingPathNode) -> PayloadDecoder {
    PayloadDecoder(document: document, configuration: configuration, trace: trace, value: value, path: path)
  }

  /// Decodes any type, special ones as Foundation does.
  func unwrap<T: Decodable>(
    _ value: JSONValue, as type: T.Type, at path: CodingPathNode, _ key: (any CodingKey)?
  ) throws -> T {
    guard let trace else { return try unwrapPlainly(value, as: type, at: path, key, descend(path, key, to: value)) }
    let inner = descend(path, key, to: value)
    return try trace.bounded(value, as: type, at: inner, key: key, by: self) {
      try unwrapPlainly(value, as: type, at: path, key, inner)
    }
  }

  private func unwrapPlainly<T: Decodable>(
    _ value: JSONValue, as type: T.Type, at path: CodingPathNode, _ key: (any CodingKey)?, _ inner: CodingPathNode
  ) throws -> T {
    // By exact identity, as in Foundation: a type that wraps one of these gets no special treatment.
    let special: Any
    if type == Date.self {
      special = try unwrapDate(value, at: path, key, inner)
    } else if type == Data.self {
      special = try unwrapData(value, at: path, key, inner)
    } else if type == URL.self {
      special = try unwrapURL(value, at: path, key)
    } else if type == Decimal.self {
      special = try unwrapDecimal(value, at: path, key)
    } else if !configuration.usesDefaultKeys, let dictionary = type as? any StringDictionary.Type {
      special = try unwrapDictionary(value, as: dictionary, at: path, key, inner)
    } else {
      return try with(value, at: inner) { try type.init(from: self) }
    }
    guard let result = special as? T else { throw invalid(value, type, path, key, kind: .dataCorrupted) }
    return result
  }
}
