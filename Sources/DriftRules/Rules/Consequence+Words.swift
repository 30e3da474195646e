public import DriftModel

extension Consequence {
  /// The consequence in words, as the level table says it.
  public var words: String {
    switch self {
    case .responseLost: "the whole response is lost"
    case .everyRecordLost: "every record is lost"
    case .manyRecordsLost: "a fifth of the records or more is lost beyond the baseline"
    case .recordsLost: "fewer records are lost beyond the baseline"
    case .propertyLost: "a property is lost where it used to be there"
    case .platformDependent: "refused on some systems"
    case .requestSpoiled: "a request body cannot be made as before, or would erase something"
    case .responseAtRisk: "read, nothing lost yet, the response is at risk"
    case .propertyAtRisk: "read, nothing lost yet, a property is at risk"
    case .readersUnknown: "a URL without a contract, nobody is known to read it"
    case .doubtful: "perhaps a mistake of ours or of the type, worth a look"
    case .none: "nobody loses anything"
    }
  }
}
