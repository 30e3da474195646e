public import DriftModel
/// What a rule means and what to do about it: the text of `driftwatch explain` and of `docs/rules.md`.
public struct RuleExplanation: Sendable, Equatable {
  /// What was found, in one sentence.
  public let meaning: String
  /// What it costs a supported version, as a rule.
  public let consequences: [Consequence]
  /// What to do.
  public let action: String

  init(_ meaning: String, _ consequences: [Consequence], _ action: String) {
    self.meaning = meaning
    self.consequences = consequences
    self.action = action
  }
}

extension RuleID {
  /// Meaning, usual consequence and remedy.
  public var explanation: RuleExplanation {
    switch family {
    case "decode": decodeExplanation
    case "loss": lossExplanation
    case "mapping": mappingExplanation
    case "field": fieldExplanation
    case "request": requestExplanation
    case "evidence": evidenceExplanation
    default: noticeExplanation
    }
  }

  private var decodeExplanation: RuleExplanation {
    let release = "Make the property match what is sent, ship it, and tell the provider; older releases stay broken."
    return switch self {
    case .decodeKeyNotFound:
      RuleExplanation(
        "A member that the type requires is not in the response.", [.responseLost],
        "Make the property optional if the app can live without it. " + release)
    case .decodeValueNotFound:
      RuleExplanation(
        "A member that the type requires is null.", [.responseLost],
        "Make the property optional if the app can live without it. " + release)
    case .decodeTypeMismatch:
      RuleExplanation("A member is of another JSON type than the property can be made of.", [.responseLost], release)
    case .decodeNumberOutOfRange:
      RuleExplanation(
        "A number is a fraction or too large for the integer type. Foundation calls this \"not valid JSON\" and names no field.",
        [.responseLost], "Use Double, Decimal or a wider integer. " + release)
    case .decodeDateUnparsable:
      RuleExplanation(
        "A date is not in the form that the decoder's date strategy reads.", [.responseLost],
        "Change the date strategy. " + release)
    case .decodeEnumUnknownValue:
      RuleExplanation(
        "An enum without a catch-all case got a value that it does not know.", [.responseLost],
        "Add the case, and a catch-all case for the next one. " + release)
    case .decodePlatformDependent:
      RuleExplanation(
        "The value decodes with the Foundation that judges here, but the system that the version runs on is documented to refuse it.",
        [.platformDependent], "Try the value on the oldest system you support; decode it as String if in doubt.")
    case .decodeCrash:
      RuleExplanation(
        "The app's own code trapped while decoding the response.", [.responseLost],
        "Find the trap (force unwrap, index, overflow) in the type's init(from:).")
    case .decodeTimeout:
      RuleExplanation(
        "The app's own code did not end while decoding the response.", [.responseLost],
        "Look for a loop that waits for a container to advance.")
    default: RuleExplanation("A value cannot be used, for a reason of the type's own.", [.responseLost], release)
    }
  }

  private var lossExplanation: RuleExplanation {
    switch self {
    case .lossErrorSwallowed:
      RuleExplanation(
        "An error was thrown while decoding and the type went on without the value (try?).", [.none],
        "Check that the app can live without it; unions do this by design.")
    case .lossEnumFallback:
      RuleExplanation(
        "A value that the enum does not know fell into its catch-all case.", [.propertyLost, .none],
        "Add a case for the new value, and check what the mapping does with the catch-all.")
    default:
      RuleExplanation(
        "A lossy array left out elements that do not decode; people see fewer records and no error.",
        [.everyRecordLost, .manyRecordsLost, .recordsLost],
        "See which elements fail, and make the element's type match them.")
    }
  }

  private var mappingExplanation: RuleExplanation {
    switch self {
    case .mappingRecordDropped:
      RuleExplanation(
        "The mapping returned nil for more records than it used to: they are missing in the app, and it shows no error.",
        [.everyRecordLost, .manyRecordsLost, .recordsLost, .none],
        "Look at the path to blame; make the mapping cope with the new value.")
    case .mappingThrew:
      RuleExplanation(
        "The mapping threw for records of this response.", [.responseLost, .manyRecordsLost, .recordsLost],
        "Look at the error, and make the mapping cope with the record.")
    case .mappingPropertyLost:
      RuleExplanation(
        "A property of the domain values is nil, empty or random where it used to hold a value of the response.",
        [.propertyLost], "Look at the path to blame: renamed, absent, or of another form.")
    case .mappingPropertyDefaulted:
      RuleExplanation(
        "A property fell to its default where it used to hold a value of the response.", [.propertyLost],
        "Look at the path to blame.")
    case .mappingIdentityUnstable:
      RuleExplanation(
        "The identity of a record is another one each time it is mapped, so lists flicker and upserts duplicate.",
        [.propertyLost], "Take the identity from the response, not from UUID() or the date.")
    case .mappingIdentityCollided:
      RuleExplanation(
        "Several records of one response have the same identity; an upsert would overwrite all but one.",
        [.propertyLost],
        "Check that the identity still distinguishes what the provider sends.")
    case .mappingReferenceUnmatched:
      RuleExplanation(
        "More records than before refer to one that is not among those of another endpoint, such as a category that is gone.",
        [.propertyLost, .none],
        "See what the app shows for such a record. Declare a reference only where the other responses hold all records, not a page of them."
      )
    case .mappingInvariantBroken:
      RuleExplanation(
        "A rule that the adapter declares does not hold for some domain values.", [.propertyLost],
        "Check the values, or the rule.")
    case .mappingCrash:
      RuleExplanation(
        "The app's own mapping trapped on a record of this response.", [.responseLost],
        "Find the trap (force unwrap, index, overflow) in the mapping.")
    default:
      RuleExplanation(
        "The app's own mapping did not end on this response.", [.responseLost],
        "Look for a loop or a wait in the mapping.")
    }
  }

