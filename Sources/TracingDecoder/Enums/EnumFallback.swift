/// Values that an enum does not know, but decoded as a catch-all case (`?? .unknown`).
@dynamicMemberLookup
public struct EnumFallback: Sendable, Equatable {
  /// The values that became the fallback. The first one is shown by its raw value.
  public var values: Occurrences
  /// The enum's name.
  public var enumType: String
  /// The raw value of the case that it became.
  public var fallback: String
  /// The name of that case, where its raw value is empty and names nothing; `nil`: it is not, or the name is not known.
  public var caseName: String?
  /// A known value that differs only in letter case or spelling, else the known values.
  public var hint: String?

  /// A part of ``values``.
  public subscript<Part>(dynamicMember part: KeyPath<Occurrences, Part>) -> Part { values[keyPath: part] }
}
