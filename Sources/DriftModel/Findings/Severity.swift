/// What a finding costs the people who use the app; the left column of the level table, from which docs and `explain`
/// are made.
public enum Consequence: String, Sendable, CaseIterable {
  /// The whole response is lost: it does not decode, or the app crashes or hangs.
  case responseLost
  /// Every record of a response is lost.
  case everyRecordLost
  /// A fifth of the records or more is lost beyond what the baseline loses.
  case manyRecordsLost
  /// Fewer records are lost beyond the baseline.
  case recordsLost
  /// A property is lost or defaulted where it used to be there, or its values have another meaning.
  case propertyLost
  /// A list that the version reads holds far less than it ever did.
  case volumeLost
  /// A list that the version reads gets nothing new.
  case listStale
  /// The values of a property that is watched are others than before.
  case watchedValuesShifted
  /// It decodes here, and is documented to be refused on the system the version runs on.
  case platformDependent
  /// A request body can no longer be made as before, or a PUT would erase members.
  case requestSpoiled
  /// An endpoint that versions read, and that responded before, is gone.
  case endpointGone
  /// The endpoint could not be checked for long.
  case unchecked
  /// The DTO reads it and nothing is lost yet; a response without it would be lost.
  case responseAtRisk
  /// The DTO reads it and nothing is lost yet; a property would be.
  case propertyAtRisk
  /// Nobody is known to read it, since the URL has no contract.
  case readersUnknown
  /// The explanation and the judge disagree, or a member is asked for under a name that nearly exists.
  case doubtful
  /// Nobody reads it; additions, evidence, notices; losses that no baseline can tell from habit yet.
  case none
}

extension Consequence {
  /// The consequence in words, as the level table says it.
  public var words: String {
    switch self {
    case .responseLost: "the whole response is lost"
    case .everyRecordLost: "every record is lost, or every element of a list in them"
    case .manyRecordsLost:
      "a fifth of the records or more, or of the elements of a list in them, is lost beyond what the baseline loses"
    case .recordsLost: "fewer records or elements are lost beyond what the baseline loses"
    case .propertyLost: "a property is lost or defaulted that used to be there, or holds other values"
    case .volumeLost: "a list that the version reads holds far less than it ever did"
    case .listStale: "a list that the version reads gets nothing new, unlike before"
    case .watchedValuesShifted: "the values of a property that the adapter watches are far from all before"
    case .platformDependent: "it decodes here, but some systems that the version runs on refuse it"
    case .requestSpoiled: "a request that the app sends has lost or changed values"
    case .endpointGone: "an endpoint that versions read is gone"
    case .unchecked: "the endpoint has had no response for a long time: nobody knows what is lost"
    case .responseAtRisk: "a version reads it and has lost nothing yet, but may lose the whole response"
    case .propertyAtRisk: "a version reads it and has lost nothing yet, but may lose a property"
    case .readersUnknown: "a URL without a contract: nobody is known to read it"
    case .doubtful: "nothing is lost yet, but somebody should look at it"
    case .none: "no supported version is known to lose anything"
    }
  }
}

/// The level of a consequence for a version. This is the only table of levels in the program.
///
/// - Parameters:
///   - consequence: What it costs.
///   - isEssential: Whether the property, mapping or request is declared essential.
///   - status: Whether people use the version; a candidate gets at most a warning, a retired one information.
/// - Returns: The level at which it is reported, before any level set by the user.
public func level(
  of consequence: Consequence, isEssential: Bool = false, status: VersionInfo.Status = .supported
) -> Level {
  let level: Level =
    switch consequence {
    case .responseLost, .everyRecordLost, .manyRecordsLost, .endpointGone: .breaking
    case .watchedValuesShifted, .unchecked: .warning
    case .recordsLost, .propertyLost, .volumeLost, .listStale, .platformDependent, .requestSpoiled:
      isEssential ? .breaking : .warning
    case .responseAtRisk: Level.breaking.lowered
    case .propertyAtRisk: Level.warning.lowered
    case .readersUnknown, .doubtful: .warning
    case .none: .info
    }
  return switch status {
  case .supported: level
  case .candidate: min(level, .warning)
  case .retired: .info
  }
}

/// Share of records from which a loss beyond the baseline is breaking.
public let breakingShareOfRecords = 0.2
