extension Mapping where Record == Response {
  /// Maps the whole response as one record.
  ///
  /// - Parameters:
  ///   - name: Name of the domain model in reports: `Product`.
  ///   - transform: The app's mapping: an initialiser, a function, a key path or a closure. `nil` means that the record
  ///     is dropped. It may throw, be async, or belong to the main actor, on which it runs.
  ///   - identity: What makes two domain values the same record: `\.id`, or several key paths.
  ///   - references: Records of other endpoints that a domain value names.
  ///   - rules: Rules for every domain value.
  ///   - observed: Computed properties that count as part of the domain value.
  @preconcurrency public init(
    _ name: String,
    to transform: @escaping @MainActor @Sendable (Record) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(
      name, records: "$", each: { [$0] }, context: [:], transform: { record, _ in try await transform(record) },
      identity: identity,
      references: references, rules: rules, properties: observed())
  }

  /// Maps the whole response as one record, with values from other responses.
  ///
  /// - Parameters:
  ///   - name: Name of the domain model in reports: `Product`.
  ///   - context: Values from other responses that the mapping needs, by name.
  ///   - transform: The app's mapping: an initialiser, a function, a key path or a closure. `nil` means that the record
  ///     is dropped. It may throw, be async, or belong to the main actor, on which it runs.
  ///   - identity: What makes two domain values the same record: `\.id`, or several key paths.
  ///   - references: Records of other endpoints that a domain value names.
  ///   - rules: Rules for every domain value.
  ///   - observed: Computed properties that count as part of the domain value.
  @preconcurrency public init(
    _ name: String, context: [String: ContextSource],
    to transform: @escaping @MainActor @Sendable (Record, MappingContext) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(
      name, records: "$", each: { [$0] }, context: context, transform: transform, identity: identity,
      references: references, rules: rules, properties: observed())
  }
}

extension Mapping where Record == Response, Domain == Response {
  /// Watches a whole response that is used as it was decoded.
  ///
  /// - Parameters:
  ///   - name: Name of the domain model in reports: `Product`.
  ///   - identity: What makes two domain values the same record: `\.id`, or several key paths.
  ///   - references: Records of other endpoints that a domain value names.
  ///   - rules: Rules for every domain value.
  ///   - observed: Computed properties that count as part of the domain value.
  @preconcurrency public init(
    _ name: String,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(
      name, records: "$", each: { [$0] }, context: [:], transform: { record, _ in record }, identity: identity,
      references: references, rules: rules, properties: observed())
  }
}
