/// What a remedy costs the domain.
enum RemedyCost: Int, Comparable, Sendable {
  /// Nothing: every value that was sent arrives.
  case exact
  /// A value arrives that is nearly what was sent.
  case approximate
  /// A value, an element or a record is left out.
  case missing
  /// Something stands there that nobody sent.
  case invented

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
