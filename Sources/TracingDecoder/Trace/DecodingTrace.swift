/// The result of decoding one document as one type, and why.
public struct DecodingTrace: Sendable, Equatable {
  /// What Foundation's decoder would have returned or thrown.
  public enum Verdict: Sendable, Equatable {
    case decoded
    /// The first failure, the one that Foundation throws.
    case failed(DecodingFailure)
    /// The decoder cannot be mirrored, so only the decoder itself can decide.
    case notMirrored(reason: String)
  }

  /// What Foundation's decoder would have returned or thrown. It never depends on a recovered value.
  public var verdict: Verdict
  /// Every failure that was found: one entry for each pattern, kind and requested type, in the order first seen.
  public var failures: [DecodingFailure] = []
  /// Failures inside an initialiser that caught them (`try?`, lossy arrays). Failures of types that a union tried
  /// before the one that fits are not included.
  public var swallowed: [DecodingFailure] = []
  /// Values that their enum does not know, but decoded as a catch-all case.
  public var fallbacks: [EnumFallback] = []
  /// Values that were decoded here but are refused on other systems.
  public var lenient: [LenientValue] = []
  /// Every key that was requested.
  public var fields: [FieldUse] = []
  /// Patterns of members that nothing read, without the members below them.
  public var unread: [String] = []
  /// Patterns below which more failures may be hidden, because an initialiser could not be brought to its end.
  public var hiddenBelow: [String] = []
  /// Patterns that were decoded as dictionaries. Their member names are data.
  public var dictionaryPaths: [String] = []
  /// By pattern: values that the enum there may know, raw values or else the names of its cases, however the enum is
  /// wrapped.
  public var vocabularies: [String: [String]] = [:]
  /// Whether exploring would tell more than this trace: there is a failure, after which others may follow, or an enum
  /// that may have a catch-all case.
  public var isUnexplored = false

  /// A trace with nothing but its verdict.
  public init(verdict: Verdict) { self.verdict = verdict }
}

/// One key that a type requests, counted over all objects.
public struct FieldUse: Sendable, Equatable {
  /// RFC 9535 path of the member, `[*]` for every index.
  public var pattern: String
  /// The requesting type.
  public var owner: String
  /// The coding key as the requesting type spells it.
  public var property: String
  /// The requested Swift type, without the optional of `decodeIfPresent`.
  public var swiftType: String
  /// Whether a missing member is a failure (`decode`) or not (`decodeIfPresent`).
  public var isRequired: Bool
  /// Objects in which the member is present and not null.
  public var seen = 0
  /// Objects in which it is null.
  public var null = 0
  /// Objects in which it is missing.
  public var missing = 0
  /// An unread member with nearly the same name.
  public var nearMiss: String?
  /// As ``Occurrences/guessedName``.
  public var guessedName: String?
  /// The raw values that the type knows, if it is an enum with texts or integers for raw values.
  public var knownValues: [String] = []
}
