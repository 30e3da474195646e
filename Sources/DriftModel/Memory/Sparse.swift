/// A value that is left out of JSON while it is empty: most are, and what is stored of a check is small.
@propertyWrapper
public struct Sparse<Value: EmptyRepresentable & Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The value.
  public var wrappedValue: Value

  /// A value, empty unless it is set.
  public init(wrappedValue: Value = .empty) { self.wrappedValue = wrappedValue }

  /// The value alone, for who does not decode it as a member.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }

  /// The value alone, for who does not encode it as a member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A type with a value that means: nothing.
public protocol EmptyRepresentable {
  /// That value.
  static var empty: Self { get }
}

extension Bool: EmptyRepresentable {
  /// No.
  public static var empty: Bool { false }
}

extension Int: EmptyRepresentable {
  /// Zero.
  public static var empty: Int { 0 }
}

extension Double: EmptyRepresentable {
  /// Zero.
  public static var empty: Double { 0 }
}

extension String: EmptyRepresentable {
  /// No text.
  public static var empty: String { "" }
}

extension Array: EmptyRepresentable {
  /// No elements.
  public static var empty: [Element] { [] }
}

extension Dictionary: EmptyRepresentable {
  /// No entries.
  public static var empty: [Key: Value] { [:] }
}

extension KeyedEncodingContainer {
  /// Encodes the value unless it is empty; what synthesized conformances call.
  public mutating func encode<Value>(_ member: Sparse<Value>, forKey key: Key) throws {
    if member.wrappedValue != .empty { try encode(member.wrappedValue, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value, which is empty where it was left out; what synthesized conformances call.
  public func decode<Value>(_ type: Sparse<Value>.Type, forKey key: Key) throws -> Sparse<Value> {
    Sparse(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? .empty)
  }
}
