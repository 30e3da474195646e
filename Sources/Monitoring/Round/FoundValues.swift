import DriftModel

/// Values in responses that other requests or mappings need: links, values of placeholders, context of mappings.
public struct FoundValues: Sendable, Equatable {
  private var values: [EndpointID: [String: [String]]] = [:]

  /// Nothing found yet.
  public init() {}

  /// The values at a JSONPath of an endpoint's responses, in order of first appearance; empty if there are none.
  func values(at path: String, of endpoint: EndpointID) -> [String] { values[endpoint]?[path] ?? [] }

  /// Replaces what is known at a JSONPath of an endpoint.
  mutating func set(_ found: [String], at path: String, of endpoint: EndpointID) {
    values[endpoint, default: [:]][path] = found
  }
}
