public import DriftModel
public import PayloadShape

/// The registry of rules. Each rule is one value in a file of its own, in the folder of its family.
public enum Rules {
  /// Every rule, in the order of ``RuleID``.
  public static let all = RuleID.allCases.map(rule)

  /// Every rule by its id.
  public static let catalog = RuleCatalog(rule)

  /// The rules of changes of shape; a test holds that each kind of change has exactly one.
  private static let byKind = Dictionary(
    uniqueKeysWithValues: all.flatMap { rule in (rule.change?.kinds ?? []).map { ($0, rule) } })

  /// The rule that reports a kind of change, with what it says of changes.
  static func rule(for kind: ChangeKind) -> (id: RuleID, change: Rule.Change) {
    guard let rule = byKind[kind], let change = rule.change else { preconditionFailure("no rule reports \(kind)") }
    return (rule.id, change)
  }

  /// The id of the rule that reports a kind of change.
  public static func id(for kind: ChangeKind) -> RuleID { rule(for: kind).id }

  /// The rule with an id.
  public static func rule(for id: RuleID) -> Rule {
    switch id {
    case .decodeKeyNotFound: decodeKeyNotFound
    case .decodeValueNotFound: decodeValueNotFound
    case .decodeTypeMismatch: decodeTypeMismatch
    case .decodeDataCorrupted: decodeDataCorrupted
    case .decodeNumberOutOfRange: decodeNumberOutOfRange
    case .decodeDateUnparsable: decodeDateUnparsable
    case .decodeEnumUnknownValue: decodeEnumUnknownValue
    case .decodePlatformDependent: decodePlatformDependent
    case .decodeCrash: decodeCrash
    case .decodeTimeout: decodeTimeout
    case .decodeHeaderUnreadable: decodeHeaderUnreadable
    case .lossErrorSwallowed: lossErrorSwallowed
    case .lossEnumFallback: lossEnumFallback
    case .lossElementDropped: lossElementDropped
    case .mappingRecordDropped: mappingRecordDropped
    case .mappingThrew: mappingThrew
    case .mappingPropertyLost: mappingPropertyLost
    case .mappingPropertyDefaulted: mappingPropertyDefaulted
    case .mappingIdentityUnstable: mappingIdentityUnstable
    case .mappingIdentityCollided: mappingIdentityCollided
    case .mappingReferenceUnmatched: mappingReferenceUnmatched
    case .mappingInvariantBroken: mappingInvariantBroken
    case .mappingCrash: mappingCrash
    case .mappingTimeout: mappingTimeout
    case .fieldAdded: fieldAdded
    case .fieldRemoved: fieldRemoved
    case .fieldRenamed: fieldRenamed
    case .fieldTypeChanged: fieldTypeChanged
    case .fieldTypeWidened: fieldTypeWidened
    case .fieldBecameNullable: fieldBecameNullable
    case .fieldBecameOptional: fieldBecameOptional
    case .fieldEnumValueAdded: fieldEnumValueAdded
    case .fieldFormatChanged: fieldFormatChanged
    case .fieldScaleChanged: fieldScaleChanged
    case .requestShapeChanged: requestShapeChanged
    case .requestRoundtripLoss: requestRoundtripLoss
    case .requestRejected: requestRejected
    case .evidenceNeverSeen: evidenceNeverSeen
    case .evidenceOnlyNull: evidenceOnlyNull
    case .evidenceEmptyArray: evidenceEmptyArray
    case .evidenceStale: evidenceStale
    case .watchGone: watchGone
    case .watchRefused: watchRefused
    case .watchUnreachable: watchUnreachable
    case .watchLimited: watchLimited
    case .watchUnreadable: watchUnreadable
    case .watchUnconfigured: watchUnconfigured
    case .volumeDropped: volumeDropped
    case .volumeEmpty: volumeEmpty
    case .freshnessStale: freshnessStale
    case .meaningShifted: meaningShifted
    case .noticeDeprecation: noticeDeprecation
    case .noticeSunset: noticeSunset
    case .noticeCertificateExpiring: noticeCertificateExpiring
    case .noticeMoved: noticeMoved
    case .noticeStale: noticeStale
    case .noticeWarning: noticeWarning
    case .noticeUnreadable: noticeUnreadable
    case .noticePartialData: noticePartialData
    case .noticeNonconformingJSON: noticeNonconformingJSON
    case .noticeFidelity: noticeFidelity
    case .noticeShapeLimited: noticeShapeLimited
    case .noticeUnmatchedSuppression: noticeUnmatchedSuppression
    }
  }
}
