/// A decoder that returns a placeholder for every request, to make a value of a type without any input.
///
/// Every member is present, optional ones are nil, arrays are empty. An initialiser that validates may still throw.
struct BlankDecoder: Decoder {
  let maker: PlaceholderMaker
  let depth: Int
  let userInfo: [CodingUserInfoKey: Any]
  var codingPath: [any CodingKey] { [] }

  struct Refusal: Error {}
  private static let deepest = 24

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(BlankMembers<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { BlankElements(decoder: self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// A placeholder, or what the type makes of placeholders.
  func make<T: Decodable>(_ type: T.Type) throws -> T {
    guard depth < Self.deepest, maker.allowsRequest() else { throw Refusal() }
    if let simple = maker.simple(type), let value = simple as? T { return value }
    return try type.init(from: BlankDecoder(maker: maker, depth: depth + 1, userInfo: userInfo))
  }
}

extension BlankDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try make(type) }
}

private struct BlankMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: BlankDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) throws -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.make(type) }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { nil }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try decoder.container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}

/// An empty array that still serves requests, because types of fixed length request elements without checking the end.
/// The number of requests is limited, because some initialisers go on until a request fails.
private struct BlankElements: UnkeyedDecodingContainer {
  let decoder: BlankDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  private(set) var currentIndex = 0

  init(decoder: BlankDecoder) { self.decoder = decoder }

  private static let limit = 64
  private var requests = 0

  private mutating func countRequest() throws {
    requests += 1
    guard requests <= Self.limit else { throw BlankDecoder.Refusal() }
  }

  mutating func decodeNil() throws -> Bool {
    try countRequest()
    return false
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try countRequest()
    currentIndex += 1
    return try decoder.make(type)
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try countRequest()
    return try decoder.container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try countRequest()
    return try decoder.unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder {
    try countRequest()
    return decoder
  }
}
