/// A count that comes from another process or from a file: decoding refuses what cannot be one, and what is set is kept within 0 to
/// ``Swift/Int/largestCount``, so that arithmetic with it never overflows.
///
///     @Count public var recordsIn = 0
@propertyWrapper
public struct Count<Value: Countable>: Codable, Sendable, Hashable {
  private var value: Value

  /// The count.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue.bounded }
  }

  /// A count; what is out of bounds becomes the next possible one.
  public init(wrappedValue: Value) { value = wrappedValue.bounded }

  /// The count alone.
  ///
  /// - Throws: `DecodingError` where the number cannot be a count; it quotes no value.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
    guard value.isPossible else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: impossibleCount))
    }
  }

  /// The count alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// What a number is called that cannot be a count.
let impossibleCount = "a count that cannot be"

/// A count, or one that may be unknown.
public protocol Countable: Codable, Sendable, Hashable {
  /// Whether it is from 0 to 2^53.
  var isPossible: Bool { get }
  /// The nearest possible one.
  var bounded: Self { get }
}

extension Int: Countable {
  /// The largest count. It is exact in JSON readers that only have `Double`.
  public static let largestCount = 1 << 53

  /// Whether it is from 0 to 2^53.
  public var isPossible: Bool { (0...Self.largestCount).contains(self) }

  /// At least 0, and at most 2^53.
  public var bounded: Int { Swift.min(Swift.max(0, self), Self.largestCount) }
}

extension Optional: Countable where Wrapped == Int {
  /// Whether it is unknown, or from 0 to 2^53.
  public var isPossible: Bool { self?.isPossible ?? true }

  /// At least 0, and at most 2^53; `nil` stays `nil`.
  public var bounded: Int? { self?.bounded }
}

extension KeyedEncodingContainer {
  /// Encodes a count that may be unknown, and leaves it out where it is; what synthesized conformances call.
  public mutating func encode(_ member: Count<Int?>, forKey key: Key) throws {
    try encodeIfPresent(member.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a count that may be left out; what synthesized conformances call.
  public func decode(_ type: Count<Int?>.Type, forKey key: Key) throws -> Count<Int?> {
    try decodeIfPresent(Count<Int>.self, forKey: key).map { Count(wrappedValue: $0.wrappedValue) }
      ?? Count(wrappedValue: nil)
  }
}
