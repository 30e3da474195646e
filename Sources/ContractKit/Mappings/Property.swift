/// An observed property: one that reflection cannot see because it is computed, or one that is essential or watched.
public struct Property<Domain>: Sendable {
  let erased: AnyProperty

  /// Observes a property.
  ///
  /// - Parameters:
  ///   - name: Name in reports: `isAffordable`.
  ///   - isEssential: Whether its loss is breaking instead of a warning.
  ///   - watching: Whether it is a warning instead of information when its values are others than before: how many are true, of
  ///     each case of an enum, zero or nil, and where numbers and dates lie.
  ///   - read: The property, as a key path or closure.
  @preconcurrency public init<Value>(
    _ name: String, isEssential: Bool = false, watching: Bool = false, _ read: @escaping @Sendable (Domain) -> Value
  ) {
    erased = AnyProperty(name: name, isEssential: isEssential, isWatched: watching) { domain in
      (domain as? Domain).map { read($0) as Any }
    }
  }
}

/// An observed property without its type parameters.
public struct AnyProperty: Sendable {
  /// Name in reports.
  package let name: String
  /// Whether its loss is breaking.
  package let isEssential: Bool
  /// Whether it is a warning when its values are others than before.
  package let isWatched: Bool
  /// The value; `nil` if the argument is not of the declared domain type.
  package let read: @Sendable (Any) -> Any?
}

/// A rule that is true for every domain value.
public struct Rule<Domain>: Sendable {
  let erased: AnyRule

  /// States a rule in a few words, such as `price is positive`, and checks it.
  @preconcurrency public init(_ name: String, _ holds: @escaping @Sendable (Domain) -> Bool) {
    erased = AnyRule(name: name) { domain in (domain as? Domain).map(holds) ?? true }
  }
}

/// A rule without its type parameter.
public struct AnyRule: Sendable {
  /// The rule in a few words.
  package let name: String
  /// Whether it is true for a domain value.
  package let holds: @Sendable (Any) -> Bool
}
