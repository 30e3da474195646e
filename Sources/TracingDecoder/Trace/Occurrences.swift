/// Values at one path that have something in common: the first of them as an example, and how many there are.
public struct Occurrences: Sendable, Equatable {
  /// RFC 9535 path, with `[*]` for every index and `.*` for names that are data. For a missing key it is the path that
  /// the member would have.
  public var pattern: String
  /// RFC 6901 pointer to the first one.
  public var pointer: String
  /// Line of the first one (of its object, if the member is missing), from 1.
  public var line: Int?
  /// Column of the same in Unicode scalars, from 1.
  public var column: Int?
  /// The requesting type, such as `ProductDTO`; nil for the top-level value.
  public var owner: String?
  /// The coding key as the requesting type spells it, such as `price`; nil for elements.
  public var property: String?
  /// The first one on one short line; empty for a missing key.
  public var excerpt = ""
  /// The last name of the pattern, if no object has the member and it is therefore spelled as its coding key suggests,
  /// though the key strategy may make the key of another name; nil if the name is certain.
  public var guessedName: String?
  /// How many there are.
  public var count = 1
  /// How many values at this path were decoded, or how many objects could have the member.
  public var total = 1
}
