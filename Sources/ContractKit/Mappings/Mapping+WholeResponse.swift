extension Mapping where Record == Response {
  /// Maps the whole response as one record.
  @preconcurrency public init(
    _ name: String,
    to transform: @escaping @MainActor @Sendable (Record) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: "$", each: { [$0] }) { record, _ in try await transform(record) }
      .declaring(identity, references, rules, observed())
  }

  /// Maps the whole response as one record, with values from other responses.
  @preconcurrency public init(
    _ name: String, context: [String: ContextSource],
    to transform: @escaping @MainActor @Sendable (Record, MappingContext) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: "$", each: { [$0] }, context: context, transform: transform)
      .declaring(identity, references, rules, observed())
  }
}

extension Mapping where Record == Response, Domain == Response {
  /// Watches a whole response that is used as it was decoded.
  @preconcurrency public init(
    _ name: String,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: "$", each: { [$0] }) { (record: Record, _) -> Domain? in record }
      .declaring(identity, references, rules, observed())
  }
}
