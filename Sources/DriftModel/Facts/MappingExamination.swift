/// What a mapping did with the records of one response.
public struct MappingExamination: Codable, Sendable, Equatable {
  /// Name of the domain model.
  public var name: String
  /// JSONPath of the records; empty for an aggregate.
  public var recordsPath: String
  /// Name of the record's type: `ProductDTO`.
  public var recordType: String
  /// Name of the domain type: `Product`.
  public var domainType: String
  /// Whether it ran to its end.
  public var execution: Execution
  /// Records in the payload, as `recordsPath` says; `nil` where it does not.
  @Count public var elements: Int?
  /// Records that the decoded value holds; fewer than `elements` where a lossy array dropped some.
  @Count public var recordsIn = 0
  /// Domain values made.
  @Count public var recordsOut = 0
  /// Records for which the mapping returned nil.
  @Count public var dropped = 0
  /// Records for which it threw.
  @Count public var threw = 0
  /// What it threw, with counts.
  public var thrown: [Thrown] = []
  /// Where the first dropped record stands (RFC 6901).
  public var droppedExample: String?
  /// JSON patterns to blame for dropped records, found by trial; empty when unknown.
  public var droppedBlame: [String] = []
  /// The value that is to blame in a dropped record; `nil` when unknown.
  public var droppedValue: Finding.Example?
  /// Properties of the domain values: how many are nil or empty.
  public var properties: [PropertyExamination] = []
  /// Elements of the lists in those records of which values were made, by the list's path; empty where no property is a list, or
  /// where it is not known which record a value was made of.
  @Sparse public var lists: [String: Int]
  /// Identities of the domain values, where another mapping refers to them; `nil`: nobody does.
  public var identities: IdentityDigests?
  /// What the domain values refer to; `nil`: no reference was declared.
  public var references: [ReferenceExamination]?
  /// Domain values whose identity another one of the same response has.
  public var collided = FoundRecords()
  /// Domain values whose identity was another one when the same record was mapped again.
  public var unstable = FoundRecords()
  /// Declared rules that did not hold, with how often.
  public var brokenRules: [BrokenRule] = []
  /// By record a digest of its domain value, empty where none was made; no entries unless they were asked for.
  @Sparse public var valueDigests: [String]
  /// Records that ended the process, if `execution` is a crash or timeout and the records are known.
  public var crashing: CrashingRecords?

  /// Counts of a mapping.
  public init(name: String, recordsPath: String, recordType: String, domainType: String, execution: Execution) {
    (self.name, self.recordsPath, self.execution) = (name, recordsPath, execution)
    (self.recordType, self.domainType) = (recordType, domainType)
  }

  /// Records of the payload that did not become domain values.
  public var lost: Int { max(0, (elements ?? recordsIn) - recordsOut) }

  /// Records of the payload.
  public var offered: Int { max(elements ?? recordsIn, recordsIn) }
}

/// How many records something was found of, and where the first one stands.
public struct FoundRecords: Codable, Sendable, Equatable {
  /// The number of records.
  @Count public var count = 0
  /// Where the first of them stands (RFC 6901); `nil` where that is not known.
  public var example: String?

  /// None.
  public init() {}
}

/// An error thrown by a mapping.
public struct Thrown: Codable, Sendable, Equatable {
  /// The error in one line.
  public var message: String
  /// How often.
  @Count public var count: Int

  /// An error with its count.
  public init(message: String, count: Int) {
    self.message = message
    self.count = count
  }
}

/// A declared rule that did not hold.
public struct BrokenRule: Codable, Sendable, Equatable {
  /// The rule in a few words.
  public var name: String
  /// How often it did not hold.
  @Count public var count: Int
  /// Where the first record stands for which it did not hold (RFC 6901).
  public var example: String?

  /// A rule with its count.
  public init(name: String, count: Int, example: String? = nil) {
    (self.name, self.count, self.example) = (name, count, example)
  }
}

/// One property of the domain values that a mapping made, or of the elements of a list that they hold.
public struct PropertyExamination: Codable, Sendable, Equatable {
  /// Name, dotted for nested values: `coordinates.latitude`.
  public var name: String
  /// Whether its loss is breaking.
  public var isEssential: Bool
  /// Whether the author asked to hear when its values are others than before.
  @Sparse public var isWatched: Bool
  /// Domain values, or elements, that were examined.
  @Count public var total: Int
  /// How many were nil.
  @Count public var nilCount: Int
  /// How many were an empty string or collection.
  @Count public var emptyCount: Int
  /// How many were another value when the same record was mapped again: a fresh `UUID()` or date.
  @Count public var randomCount: Int
  /// Where the first record with a lost value stands (RFC 6901).
  public var example: String?
  /// JSON patterns to blame, found by trial; empty when unknown.
  public var blame: [String]
  /// Elements of all its values, if they are lists; else `nil`.
  @Count public var elements: Int?
  /// The property whose elements have it, `blocks` of `blocks.text`; `nil` for a property of the domain values themselves.
  public var list: String?
  /// The value that is to blame in a record that lost it; `nil` when unknown.
  public var lostValue: Finding.Example?
  /// What the values are; `nil` where all of them are random.
  public var values: ValueDistribution?

  /// Counts of a property.
  public init(
    name: String, isEssential: Bool = false, total: Int = 0, nilCount: Int = 0, emptyCount: Int = 0,
    randomCount: Int = 0,
    example: String? = nil, blame: [String] = [], elements: Int? = nil, list: String? = nil
  ) {
    (self.elements, self.list) = (elements, list)
    (self.name, self.isEssential, self.total, self.nilCount) = (name, isEssential, total, nilCount)
    (self.emptyCount, self.randomCount, self.example, self.blame) = (emptyCount, randomCount, example, blame)
  }

  /// Values that carry nothing of the response: nil, empty or random.
  public var lost: Int { nilCount + emptyCount + randomCount }
}
