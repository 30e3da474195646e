import DriftModel

// What this module knows of rules besides the catalog that it is given.
extension RuleID {
  /// The label of a line of evidence.
  var evidenceLabel: String {
    switch family {
    case .field: "changed"
    case .decode: self == .decodePlatformDependent ? "at risk" : "fails"
    case .loss, .mapping: "lost"
    case .request: "sends"
    case .evidence: "unseen"
    case .notice: "notice"
    }
  }

  /// Whether it says that the app's own code crashes.
  var isCrash: Bool { self == .decodeCrash || self == .mappingCrash }
  /// Whether it says that the app's own code does not end.
  var isTimeout: Bool { self == .decodeTimeout || self == .mappingTimeout }
  /// Whether it says that records are missing.
  var isRecordLoss: Bool { [.mappingRecordDropped, .lossElementDropped, .mappingThrew].contains(self) }
  /// Whether it says that properties of records are missing.
  var isPropertyLoss: Bool { self == .mappingPropertyLost || self == .mappingPropertyDefaulted }
  /// Whether it says what a mapping or a decoder leaves out.
  var isLoss: Bool { [.loss, .mapping].contains(family) }
  /// Whether it passes on what the provider announces.
  var isAnnouncement: Bool { [.noticeSunset, .noticeDeprecation, .noticeCertificateExpiring].contains(self) }
}
