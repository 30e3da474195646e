/// Loops and conditions, which every builder here supports.
public protocol PartsBuilder {
  /// What the builder collects.
  associatedtype Part
}

extension PartsBuilder {
  /// Joins the written parts in their order.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [Part]?) -> [Part] { part ?? [] }
  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [Part]) -> [Part] { part }
  /// Another branch of an `if` or `switch`.
  public static func buildEither(second part: [Part]) -> [Part] { part }
  /// A `for` loop.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
  /// An `if #available`.
  public static func buildLimitedAvailability(_ part: [Part]) -> [Part] { part }
}

/// Collects the endpoints of a contract.
@resultBuilder public enum EndpointsBuilder: PartsBuilder {
  /// What it collects.
  public typealias Part = Endpoint
  /// One endpoint.
  public static func buildExpression(_ endpoint: Endpoint) -> [Endpoint] { [endpoint] }
  /// Endpoints that a function made.
  public static func buildExpression(_ endpoints: [Endpoint]) -> [Endpoint] { endpoints }
}

/// Collects what a version reads, sends, writes back and joins.
@resultBuilder public enum VersionBuilder: PartsBuilder {
  /// What it collects.
  public typealias Part = VersionPart
  /// `Reads`, `Sends`, `WritesBack` or `Joins`.
  public static func buildExpression(_ part: some VersionElement) -> [VersionPart] { [part.part] }
  /// Parts that a function made, such as those that several versions share.
  public static func buildExpression(_ parts: [VersionPart]) -> [VersionPart] { parts }
}

/// Collects the mappings of one decoded type.
@resultBuilder public enum MappingsBuilder<Response>: PartsBuilder {
  /// What it collects.
  public typealias Part = AnyMapping
  /// One mapping.
  public static func buildExpression<Record, Domain>(_ mapping: Mapping<Response, Record, Domain>) -> [AnyMapping] {
    [mapping.erased]
  }
}

/// Collects the observed properties of one domain type.
@resultBuilder public enum PropertiesBuilder<Domain>: PartsBuilder {
  /// What it collects.
  public typealias Part = AnyProperty
  /// One property.
  public static func buildExpression(_ property: Property<Domain>) -> [AnyProperty] { [property.erased] }
}
