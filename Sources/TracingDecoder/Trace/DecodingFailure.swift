/// One way in which a payload does not fit a type, with how often it occurred.
public struct DecodingFailure: Codable, Sendable, Equatable {
  /// What is wrong. Foundation throws `dataCorrupted` for each of the last four.
  public enum Kind: String, Codable, Sendable, CaseIterable {
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
  /// RFC 9535 path of the value, with `[*]` for every index and `.*` for names that are data. For a missing key it is
  /// the path that the member would have.
  public var pattern: String
  /// RFC 6901 pointer to the first example.
  public var pointer: String
  /// Line of the first example (of its object, if the member is missing), from 1.
  public var line: Int?
  /// Column of the same, from 1.
  public var column: Int?
  /// The requesting type, such as `ProductDTO`; nil for the top-level value.
  public var owner: String?
  /// The coding key as the requesting type spells it, such as `price`; nil for elements.
  public var property: String?
  /// The requested Swift type, such as `Double`.
  public var requestedType: String
  /// JSON kind of the first example, or `nothing`.
  public var found: String
  /// The first example on one short line; empty for a missing key.
  public var excerpt: String
  /// One plain sentence.
  public var message: String
  /// The case of `DecodingError` that Foundation throws here (`keyNotFound`, …), or `other` for another error.
  public var thrownKind: String
  /// The coding path that Foundation gives; empty if Foundation loses it.
  public var codingPath: [String]
  /// How many values fail like this.
  public var count: Int
  /// How many objects that could have the member, or elements of the array, were decoded.
  public var total: Int
  /// What may be meant: a similar key, or an enum value in other letter case.
  public var hint: String?

  init(
    kind: Kind, pattern: String, pointer: String, line: Int? = nil, column: Int? = nil, owner: String? = nil,
    property: String? = nil, requestedType: String, found: String, excerpt: String = "", message: String,
    thrownKind: String, codingPath: [String] = [], count: Int = 1, total: Int = 1, hint: String? = nil
  ) {
    self.kind = kind
    self.pattern = pattern
    self.pointer = pointer
    self.line = line
    self.column = column
    self.owner = owner
    self.property = property
    self.requestedType = requestedType
    self.found = found
    self.excerpt = excerpt
    self.message = message
    self.thrownKind = thrownKind
    self.codingPath = codingPath
    self.count = count
    self.total = total
    self.hint = hint
  }
}
