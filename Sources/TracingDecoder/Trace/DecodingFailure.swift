/// One way in which a payload does not fit a type, with how often it occurred.
@dynamicMemberLookup
public struct DecodingFailure: Sendable, Equatable {
  /// What is wrong. Foundation throws `dataCorrupted` for each of the last four.
  public enum Kind: String, Sendable, CaseIterable {
    case keyNotFound, valueNotFound, typeMismatch, dataCorrupted
    /// A number that has a fraction although an integer is requested, or that is beyond the range of the type.
    case numberOutOfRange
    /// A date that the decoder's date strategy cannot read.
    case dateUnparsable
    /// A scalar of the right kind that is not a raw value of the enum (or other `RawRepresentable`).
    case enumUnknownValue
  }

  /// What is wrong.
  public var kind: Kind
  /// The values that fail like this.
  public var values: Occurrences
  /// The requested Swift types, such as `Double`: several if the value fits none of them.
  public var requestedTypes: [String]
  /// JSON kind of the first example, or `nothing`.
  public var found: String
  /// One plain sentence.
  public var message: String
  /// The case of `DecodingError` that Foundation throws here (`keyNotFound`, …), or `other` for another error.
  public var thrownKind: String
  /// The coding path that Foundation gives; empty if Foundation loses it.
  public var codingPath: [String] = []
  /// What may be meant: a similar key, or an enum value in other letter case.
  public var hint: String?

  /// The requested Swift types in words: `Int or String`.
  public var requestedType: String { requestedTypes.joined(separator: " or ") }

  /// A part of ``values``.
  public subscript<Part>(dynamicMember part: KeyPath<Occurrences, Part>) -> Part { values[keyPath: part] }
}
