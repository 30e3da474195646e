/// One difference between a baseline and what was observed, with its evidence. Says what changed, not whom it hurts.
public struct ShapeChange: Codable, Sendable, Equatable {
  /// What happened.
  public var kind: ChangeKind
  /// Pattern of the changed value (RFC 9535 notation); of an added or removed subtree the topmost one.
  public var path: String
  /// Further patterns at which the same change was seen, in UTF-8 order: deeper levels of a recursive structure, and
  /// sibling objects of equal shape.
  public var paths: [String]
  /// What it was, in a few words: `number`, `always present`, `UUID`.
  public var before: String
  /// What it is now: `object {amount, currency}`, `null`, `new value "Deserts"`.
  public var after: String
  /// What it is now, as values; `nil` for a change whose new form is a range, such as another scale.
  public var form: ObservedForm?
  /// Occurrences of the changed form in the observation, all paths together.
  public var count: Int
  /// Of how many occurrences that could have shown it.
  public var total: Int
  /// Occurrences in the baseline that showed the former state.
  public var baselineCount: Int
  /// Responses behind the baseline that showed the former state.
  public var baselineDocuments: Int
  /// How many chances a steady API has to show such a change: what ``improbability`` holds beside the counts.
  public var prior: Double
  /// Share of occurrences that the baseline lets expect to be of the changed form; 0 where it showed none.
  public var habit: Double
  /// What the occurrences of one response are worth as trials, since those that belong together are not independent.
  public var trials: Double
  /// Probability that an API which did not change shows this in one response, at any of its paths; small means surely a change.
  public var improbability: Double
  /// Whether every occurrence shows the changed form.
  public var isTotal: Bool
  /// Whether it is some records among many that are polled again and again, so that the next response will show the same
  /// without telling more.
  public var isOfSameRecords: Bool
  /// Whether it is worth telling only as the cause of something else: a new value of a set that may well have more.
  public var isFaint = false
  /// Whether it is about a member that was mostly there: that it is absent tells nothing, that it stays absent does.
  public var isOfOptional = false
  /// Responses of the baseline that showed the former state in other records than the ones before, where it is seen in new records
  /// now; `nil` where records are polled again, or nothing tells them apart.
  public var freshResponses: Int?
  /// The variants of objects that it is about; `nil`: all.
  public var variants: ObjectVariants?
  /// A guess worth telling: "perhaps renamed to `imageURL`", "seconds to milliseconds?".
  public var hint: String?
  /// The member name, unquoted, that a removed member was (or perhaps was) renamed to.
  public var renamedTo: String?
  /// From 0 to 1, for a rename or the guess of one; nil for what is a fact.
  public var confidence: Double?

  /// A change with all its evidence.
  public init(
    _ kind: ChangeKind, path: String, paths: [String] = [], before: String, after: String, form: ObservedForm? = nil,
    count: Int, total: Int, baselineCount: Int, baselineDocuments: Int = 1, prior: Double = 1, habit: Double = 0,
    trials: Double = 1,
    improbability: Double,
    isTotal: Bool, isOfSameRecords: Bool = false, hint: String? = nil, renamedTo: String? = nil,
    confidence: Double? = nil
  ) {
    self.kind = kind
    self.path = path
    self.paths = paths
    self.before = before
    self.after = after
    self.form = form
    self.count = count
    self.total = total
    self.baselineCount = baselineCount
    self.baselineDocuments = baselineDocuments
    self.prior = prior
    self.habit = habit
    self.trials = trials
    self.improbability = improbability
    self.isTotal = isTotal
    self.isOfSameRecords = isOfSameRecords
    self.hint = hint
    self.renamedTo = renamedTo
    self.confidence = confidence
  }
}
