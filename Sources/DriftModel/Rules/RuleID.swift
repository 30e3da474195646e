/// Permanent kebab-case ids of everything that can be found; ignore lists and dashboards key on the raw values.
public enum RuleID: String, Codable, Sendable, CaseIterable {
  case decodeKeyNotFound = "decode-key-not-found"
  case decodeValueNotFound = "decode-value-not-found"
  case decodeTypeMismatch = "decode-type-mismatch"
  case decodeDataCorrupted = "decode-data-corrupted"
  case decodeNumberOutOfRange = "decode-number-out-of-range"
  case decodeDateUnparsable = "decode-date-unparsable"
  case decodeEnumUnknownValue = "decode-enum-unknown-value"
  case decodePlatformDependent = "decode-platform-dependent"
  case decodeCrash = "decode-crash"
  case decodeTimeout = "decode-timeout"
  case decodeHeaderUnreadable = "decode-header-unreadable"
  case lossErrorSwallowed = "loss-error-swallowed"
  case lossEnumFallback = "loss-enum-fallback"
  case lossElementDropped = "loss-element-dropped"
  case mappingRecordDropped = "mapping-record-dropped"
  case mappingThrew = "mapping-threw"
  case mappingPropertyLost = "mapping-property-lost"
  case mappingPropertyDefaulted = "mapping-property-defaulted"
  case mappingIdentityUnstable = "mapping-identity-unstable"
  case mappingIdentityCollided = "mapping-identity-collided"
  case mappingReferenceUnmatched = "mapping-reference-unmatched"
  case mappingInvariantBroken = "mapping-invariant-broken"
  case mappingCrash = "mapping-crash"
  case mappingTimeout = "mapping-timeout"
  case fieldAdded = "field-added"
  case fieldRemoved = "field-removed"
  case fieldRenamed = "field-renamed"
  case fieldTypeChanged = "field-type-changed"
  case fieldTypeWidened = "field-type-widened"
  case fieldBecameNullable = "field-became-nullable"
  case fieldBecameOptional = "field-became-optional"
  case fieldEnumValueAdded = "field-enum-value-added"
  case fieldFormatChanged = "field-format-changed"
  case fieldScaleChanged = "field-scale-changed"
  case requestShapeChanged = "request-shape-changed"
  case requestRoundtripLoss = "request-roundtrip-loss"
  case requestRejected = "request-rejected"
  case evidenceNeverSeen = "evidence-never-seen"
  case evidenceOnlyNull = "evidence-only-null"
  case evidenceEmptyArray = "evidence-empty-array"
  case evidenceStale = "evidence-stale"
  case watchGone = "watch-gone"
  case watchRefused = "watch-refused"
  case watchUnreachable = "watch-unreachable"
  case watchLimited = "watch-limited"
  case watchUnreadable = "watch-unreadable"
  case watchUnconfigured = "watch-unconfigured"
  case volumeDropped = "volume-dropped"
  case volumeEmpty = "volume-empty"
  case freshnessStale = "freshness-stale"
  case meaningShifted = "meaning-shifted"
  case noticeDeprecation = "notice-deprecation"
  case noticeSunset = "notice-sunset"
  case noticeCertificateExpiring = "notice-certificate-expiring"
  case noticeMoved = "notice-moved"
  case noticeStale = "notice-stale"
  case noticeWarning = "notice-warning"
  case noticeUnreadable = "notice-unreadable"
  case noticePartialData = "notice-partial-data"
  case noticeNonconformingJSON = "notice-nonconforming-json"
  case noticeFidelity = "notice-fidelity"
  case noticeShapeLimited = "notice-shape-limited"
  case noticeUnmatchedSuppression = "notice-unmatched-suppression"

  /// What the rule is about, at large: the first word of its id.
  public var family: RuleFamily {
    switch self {
    case .decodeKeyNotFound, .decodeValueNotFound, .decodeTypeMismatch, .decodeDataCorrupted,
      .decodeNumberOutOfRange, .decodeDateUnparsable, .decodeEnumUnknownValue, .decodePlatformDependent,
      .decodeCrash, .decodeTimeout, .decodeHeaderUnreadable:
      .decode
    case .lossErrorSwallowed, .lossEnumFallback, .lossElementDropped:
      .loss
    case .mappingRecordDropped, .mappingThrew, .mappingPropertyLost, .mappingPropertyDefaulted,
      .mappingIdentityUnstable, .mappingIdentityCollided, .mappingReferenceUnmatched, .mappingInvariantBroken,
      .mappingCrash, .mappingTimeout:
      .mapping
    case .fieldAdded, .fieldRemoved, .fieldRenamed, .fieldTypeChanged, .fieldTypeWidened, .fieldBecameNullable,
      .fieldBecameOptional, .fieldEnumValueAdded, .fieldFormatChanged, .fieldScaleChanged:
      .field
    case .requestShapeChanged, .requestRoundtripLoss, .requestRejected:
      .request
    case .evidenceNeverSeen, .evidenceOnlyNull, .evidenceEmptyArray, .evidenceStale:
      .evidence
    case .watchGone, .watchRefused, .watchUnreachable, .watchLimited, .watchUnreadable, .watchUnconfigured:
      .watch
    case .volumeDropped, .volumeEmpty:
      .volume
    case .freshnessStale: .freshness
    case .meaningShifted: .meaning
    case .noticeDeprecation, .noticeSunset, .noticeCertificateExpiring, .noticeMoved, .noticeStale, .noticeWarning,
      .noticeUnreadable, .noticePartialData, .noticeNonconformingJSON, .noticeFidelity, .noticeShapeLimited,
      .noticeUnmatchedSuppression:
      .notice
    }
  }

  /// Order in which an incident takes its headline: shape change, decode, loss, mapping, the rest.
  public var headlineRank: Int { family.headlineRank }
}

/// Rules that find something by the same means.
public enum RuleFamily: String, Sendable, CaseIterable {
  /// A version cannot read a response.
  case decode
  /// A type reads a response and leaves something out without an error.
  case loss
  /// A mapping loses records or properties.
  case mapping
  /// The shape of the responses changed.
  case field
  /// What a version sends changed.
  case request
  /// Something is not proved by any response.
  case evidence
  /// No response came that could be examined.
  case watch
  /// A list holds far less than it ever did.
  case volume
  /// A list gets nothing new.
  case freshness
  /// What people see of a property is another thing than before.
  case meaning
  /// Somebody says something: the provider, its host, or Driftwatch about itself.
  case notice

  fileprivate var headlineRank: Int {
    switch self {
    case .field: 0
    case .decode: 1
    case .loss: 2
    case .mapping: 3
    case .volume, .freshness, .meaning: 4
    case .request, .evidence, .watch, .notice: 5
    }
  }
}
