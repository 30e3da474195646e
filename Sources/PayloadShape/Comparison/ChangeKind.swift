/// What happened to the values at a path. Which rule reports it, and whom it hurts, is decided elsewhere.
public enum ChangeKind: String, Codable, Sendable, CaseIterable {
  /// A member came along.
  case memberAdded = "member-added"
  /// A value that never was null is null, or one that was null at times is nothing else any more.
  case becameNullable = "became-nullable"
  /// A member that every object held is absent from some.
  case becameOptional = "became-optional"
  /// A closed set of texts has a new one.
  case valueAdded = "value-added"
  /// Texts have another format: a URL is none any more, a date is written differently.
  case formatChanged = "format-changed"
  /// A member is gone.
  case memberRemoved = "member-removed"
  /// A member is gone and another one holds its values.
  case memberRenamed = "member-renamed"
  /// All numbers moved by a factor of 100 or 1000.
  case scaleChanged = "scale-changed"
  /// Values have another JSON type than ever before, or a whole response is another object.
  case typeChanged = "type-changed"
  /// Values have a further JSON type.
  case typeWidened = "type-widened"
  /// Whole numbers became fractions.
  case becameFractional = "became-fractional"
  /// Lists hold less than half of what the shortest one ever held.
  case listShortened = "list-shortened"
  /// Lists are empty that never were, or hardly ever.
  case listEmptied = "list-emptied"

  /// Which part of a value the change is about.
  public var aspect: ValueAspect {
    switch self {
    case .memberAdded: .addition
    case .memberRemoved, .memberRenamed, .becameOptional: .presence
    case .typeChanged, .typeWidened: .type
    case .becameNullable: .nullability
    case .valueAdded: .values
    case .formatChanged: .format
    case .scaleChanged: .scale
    case .becameFractional: .fractions
    case .listShortened, .listEmptied: .volume
    }
  }

  /// Whether it is growth, which enters the baseline at once and is never drift.
  public var isGrowth: Bool { self == .memberAdded }

  /// Index in `allCases`: the order of several changes at one path.
  var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A part of what is known of the values at a path. Changes of the same aspect of one path are one question of evidence.
public enum ValueAspect: String, Codable, Sendable, CaseIterable {
  /// Whether the member was ever there.
  case addition
  /// Whether the member is there.
  case presence
  /// The JSON type.
  case type
  /// Whether it may be null.
  case nullability
  /// The words of a closed set.
  case values
  /// What texts look like.
  case format
  /// How large numbers are.
  case scale
  /// Whether all numbers are whole.
  case fractions
  /// How much a list holds.
  case volume
}
