/// What decoding one document as one type came to, and why.
public struct DecodingTrace: Codable, Sendable, Equatable {
  /// What Foundation's decoder would have said.
  public enum Verdict: Codable, Sendable, Equatable {
    case decoded
    /// The first failure, the one that Foundation throws.
    case failed(DecodingFailure)
    /// The decoder cannot be mirrored; only the decoder itself can tell.
    case notMirrored(reason: String)
  }

  /// What Foundation's decoder would have said; never depends on a recovered value.
  public var verdict: Verdict
  /// Every failure that was found, one entry per pattern, kind and requested type, in the order first seen.
  public var failures: [DecodingFailure] = []
  /// Failures inside an initialiser that returned all the same (`try?`, lossy arrays); not those of types that were tried for a
  /// value before one that fits, as a union does.
  public var swallowed: [DecodingFailure] = []
  /// Values that are none of their enum's but were decoded as some catch-all case.
  public var fallbacks: [EnumFallback] = []
  /// Values that were decoded here but are refused on other systems.
  public var lenient: [LenientValue] = []
  /// Every key that was asked for.
  public var fields: [FieldUse] = []
  /// Patterns of members that nothing ever read; the topmost only.
  public var unread: [String] = []
  /// Patterns below which more failures may hide, since an initialiser could not be brought to its end.
  public var hiddenBelow: [String] = []
  /// Patterns decoded as dictionaries: their member names are data.
  public var dictionaryPaths: [String] = []
  /// Whether a trace that explores would tell more than this one, which does not: there is a failure, after which others
  /// may follow, or an enum that may have a catch-all case.
  public var isUnexplored = false

  /// A trace with nothing but its verdict.
  public init(verdict: Verdict) { self.verdict = verdict }
}

/// One key that a type asks for, over all the objects in which it asked.
public struct FieldUse: Codable, Sendable, Equatable {
  /// RFC 9535 path of the member, `[*]` for every index.
  public var pattern: String
  /// The asking type.
  public var owner: String
  /// The coding key as the asking type spells it.
  public var property: String
  /// The Swift type asked for, without the optional of `decodeIfPresent`.
  public var swiftType: String
  /// Whether a missing member is a failure (`decode`), or not (`decodeIfPresent`).
  public var isRequired: Bool
  /// Objects in which the member is there and not null.
  public var seen: Int
  /// Objects in which it is null.
  public var null: Int
  /// Objects in which it is missing.
  public var missing: Int
  /// A member of one of the objects without it that is spelled nearly the same.
  public var nearMiss: String?
  /// The raw values that the type knows, if it is an enum with texts or integers for raw values and no payloads.
  public var knownValues: [String]

  /// All parts, for callers that make or restore one.
  public init(
    pattern: String, owner: String, property: String, swiftType: String, isRequired: Bool, seen: Int, null: Int,
    missing: Int, nearMiss: String? = nil, knownValues: [String] = []
  ) {
    self.pattern = pattern
    self.owner = owner
    self.property = property
    self.swiftType = swiftType
    self.isRequired = isRequired
    self.seen = seen
    self.null = null
    self.missing = missing
    self.nearMiss = nearMiss
    self.knownValues = knownValues
  }
}
