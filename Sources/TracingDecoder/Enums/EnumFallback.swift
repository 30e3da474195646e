/// Values that an enum does not know, but decoded as a catch-all case (`?? .unknown`).
public struct EnumFallback: Codable, Sendable, Equatable {
  /// RFC 9535 path, `[*]` for every index.
  public var pattern: String
  /// RFC 6901 pointer to the first example.
  public var pointer: String
  /// Line of the first example, from 1.
  public var line: Int?
  /// Column of the same in Unicode scalars, from 1.
  public var column: Int?
  /// The type that asked for the enum; nil for the top-level value.
  public var owner: String?
  /// The coding key as that type spells it.
  public var property: String?
  /// The enum's name.
  public var enumType: String
  /// The raw value in the payload, on one short line.
  public var excerpt: String
  /// The raw value of the case that it became.
  public var fallback: String
  /// How many values became the fallback.
  public var count: Int
  /// How many values at this path were decoded.
  public var total: Int
  /// A known value that differs only in letter case or spelling, else the known values.
  public var hint: String?

  init(
    pattern: String, pointer: String, line: Int? = nil, column: Int? = nil, owner: String? = nil,
    property: String? = nil, enumType: String, excerpt: String,
    fallback: String, count: Int = 1, total: Int = 1, hint: String? = nil
  ) {
    self.pattern = pattern
    self.pointer = pointer
    self.line = line
    self.column = column
    self.owner = owner
    self.property = property
    self.enumType = enumType
    self.excerpt = excerpt
    self.fallback = fallback
    self.count = count
    self.total = total
    self.hint = hint
  }
}
