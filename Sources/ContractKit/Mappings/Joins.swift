public import Foundation

/// A version makes one list of two responses: an aggregate such as a category with its items.
public struct Joins<First: Decodable & SendableMetatype, Second: Decodable & SendableMetatype, Domain>: Sendable {
  let erased: AnyJoins

  /// Declares an aggregate.
  ///
  /// - Parameters:
  ///   - name: Name of the aggregate in reports.
  ///   - first: Id of the first endpoint, under which findings are reported.
  ///   - firstType: What is decoded from its response.
  ///   - second: Id of the second endpoint.
  ///   - secondType: What is decoded from its response.
  ///   - decoder: The app's own configuration for both.
  ///   - combine: The app's own code; an element that is `nil` counts as lost.
  ///   - observed: Properties that count as part of the aggregate.
  @preconcurrency public init(
    _ name: String, _ first: String, as firstType: First.Type, _ second: String, as secondType: Second.Type,
    using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(),
    to combine: @escaping @MainActor @Sendable (First, Second) async throws -> [Domain?],
    @PropertiesBuilder<Domain> observing observed: () -> [AnyProperty] = { [] }
  ) {
    erased = AnyJoins(
      name: name, endpoints: [first, second],
      typeNames: [sourceName(of: First.self), sourceName(of: Second.self)],
      domainTypeName: runtimeName(of: Domain.self), properties: observed()
    ) { bodies in
      guard bodies.count == 2 else { throw MappingError.missingContext(name: bodies.isEmpty ? first : second) }
      let one = try decoder().decode(First.self, from: bodies[0])
      let two = try decoder().decode(Second.self, from: bodies[1])
      let made = try await onMainActor((one, two)) { try await combine($0.0, $0.1) }
      return (made as? [Domain?] ?? []).map { $0.map { $0 as Any } }
    }
  }
}

/// `Joins` without its type parameters.
public struct AnyJoins: Sendable {
  /// Name of the aggregate in reports.
  package let name: String
  /// Ids of the endpoints, in the order of their bodies.
  package let endpoints: [String]
  /// Names of the decoded types, in the same order.
  package let typeNames: [String]
  /// Name of the aggregate's type.
  package let domainTypeName: String
  /// Observed properties of the aggregate.
  package let properties: [AnyProperty]
  /// Decodes both bodies and combines them; throws what the app's code throws.
  package let combine: @Sendable ([Data]) async throws -> [Any?]
}
