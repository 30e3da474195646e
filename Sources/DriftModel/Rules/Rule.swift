public import PayloadShape

/// Everything that is said of one kind of finding: `explain`, the published page of rules, the counts and sentences of
/// reports, and what a change costs are made from these values. `DriftRules` has one file for each.
public struct Rule: Sendable {
  /// Permanent id.
  public let id: RuleID
  /// What it speaks of.
  public let about: Topic
  /// What was found, in one sentence.
  public let meaning: String
  /// What to do.
  public let remedy: String
  /// What it costs a supported version, as a rule; the levels follow from it.
  public let consequences: [Consequence]
  /// What findings at information are called where they are counted.
  public let noun: Noun
  /// What people lose by its findings.
  public var loss = Loss.nothing
  /// What to do where a version is known to read what it speaks of; `nil`: the same as where nobody is.
  public var remedyWhereRead: String?
  /// What to do about one of its findings, by whether a version is known to read what it speaks of.
  public func remedy(for finding: Finding) -> String {
    finding.versions.isEmpty ? remedy : remedyWhereRead ?? remedy
  }
  /// The question of chance that its findings wait for.
  public var evidence = Evidence.none
  /// The checks of oasdiff (github.com/oasdiff/oasdiff, docs/CHECKS.md) that say the same of a described API.
  public var oasdiff: [String] = []
  /// What it says of a change of shape; `nil` for a rule that speaks of a fact.
  public var change: Change?
  /// One sentence about a member that could not be read; `nil` for a rule that speaks of something else.
  public var failure: (@Sendable (FieldFailure) -> String)?
  /// One sentence about requests without a response: the endpoint or some of its requests, whether that is one thing, and why.
  public var missed: (@Sendable (_ subject: String, _ isOne: Bool, _ reason: String) -> String)?

  /// A rule with what is said of every one; `facets` sets what is said of it and not of all others.
  public init(
    _ id: RuleID, about: Topic, consequences: [Consequence], meaning: String, remedy: String, noun: Noun,
    _ facets: (inout Rule) -> Void = { _ in }
  ) {
    (self.id, self.about, self.consequences) = (id, about, consequences)
    (self.meaning, self.remedy, self.noun) = (meaning, remedy, noun)
    facets(&self)
  }

  /// What a rule speaks of.
  public enum Topic: String, Sendable, CaseIterable {
    /// A whole response.
    case response
    /// A member of the response.
    case member
    /// An element of an array.
    case element
    /// A record that a mapping makes.
    case record
    /// A property of a domain value.
    case property
    /// What a version sends.
    case request
    /// The host that responds.
    case host
    /// An acceptance.
    case acceptance
  }

  /// What people lose by the findings of a rule: the headline of their incident says it, and where no path is to blame it says which
  /// incident that is.
  public enum Loss: Sendable {
    /// Nothing that a headline names.
    case nothing
    /// The whole response, because the app's code crashes on it.
    case crash
    /// The whole response, because the app's code does not end on it.
    case timeout
    /// Records that a mapping makes no more.
    case records
    /// Properties of domain values.
    case property
    /// What the values of a property tell.
    case meaning
    /// The identity of records.
    case identity
    /// The record that a property refers to.
    case reference
    /// A rule of the adapter that held before.
    case invariant
    /// Members of a response that is written back.
    case writtenBack
    /// The responses: none came that could be examined.
    case responses
  }

  /// What findings are called where they are counted.
  public struct Noun: Sendable, Equatable {
    /// Of one: `field added`.
    public let one: String
    /// Of many: `fields added`.
    public let many: String
    /// What follows, of one and of many.
    public let remark: String

    /// A noun; of a change of shape the report adds who reads it.
    public init(_ one: String, _ many: String, _ remark: String = "") {
      (self.one, self.many, self.remark) = (one, many, remark)
    }
  }

  /// The question of chance that findings of a rule wait for.
  public enum Evidence: Sendable, CaseIterable {
    /// None: it is a fact.
    case none
    /// Whether the change at its paths is one.
    case change
    /// Whether a mapping loses more records than before, or more elements of its properties.
    case records
    /// Whether a version's types go on without more values at its path than before.
    case swallowed
    /// Whether a property is lost more often than before.
    case properties
    /// Whether more references than before have no partner.
    case references
    /// Whether more records than before share their identity.
    case identities
    /// Whether the values of a property are others than before.
    case values
    /// Whether the member at its path is absent or null: the finding lasts as long as that change.
    case absence
  }

  /// What a rule says of a change of shape.
  public struct Change: Sendable {
    /// The kinds of change that it reports, the usual one first.
    public let kinds: [ChangeKind]
    /// What the change costs a version that reads the member.
    public let costs: Cost
    /// Whether an API hardly ever shows it by chance, so that it explains a loss at once.
    public let isNeverChance: Bool
    /// What became of the member, as the end of a sentence: `which is gone`.
    public let clause: String
    /// What was tried in the impact matrix that is like the change; `nil`: nothing.
    public let likeness: @Sendable (ObservedForm?) -> [Perturbation]?
    /// What happened, in one sentence without its full stop.
    public let sentence: @Sendable (ShapeChange) -> String

    /// What a rule says of changes of `kinds`.
    public init(
      _ kinds: [ChangeKind], costs: Cost, isNeverChance: Bool = false, clause: String,
      likeness: @escaping @Sendable (ObservedForm?) -> [Perturbation]?,
      sentence: @escaping @Sendable (ShapeChange) -> String
    ) {
      (self.kinds, self.costs, self.isNeverChance) = (kinds, costs, isNeverChance)
      (self.clause, self.likeness, self.sentence) = (clause, likeness, sentence)
    }

    /// Whether something came along beside what was there, so that the former state needs no mention.
    public var isAddition: Bool { costs == .nothing }
  }

  /// What a change costs a version that reads the member.
  public enum Cost: Sendable {
    /// Nothing: something came along beside what was there.
    case nothing
    /// The value, if all occurrences show the change; else the value is at risk.
    case value
    /// The same, unless the version was seen to read the new form.
    case valueUnlessRead
    /// What the value means, wherever the change shows, unless the version was seen to make the same of it.
    case meaning
    /// What the list held.
    case volume
    /// Nothing yet: what is so in some records may be so in all.
    case prediction
  }
}

/// Every rule by its id, for those who write reports and do not know where rules are kept.
public struct RuleCatalog: Sendable {
  private let rule: @Sendable (RuleID) -> Rule

  /// A catalog; `rule` knows every id.
  public init(_ rule: @escaping @Sendable (RuleID) -> Rule) { self.rule = rule }

  /// The rule with an id.
  public subscript(id: RuleID) -> Rule { rule(id) }
}
