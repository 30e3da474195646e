import DriftModel
import PayloadShape

extension EvidenceSubject {
  /// How often it must have come back before it comes and goes by the calendar; `nil` if it does not do so. Shops are closed at night, and
  /// so are all of them every night.
  var returnsOfRecurring: Int? {
    if case .values = self { return 1 }
    return aspect?.returnsOfRecurring
  }

  /// Checks for which it must have lasted at least once; what comes and goes faster does so with the server that answers.
  var leastRunOfRecurring: Int {
    switch aspect {
    case .presence, .nullability, .type, .format: 16
    case .addition, .values, .scale, .fractions, .volume, nil: 1
    }
  }

  /// Whether it takes many responses to know how something varies, because each shows only how it is now.
  var isLearnedInSteps: Bool {
    if case .values = self { return true }
    return aspect == .volume
  }
}

// How evidence about each aspect of a value behaves. A new aspect is described here, and nowhere else in this module.
extension ValueAspect {
  /// What a response must hold so that it could show the end of a change; `nil` if nothing is known that could.
  ///
  /// - Parameters:
  ///   - former: What the baseline knows of the path.
  ///   - isOfOptional: Whether the changed form was there at times before, so that only the usual form shows the end.
  /// - Returns: What must be there.
  func part(former: PathStatistics?, isOfOptional: Bool) -> PayloadShape.ChangedPart? {
    switch self {
    case .presence: .presence
    case .nullability: isOfOptional ? .value : .nullability
    case .type: isOfOptional ? former?.mostFrequentKind.map { .usualKind($0) } ?? .value : .value
    case .format: isOfOptional ? former?.mostFrequentFormat.map { .usualFormat($0) } ?? .value : .value
    // A new value that was known already is no return of the others.
    case .values: former?.usualValues.map { .usualValues($0) } ?? .value
    // Other numbers of the new scale are no return to the old one.
    case .scale: former.map { .scale($0.magnitudes) }
    case .volume: .list
    case .fractions, .addition: .value
    }
  }

  /// The kind of change that a pending one stands for in a response which could not show it, so that the baseline does not learn
  /// the new form from other values of it; `nil` if such a response holds nothing of the new form.
  var kindOfUnseen: ChangeKind? {
    switch self {
    case .scale: .scaleChanged
    case .format: .formatChanged
    case .values: .valueAdded
    case .addition, .presence, .type, .nullability, .fractions, .volume: nil
    }
  }

  /// Whether the former form stays in the baseline as the usual one after the change was settled, so that the pending change
  /// has to remember that its end is known.
  var isRememberedOnceSettled: Bool {
    switch self {
    case .presence, .nullability, .type, .format: true
    case .addition, .values, .scale, .fractions, .volume: false
    }
  }

  /// Aspects whose change, while it lasts, explains one of this aspect at the same path: kilograms in place of grams are fractions.
  var explainedBy: [ValueAspect] {
    switch self {
    case .fractions: [.scale, .type]
    case .addition, .presence, .type, .nullability, .values, .format, .scale, .volume: []
    }
  }

  /// Whether what an app sends changes in this aspect merely because the values that it read are others: it sends a fraction
  /// where it read one, though the type of what it sends is the same.
  var followsValues: Bool {
    switch self {
    case .addition, .values, .fractions, .volume: true
    case .presence, .type, .nullability, .format, .scale: false
    }
  }

  /// How often a change of it must have come back before it comes and goes by the calendar, although every response shows a whole
  /// state; `nil` if it does not do so. A list that is empty at night is so every night, and what is played now is null then.
  var returnsOfRecurring: Int? {
    switch self {
    case .scale, .values, .type, .format: 3
    case .presence, .nullability: 2
    case .volume: 1
    case .addition, .fractions: nil
    }
  }

  /// Share of single values of the new form that look like the former one by coincidence. One number in ten with one decimal
  /// place is whole; one in twenty of another scale lies where the former numbers did.
  var shareByCoincidence: Double {
    switch self {
    case .scale: 0.05
    case .fractions: 0.1
    case .addition, .presence, .type, .nullability, .values, .format, .volume: 0
    }
  }
}
