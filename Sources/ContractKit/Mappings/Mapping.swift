/// From a decoded response to domain values: which records there are, and what the app makes of each.
public struct Mapping<Response, Record, Domain>: Sendable {
  let erased: AnyMapping

  /// Maps each record of a list.
  ///
  /// - Parameters:
  ///   - name: Name of the domain model in reports: `Product`.
  ///   - records: JSONPath (RFC 9535) of the records, for reports: `$[*]`.
  ///   - each: The records of a decoded response, as a key path or closure: `\.self`.
  ///   - context: Values from other responses that the mapping needs, by name.
  ///   - transform: The app's mapping; `nil` says that the record is dropped. May throw, be async, or hop to the main actor.
  ///   - identity: What makes two domain values the same record: `\.id`, or several key paths.
  ///   - references: Records of other endpoints that a domain value names.
  ///   - rules: What holds for every domain value.
  ///   - observed: Computed properties that count as part of the domain value.
  public init(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record],
    context: [String: ContextSource] = [:],
    to transform: @escaping @Sendable (Record, MappingContext) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(
      name, records: records, recordType: Record.self, domainType: Domain.self, each: each, context: context,
      transform: transform, identity: identity, references: references, rules: rules, properties: observed())
  }

  /// Maps each record of a list without needing anything else.
  ///
  /// - Parameters:
  ///   - name: Name of the domain model in reports.
  ///   - records: JSONPath (RFC 9535) of the records, for reports.
  ///   - each: The records of a decoded response, as a key path or closure.
  ///   - transform: The app's mapping; `nil` says that the record is dropped.
  ///   - identity: What makes two domain values the same record.
  ///   - references: Records of other endpoints that a domain value names.
  ///   - rules: What holds for every domain value.
  ///   - observed: Computed properties that count as part of the domain value.
  public init(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record],
    to transform: @escaping @Sendable (Record) async throws -> Domain?,
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(
      name, records: records, recordType: Record.self, domainType: Domain.self, each: each, context: [:],
      transform: { record, _ in try await transform(record) }, identity: identity, references: references,
      rules: rules, properties: observed())
  }
}

extension Mapping where Record == Domain {
  /// Watches records that are used as they were decoded: a DTO without a domain model, or a model that decodes itself.
  ///
  /// - Parameters:
  ///   - name: Name of the model in reports.
  ///   - records: JSONPath (RFC 9535) of the records, for reports.
  ///   - each: The records of a decoded response, as a key path or closure.
  ///   - identity: What makes two values the same record.
  ///   - references: Records of other endpoints that a value names.
  ///   - rules: What holds for every value.
  ///   - observed: Computed properties that count as part of the value.
  public init(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record],
    identity: (any PartialKeyPath<Domain> & Sendable)..., referring references: Reference<Domain>...,
    expecting rules: Rule<Domain>...,
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyMapping(
      name, records: records, recordType: Record.self, domainType: Domain.self, each: each, context: [:],
      transform: { record, _ in record }, identity: identity, references: references, rules: rules,
      properties: observed())
  }
}

/// A value that a mapping needs from another response.
public enum ContextSource: Sendable, Hashable {
  /// The first value that `path` (JSONPath) finds in the responses of another endpoint.
  case response(of: String, path: String)
  /// A fixed value.
  case value(String)
}

/// The values a mapping asked for, as text.
public struct MappingContext: Sendable {
  let values: [String: String]

  /// The values by the names that the mapping declared.
  public init(_ values: [String: String]) { self.values = values }

  /// The value declared under `name`; `nil` if it was not declared.
  public subscript(name: String) -> String? { values[name] }
}

/// Collects the mappings of one decoded type.
@resultBuilder public enum MappingsBuilder<Response> {
  /// Joins the written mappings.
  public static func buildBlock(_ mappings: AnyMapping...) -> [AnyMapping] { mappings }
  /// One mapping.
  public static func buildExpression<Record, Domain>(_ mapping: Mapping<Response, Record, Domain>) -> AnyMapping {
    mapping.erased
  }
}