  private var fieldExplanation: RuleExplanation {
    let look = "If a version reads it, check what its type does with the change; else nothing."
    return switch self {
    case .fieldAdded:
      RuleExplanation(
        "A member is new. A tolerant Decodable does not see it.", [.none], "Nothing, unless the app wants it.")
    case .fieldRemoved:
      RuleExplanation("A member that was always there is gone.", [.responseLost, .propertyLost, .none], look)
    case .fieldRenamed:
      RuleExplanation(
        "A member is gone and another one holds its values.", [.responseLost, .propertyLost, .none],
        "Add the new name to the CodingKeys.")
    case .fieldTypeChanged:
      RuleExplanation(
        "A member is of another JSON type than ever before.", [.responseLost, .propertyLost, .none], look)
    case .fieldTypeWidened:
      RuleExplanation(
        "A member is now of more than one JSON type.", [.responseLost, .responseAtRisk, .propertyAtRisk], look)
    case .fieldBecameNullable:
      RuleExplanation(
        "A member that never was null is null in some records.", [.responseLost, .responseAtRisk, .propertyAtRisk], look
      )
    case .fieldBecameOptional:
      RuleExplanation(
        "A member that was always there is absent in some records.", [.responseLost, .responseAtRisk, .propertyAtRisk],
        look
      )
    case .fieldEnumValueAdded:
      RuleExplanation(
        "A member that took few values has a new one.", [.responseLost, .propertyLost, .none], "Add a case for it.")
    case .fieldFormatChanged:
      RuleExplanation(
        "The type is the same and the text is of another form: a URL that is none, another date form.",
        [.propertyLost, .none], look)
    default:
      RuleExplanation(
        "Numbers jumped by a power of ten: seconds to milliseconds, units to cents.", [.propertyLost, .none], look)
    }
  }

  private var requestExplanation: RuleExplanation {
    switch self {
    case .requestShapeChanged:
      RuleExplanation(
        "What the app would send, made of what it just read, has another shape than before, or a default in place of what the provider said.",
        [.requestSpoiled, .none],
        "Check that the provider still accepts it.")
    case .requestRoundtripLoss:
      RuleExplanation(
        "Reading a response and writing it back without a change would erase members of it, or change values.",
        [.requestSpoiled, .none],
        "Carry unknown members through, or send only what people changed (PATCH, RFC 5789). What the provider sets itself is named in `except:`."
      )
    default:
      RuleExplanation(
        "The provider refuses a request that it used to accept.", [.requestSpoiled], "Look at the provider's message.")
    }
  }

  private var evidenceExplanation: RuleExplanation {
    switch self {
    case .evidenceNeverSeen:
      RuleExplanation(
        "A member that the type asks for was never in a response, so the property is always nil; often a misspelled key.",
        [.doubtful, .none],
        "Compare the property's key with the response; convertFromSnakeCase turns image_url into imageUrl.")
    case .evidenceOnlyNull:
      RuleExplanation(
        "A member that the type asks for was never anything but null: its type is unproved.", [.none],
        "Add a sample that holds a value.")
    case .evidenceEmptyArray:
      RuleExplanation(
        "An array was empty, so nothing is known of its elements.", [.none],
        "Ask for an account or page that has records.")
    default:
      RuleExplanation(
        "The last response that could be examined is old: three days and twenty intervals at least.", [.none],
        "See why the endpoint cannot be checked, and check that the monitor runs.")
    }
  }

  private var noticeExplanation: RuleExplanation {
    switch self {
    case .noticeDeprecation:
      RuleExplanation("The provider calls the resource deprecated (RFC 9745).", [.none], "Plan the move.")
    case .noticeSunset:
      RuleExplanation(
        "The provider names the day on which the resource goes (RFC 8594).", [.none, .doubtful], "Move before that day."
      )
    case .noticeCertificateExpiring:
      RuleExplanation(
        "The host's certificate ends within thirty days; a week before, nobody seems to renew it.", [.none, .doubtful],
        "Tell the provider: from that day on the app cannot connect.")
    case .noticeNonconformingJSON:
      RuleExplanation(
        "RFC 8259 forbids what was sent, though Foundation reads it; other platforms may not.", [.none],
        "Tell the provider.")
    case .noticeFidelity:
      RuleExplanation(
        "Our own decoder and Foundation disagree, so that our explanation is not shown. The verdict is Foundation's.",
        [.doubtful], "Report it to us with the type and the shape of the value.")
    default: RuleExplanation("A suppression matches nothing any more.", [.none], "Remove it.")
    }
  }
}
