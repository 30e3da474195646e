extension Mapping {
  /// Merges each record into what the app has stored, as repositories and databases do.
  ///
  /// ```swift
  /// Mapping(
  ///   "StorablePURL", records: "$.purls[*]", each: \.purls, into: { PURLStore() },
  ///   to: { dto, store in await store.merge(dto) }, identity: \.name)
  /// ```
  ///
  /// The store is made anew for each response, so that no response depends on another one; put records into it that people have on their
  /// devices. The records of a response are merged into it in their order. It may be an actor, a class or a value that refers to one.
  ///
  /// - Parameters:
  ///   - name: Name of the domain model in reports: `StorablePURL`.
  ///   - records: JSONPath of the records, for reports: `$[*]`.
  ///   - each: The records of a decoded response, as a key path, closure or function: `\.self`. `nil` means no records.
  ///   - context: Values from other responses that the mapping needs, by name.
  ///   - makeStore: Makes the store, with what is in it before.
  ///   - transform: The app's merge, which gives what is stored afterwards. `nil` means that the record is dropped.
  ///   - identity: What makes two domain values the same record: `\.id`, or several key paths.
  ///   - references: Records of other endpoints that a domain value names.
  ///   - rules: Rules for every domain value.
  ///   - observed: Computed properties that count as part of the domain value.
  @preconcurrency public init<Store>(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    context: [String: ContextSource] = [:],
    into makeStore: @escaping @MainActor @Sendable () async throws -> Store,
    to transform: @escaping @MainActor @Sendable (Record, Store, MappingContext) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: records, each: each, context: context, into: makeStore, transform: transform)
      .declaring(identity, references, rules, observed())
  }

  /// The same without values from other responses.
  @preconcurrency public init<Store>(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    into makeStore: @escaping @MainActor @Sendable () async throws -> Store,
    to transform: @escaping @MainActor @Sendable (Record, Store) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: records, each: each, context: [:], into: makeStore) { record, store, _ in
      try await transform(record, store)
    }.declaring(identity, references, rules, observed())
  }
}

/// What the records of one response are merged into. It stays on the main actor, where a worker runs author code.
@MainActor
final class StoreOfResponse<Store> {
  let store: Store

  init(_ store: Store) { self.store = store }

  /// Makes the store of one response.
  static func make(_ body: @MainActor @Sendable () async throws -> Store) async throws -> StoreOfResponse<Store> {
    StoreOfResponse(try await body())
  }
}
