/// One difference between a baseline and what was observed, with what was counted of it. Says what changed, neither how probable that
/// is nor whom it concerns.
public struct ShapeChange: Sendable, Equatable {
  /// What happened.
  public var kind: ChangeKind
  /// Pattern of the changed value (RFC 9535 notation); of an added or removed subtree the topmost one.
  public var path: String
  /// Further patterns at which the same change was seen, in UTF-8 order: deeper levels of a recursive structure, and
  /// sibling objects of equal shape.
  public var paths: [String] = []
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
  /// What was counted at each of its paths, the topmost first; empty for a change that was not seen now.
  public var samples: [ChangeSample] = []
  /// Whether it is worth reporting only as the cause of something else: a new value of a set that may well have more.
  public var isFaint = false
  /// Whether the texts were dates and are dates still, written in another way.
  public var isOfDates = false
  /// Whether the numbers were Unix times in seconds and are milliseconds now, or the other way round.
  public var isOfTimeUnits = false
  /// Whether dates lost their time zone, or have one where they had none.
  public var isOfTimeZones = false
  /// Whether only null was ever seen of the member that is gone.
  public var isOfNullOnly = false
  /// The variants of objects that it is about; `nil`: all.
  public var variants: ObjectVariants?
  /// A guess that is worth reporting: "perhaps renamed to `imageURL`", "seconds to milliseconds?".
  public var hint: String?
  /// The member name, unquoted, that a removed member was (or perhaps was) renamed to.
  public var renamedTo: String?
  /// From 0 to 1, for a rename or the guess of one; `nil` for what is a fact.
  public var confidence: Double?

  /// A change of `count` of `total` occurrences.
  public init(
    _ kind: ChangeKind, path: String = "", before: String, after: String, form: ObservedForm? = nil, count: Int,
    total: Int
  ) {
    (self.kind, self.path, self.before, self.after, self.form) = (kind, path, before, after, form)
    (self.count, self.total) = (count, total)
  }

  /// Whether every occurrence shows the changed form.
  public var isTotal: Bool { count >= total }

  /// Responses behind the baseline that showed the former state.
  public var formerResponses: Int { samples.map(\.formerResponses).max() ?? 0 }

  /// Whether it is about a form that was mostly there: that it is absent tells nothing, that it stays absent does.
  public var isOfOptional: Bool {
    if case .habitual? = samples.first?.variability { true } else { false }
  }
}
