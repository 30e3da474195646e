import DriftModel

// Everything in this module that depends on a rule: sentences, nouns and the sets of rules that a sentence is made for.

extension RuleID {
  /// What happened to a member that a version reads, as the end of a sentence; `nil` for a rule that is not a change of shape.
  var changeClause: String? {
    switch self {
    case .fieldRemoved: "which is gone"
    case .fieldRenamed: "which has another name now"
    case .fieldTypeChanged: "which has another type now"
    case .fieldTypeWidened: "which can have another type now"
    case .fieldBecameNullable: "which can be null now"
    case .fieldBecameOptional: "which can be absent now"
    case .fieldEnumValueAdded: "which has new values"
    case .fieldFormatChanged: "which is written in another format now"
    case .fieldScaleChanged: "which has another scale now"
    default: nil
    }
  }

  /// The label of a line of evidence.
  var evidenceLabel: String {
    switch family {
    case "field": "changed"
    case "decode": self == .decodePlatformDependent ? "refused" : "fails"
    case "loss", "mapping": "lost"
    case "request": "sends"
    case "evidence": "unseen"
    default: "notice"
    }
  }

  /// What findings at information are called in a count, for one and for many.
  ///
  /// - Parameter isRead: Whether a version reads the member.
  /// - Returns: The noun with what is known of the reader.
  func informationNoun(isRead: Bool) -> (one: String, many: String) {
    let who = isRead ? ", read by a version and harmless" : ", read by no version"
    func pair(_ singular: String, _ plural: String, _ rest: String = "") -> (String, String) {
      (singular + rest, plural + rest)
    }
    return switch self {
    case .fieldAdded: pair("field added", "fields added", who)
    case .fieldRemoved: pair("field removed", "fields removed", who)
    case .fieldRenamed: pair("field renamed", "fields renamed", who)
    case .fieldTypeChanged: pair("field changed its type", "fields changed their type", who)
    case .fieldTypeWidened: pair("field has a further type", "fields have a further type", who)
    case .fieldBecameNullable: pair("field can be null", "fields can be null", who)
    case .fieldBecameOptional: pair("field can be absent", "fields can be absent", who)
    case .fieldEnumValueAdded: pair("field has new values", "fields have new values", who)
    case .fieldFormatChanged: pair("field changed its format", "fields changed their format", who)
    case .fieldScaleChanged: pair("field changed its scale", "fields changed their scale", who)
    case .evidenceNeverSeen: pair("DTO field never seen", "DTO fields never seen")
    case .evidenceOnlyNull: pair("DTO field only ever null", "DTO fields only ever null")
    case .evidenceEmptyArray: pair("list without a record", "lists without a record")
    case .evidenceStale: pair("endpoint not examined for days", "endpoints not examined for days")
    case .mappingRecordDropped, .lossElementDropped, .mappingThrew:
      pair("mapping drops records", "mappings drop records", ", by design as far as is known")
    case _ where family == "decode":
      pair("decoding failure", "decoding failures", " in versions that are not supported")
    case _ where family == "loss": pair("value left out by a DTO", "values left out by DTOs")
    case _ where family == "mapping": pair("remark on a mapping", "remarks on mappings")
    case _ where family == "request": pair("request body changed", "request bodies changed")
    case .noticeDeprecation: pair("endpoint deprecated", "endpoints deprecated")
    case .noticeSunset: pair("endpoint to be switched off", "endpoints to be switched off")
    case .noticeCertificateExpiring: pair("certificate ends soon", "certificates end soon")
    case .noticeNonconformingJSON: pair("text is not quite JSON", "texts are not quite JSON")
    case .noticeUnmatchedSuppression: pair("acceptance matches nothing", "acceptances match nothing")
    default: pair("notice", "notices")
    }
  }

  /// Whether the finding tells a value alone, since there was none before it.
  var isNewValue: Bool { self == .fieldAdded || self == .fieldEnumValueAdded }
  /// Whether it says that the app's own code crashes.
  var isCrash: Bool { self == .decodeCrash || self == .mappingCrash }
  /// Whether it says that the app's own code does not end.
  var isTimeout: Bool { self == .decodeTimeout || self == .mappingTimeout }
  /// Whether it says that records are missing.
  var isRecordLoss: Bool { [.mappingRecordDropped, .lossElementDropped, .mappingThrew].contains(self) }
  /// Whether it says that properties of records are missing.
  var isPropertyLoss: Bool { self == .mappingPropertyLost || self == .mappingPropertyDefaulted }
  /// Whether it says what a mapping or a decoder leaves out.
  var isLoss: Bool { ["loss", "mapping"].contains(family) }
  /// Whether it passes on what the provider announces.
  var isAnnouncement: Bool { [.noticeSunset, .noticeDeprecation, .noticeCertificateExpiring].contains(self) }
  /// Whether only the responses of several endpoints together show it.
  var needsOtherEndpoints: Bool { self == .mappingReferenceUnmatched }
}
