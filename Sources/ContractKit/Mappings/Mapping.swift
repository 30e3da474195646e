/// How domain values are made of a decoded response: which records it has, and what the app makes of each.
///
/// All forms take the same parameters as ``init(_:records:each:context:to:identity:referring:expecting:observing:)``,
/// some of them fewer.
public struct Mapping<Response, Record, Domain>: Sendable {
  var erased: AnyMapping

  /// Maps each record of a list.
  @preconcurrency public init(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    to transform: @escaping @MainActor @Sendable (Record) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: records, each: each) { record, _ in try await transform(record) }
      .declaring(identity, references, rules, observed())
  }

  /// Maps each record of a list with values from other responses.
  ///
  /// - Parameters:
  ///   - name: Name of the domain model in reports: `Product`.
  ///   - records: JSONPath of the records, for reports: `$[*]`.
  ///   - each: The records of a decoded response, as a key path, closure or function: `\.self`. `nil` means no records.
  ///   - context: Values from other responses that the mapping needs, by name.
  ///   - transform: The app's mapping: an initialiser, a function, a key path or a closure. `nil` means that the record
  ///     is dropped. It may throw, be async, or belong to the main actor, on which it runs.
  ///   - identity: What makes two domain values the same record: `\.id`, or several key paths.
  ///   - references: Records of other endpoints that a domain value names.
  ///   - rules: Rules for every domain value.
  ///   - observed: Computed properties that count as part of the domain value.
  @preconcurrency public init(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    context: [String: ContextSource] = [:],
    to transform: @escaping @MainActor @Sendable (Record, MappingContext) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: records, each: each, context: context, transform: transform)
      .declaring(identity, references, rules, observed())
  }
}

extension Mapping {
  /// The same mapping, without whose records the app is of no use: each that is lost is breaking instead of a warning, and so is a list
  /// of them that is empty, holds far less than ever before or gets nothing new.
  public func essential() -> Mapping {
    var mapping = self
    mapping.erased.isEssential = true
    return mapping
  }
}

extension Mapping where Record == Domain {
  /// Watches records that are used as they were decoded: a DTO without a domain model, or a model that decodes itself.
  @preconcurrency public init(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(name, records: records, each: each) { (record: Record, _) -> Domain? in record }
      .declaring(identity, references, rules, observed())
  }
}
