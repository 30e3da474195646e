/// The parts in which texts with a date and a time differ.
struct DateTimeForm: Hashable {
  /// How the zone is written.
  enum Zone: Int, CaseIterable {
    /// `Z`.
    case utc
    /// `+02:00`.
    case offset
    /// Not at all, so that a reader has to know it.
    case none
  }

  /// How many digits of a second stand after the point.
  enum Fraction: Int, CaseIterable, Comparable {
    case none
    /// One to three: milliseconds, which many readers take if they are told to.
    case short
    /// More than three.
    case long

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    init(digits: Int) { self = digits == 0 ? .none : digits <= 3 ? .short : .long }
  }

  let zone: Zone
  let fraction: Fraction

  var isFractional: Bool { fraction != .none }
  var isLocal: Bool { zone == .none }

  /// The format of such texts.
  var format: StringFormat {
    switch (zone, fraction) {
    case (.utc, .none): .dateTime
    case (.utc, .short): .dateTimeFraction
    case (.utc, .long): .dateTimeLongFraction
    case (.offset, .none): .dateTimeOffset
    case (.offset, .short): .dateTimeOffsetFraction
    case (.offset, .long): .dateTimeOffsetLongFraction
    case (.none, .none): .dateTimeLocal
    case (.none, .short): .dateTimeLocalFraction
    case (.none, .long): .dateTimeLocalLongFraction
    }
  }

  /// Whether a reader that takes one as what it is takes the other too, as RFC 3339 §5.6 has it: the zone is written as `Z` or as an
  /// offset, and a fraction has any number of digits.
  func isAlike(_ other: DateTimeForm) -> Bool {
    isLocal == other.isLocal && isFractional == other.isFractional
  }
}

extension StringFormat {
  private static let dateTimeForms = Dictionary(
    uniqueKeysWithValues: DateTimeForm.Zone.allCases.flatMap { zone in
      DateTimeForm.Fraction.allCases.map { fraction in
        let form = DateTimeForm(zone: zone, fraction: fraction)
        return (form.format, form)
      }
    })

  /// How date and time are written; `nil` for all other formats.
  var dateTimeForm: DateTimeForm? { Self.dateTimeForms[self] }

  /// Whether texts of either format are the same to a reader of RFC 3339.
  func isAlike(_ other: StringFormat) -> Bool {
    guard let form = dateTimeForm, let otherForm = other.dateTimeForm else { return self == other }
    return form.isAlike(otherForm)
  }
}
