public import PayloadShape

/// What one version made of a response.
public struct VersionExamination: Codable, Sendable, Equatable {
  /// Id of the version.
  public var version: String
  /// What it decodes: `[ProductDTO]`.
  public var typeName: String
  /// The judge's verdict: the author's own decoder on the original bytes.
  public var decoding: Execution
  /// All failures, from our explanation; empty if it decoded or if the explanation is missing.
  public var failures: [FieldFailure] = []
  /// Errors thrown inside that an initialiser swallowed.
  public var swallowed: [FieldFailure] = []
  /// Values that decode here and are documented to be refused by the system the version runs on.
  public var platformDependent: [FieldFailure] = []
  /// Enum values that fell into a catch-all case.
  public var fallbacks: [FieldFailure] = []
  /// Every member that was asked for.
  public var fields: [FieldReading] = []
  /// Patterns of members that were never read, topmost only.
  public var unread: [String] = []
  /// Patterns below which more failures may be hidden.
  public var hiddenBelow: [String] = []
  /// Why the explanation is missing or not to be trusted; `nil` when it stands.
  public var explanationMissing: String?
  /// Whether judge and explanation disagree. Then the explanation is not shown.
  public var contradiction: String?
  /// Header fields that it reads and that were missing or unreadable; added by who fetched the response.
  @Sparse public var headerFailures: [HeaderFailure]
  /// What each mapping did.
  public var mappings: [MappingExamination] = []
  /// What each write made of the values just read.
  public var sends: [SendExamination] = []
  /// What became of the response where it is written back; `nil`: nothing is, or the facts are older than that.
  public var writeBacks: [WriteBackExamination]?
  /// Why some of the version's own code was not judged though it was to be, in one line, as where the system killed its process;
  /// `nil`: it was judged, or it lacked something that another endpoint's response was to give.
  public var notJudged: String?

  /// Whether all that fails, and all that is read, is known.
  package var isExplained: Bool {
    switch decoding {
    case .succeeded, .failed: explanationMissing == nil && contradiction == nil
    case .crashed, .timedOut, .notRun: false
    }
  }

  /// Whether the version may ask for something at a path that is not known: the explanation is missing, or an
  /// initialiser could not be brought to its end above the path.
  package func mayHide(_ path: String) -> Bool { !isExplained || hiddenBelow.contains { isPath($0, ancestorOf: path) } }

  /// What a version made of a response; everything but the verdict may be added later.
  public init(version: String, typeName: String, decoding: Execution) {
    (self.version, self.typeName, self.decoding) = (version, typeName, decoding)
  }
}

/// One way in which a member failed, with how often.
public struct FieldFailure: Codable, Sendable, Equatable {
  /// Rule of the `decode-` or `loss-` family.
  public var rule: RuleID
  /// RFC 9535 pattern: `$[*].price`.
  public var pattern: String
  /// The first occurrence.
  public var example: Finding.Example
  /// Type that asked: `ProductDTO`.
  public var owner: String?
  /// Property as the type spells its key: `price`.
  public var property: String?
  /// Swift type asked for: `Double`; several if the value fits none of them: `Int or String`.
  public var expected: String
  /// Each of these types, if there are several.
  @Sparse public var expectations: [String]
  /// What was there: `object`, `nothing`.
  public var found: String
  /// What was there, as values; `nil` where the value itself is at fault.
  public var form: ObservedForm?
  /// Occurrences.
  @Count public var count: Int
  /// How often the pattern was visited: the "20" of "20 of 20".
  @Count public var total: Int
  /// What may help; `nil` if nothing does.
  public var hint: String?
  /// The last name of the pattern, if no response shows how it is spelled; empty: it is certain.
  @Sparse public var guessedName: String
  /// Whether the text itself is none there, by RFC 8259: bytes that are not UTF-8, a lone surrogate, a control character, a
  /// number such as `03`. Foundation finds that only where the value is read.
  @Sparse public var isMalformedText: Bool

  /// A failure with its path and counts.
  public init(
    rule: RuleID, pattern: String, example: Finding.Example, property: String? = nil, expected: String, found: String,
    count: Int, total: Int
  ) {
    (self.rule, self.pattern, self.example, self.property) = (rule, pattern, example, property.map(boundedName))
    (self.expected, self.found, self.count, self.total) = (expected, found, count, total)
  }

  /// All types that were asked for.
  package var types: [String] { expectations.isEmpty ? [expected] : expectations }

  /// `ProductDTO.price`, as far as it is known.
  public var propertyName: String? {
    guard let property else { return owner }
    return owner.map { "\($0).\(property)" } ?? property
  }

  /// The property, or else the path, as sentences name it.
  public var name: String { propertyName ?? pattern }

  /// What was there with its value in short: `string "1283"`.
  public var foundWords: String {
    example.excerpt.isEmpty || example.excerpt == found ? found : "\(found) \(example.excerpt)"
  }
}

/// One member that a type asked for.
public struct FieldReading: Codable, Sendable, Equatable {
  /// RFC 9535 pattern: `$[*].price`.
  public var pattern: String
  /// Type that asked.
  public var owner: String?
  /// Property as the type spells its key.
  public var property: String
  /// Swift type asked for.
  public var swiftType: String
  /// Whether absence fails the decoding.
  public var isRequired: Bool
  /// Times it was there and not null.
  @Count public var seen = 0
  /// Times it was null.
  @Count public var null = 0
  /// Times it was absent.
  @Count public var missing = 0
  /// A member of the payload that is nearly what was asked for: `image_url`.
  public var nearMiss: String?
  /// The raw values that the type knows, if it is an enum with raw values.
  public var knownValues: [String] = []
  /// The last name of the pattern, if the response does not show how it is spelled; empty: it is certain.
  @Sparse public var guessedName: String

  /// A member that was asked for.
  public init(
    pattern: String, owner: String?, property: String, swiftType: String, isRequired: Bool, nearMiss: String? = nil
  ) {
    (self.pattern, self.owner, self.property) = (pattern, owner, boundedName(property))
    (self.swiftType, self.isRequired, self.nearMiss) = (swiftType, isRequired, nearMiss.map(boundedName))
  }

  /// `ProductDTO.price`.
  package var name: String { owner.map { "\($0).\(property)" } ?? property }

  /// `ProductDTO.price: Double`.
  package var nameWithType: String { "\(name): \(swiftType)" }
}
