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
