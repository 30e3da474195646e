public import Foundation

/// A version sends a body made from domain values. Bodies are made of the values that were just read; nothing is sent.
public struct Sends<Domain, Body: Encodable & SendableMetatype>: Sendable {
  let erased: AnySends

  /// Declares how a body is made from a domain value.
  ///
  /// - Parameters:
  ///   - endpoint: Id of the writing endpoint.
  ///   - type: The body's type.
  ///   - encoder: The app's own encoder configuration.
  ///   - isEssential: Whether a body that can no longer be made is breaking instead of a warning.
  ///   - make: The app's own code, from the domain value to the body.
  @preconcurrency public init(
    _ endpoint: String, _ type: Body.Type,
    using encoder: @autoclosure @escaping @Sendable () -> JSONEncoder = JSONEncoder(),
    isEssential: Bool = false, from make: @escaping @Sendable (Domain) throws -> Body
  ) {
    erased = AnySends(
      endpoint: endpoint, typeName: runtimeName(of: Body.self), domainTypeName: runtimeName(of: Domain.self),
      isEssential: isEssential
    ) { domain in
      guard let domain = domain as? Domain else { return nil }
      return try encoder().encode(make(domain))
    }
  }
}

/// `Sends` without its type parameter.
public struct AnySends: Sendable {
  /// Id of the writing endpoint.
  package let endpoint: String
  /// Name of the body's type.
  package let typeName: String
  /// Name of the domain type that it is made from.
  package let domainTypeName: String
  /// Whether a body that can no longer be made is breaking.
  package let isEssential: Bool
  /// The encoded body of a domain value; `nil` if the value is of another type.
  package let encode: @Sendable (Any) throws -> Data?
}
