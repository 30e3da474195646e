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
  case noticeDeprecation = "notice-deprecation"
  case noticeSunset = "notice-sunset"
  case noticeCertificateExpiring = "notice-certificate-expiring"
  case noticeNonconformingJSON = "notice-nonconforming-json"
  case noticeFidelity = "notice-fidelity"
  case noticeUnmatchedSuppression = "notice-unmatched-suppression"

  /// The part before the first hyphen: `decode`, `loss`, `mapping`, `field`, `request`, `evidence`, `notice`.
  public var family: String { String(rawValue.prefix { $0 != "-" }) }

  /// Order in which an incident takes its headline: shape change, decode, loss, mapping, the rest.
  public var headlineRank: Int {
    switch family {
    case "field": 0
    case "decode": 1
    case "loss": 2
    case "mapping": 3
    default: 4
    }
  }
}
