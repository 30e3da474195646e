/// An error that a GraphQL response reports beside its data.
public struct PartialError: Codable, Sendable, Equatable {
  /// The field whose value is missing: `people[*].owner`; empty if the response names none.
  public var path: String
  /// The provider's own words, shortened.
  public var message: String

  /// An error beside data.
  public init(path: String, message: String) { (self.path, self.message) = (path, message) }

  /// So many are kept of one response.
  public static let most = 20
}
