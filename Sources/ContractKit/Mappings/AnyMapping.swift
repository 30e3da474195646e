/// A mapping without its type parameters.
public struct AnyMapping: Sendable {
  /// Name of the domain model in reports.
  package let name: String
  /// JSONPath of the records, for reports.
  package let recordsPath: String
  /// Name of the record's type.
  package let recordTypeName: String
  /// Name of the domain type.
  package let domainTypeName: String
  /// Values from other responses that the mapping needs, by name.
  package private(set) var context: [String: ContextSource] = [:]
  /// The records of a decoded response; `nil` if the value is not of the declared type.
  package let records: @Sendable (Any) -> [Any]?
  /// Gives one record's domain value; `nil` if the mapping drops it.
  package typealias Map = @Sendable (Any, MappingContext) async throws -> Any?
  /// Begins with the records of one response: what they are merged into is made anew.
  package let begin: @Sendable () async throws -> Map
  /// Observed (computed) properties.
  package private(set) var properties: [AnyProperty] = []
  /// What makes two domain values the same; `nil` if it was not declared.
  package private(set) var identity: (@Sendable (Any) -> [AnyHashable]?)?
  /// The number of values that make an identity; 0 if none was declared.
  package private(set) var identityParts = 0
  /// Records of other endpoints that a domain value names.
  package private(set) var references: [AnyReference] = []
  /// Rules for every domain value.
  package private(set) var rules: [AnyRule] = []
  /// Whether each lost record is breaking, and a list of them that dwindles.
  package internal(set) var isEssential = false

  init<Response, Record, Domain>(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    context: [String: ContextSource] = [:],
    transform: @escaping @MainActor @Sendable (Record, MappingContext) async throws -> Domain?
  ) {
    let map: Map = { record, context in
      try await onMainActor(Self.cast(record, to: Record.self)) { try await transform($0, context) }
    }
    self.init(name, records: records, each: each, context: context, domain: Domain.self) { map }
  }

  /// A mapping that merges records into a store.
  init<Response, Record, Domain, Store>(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    context: [String: ContextSource], into makeStore: @escaping @MainActor @Sendable () async throws -> Store,
    transform: @escaping @MainActor @Sendable (Record, Store, MappingContext) async throws -> Domain?
  ) {
    self.init(name, records: records, each: each, context: context, domain: Domain.self) {
      let stored = try await StoreOfResponse.make(makeStore)
      return { record, context in
        try await onMainActor(Self.cast(record, to: Record.self)) { try await transform($0, stored.store, context) }
      }
    }
  }

  private init<Response, Record, Domain>(
    _ name: String, records: String, each: @escaping @Sendable (Response) -> [Record]?,
    context: [String: ContextSource], domain: Domain.Type, begin: @escaping @Sendable () async throws -> Map
  ) {
    self.name = name
    recordsPath = records
    recordTypeName = runtimeName(of: Record.self)
    domainTypeName = runtimeName(of: Domain.self)
    self.context = context
    self.records = { response in (response as? Response).map { each($0) ?? [] } }
    self.begin = begin
  }

  private static func cast<Record>(_ record: Any, to type: Record.Type) throws -> Record {
    guard let record = record as? Record else { throw MappingError.otherType(expected: runtimeName(of: type)) }
    return record
  }

  /// The same mapping with what is declared about its domain values.
  func declaring<Domain>(
    _ identity: [any PartialKeyPath<Domain> & Sendable], _ references: [Reference<Domain>], _ rules: [Rule<Domain>],
    _ properties: [AnyProperty]
  ) -> AnyMapping {
    var mapping = self
    mapping.references = references.map(\.erased)
    mapping.rules = rules.map(\.erased)
    mapping.properties = properties
    mapping.identityParts = identity.count
    guard !identity.isEmpty else { return mapping }
    mapping.identity = { value in
      guard let domain = value as? Domain else { return nil }
      return identity.map { path in
        let value: Any = domain[keyPath: path as PartialKeyPath<Domain>]
        return value as? AnyHashable ?? AnyHashable(String(describing: value))
      }
    }
    return mapping
  }
}

/// An error in the declaration of a mapping, because of which it cannot run.
public enum MappingError: Error, Equatable, CustomStringConvertible {
  /// The record is of another type than declared.
  case otherType(expected: String)
  /// A value from another response is missing.
  case missingContext(name: String)

  /// One line.
  public var description: String {
    switch self {
    case .otherType(let expected): "the record is not a \(expected); correct `each:` in the adapter"
    case .missingContext(let name): "no value for \"\(name)\"; declare it in `context:`"
    }
  }
}
