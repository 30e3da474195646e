/// The responses that show a finding, of a declared request that is several: sample ids, links, pages.
public struct ShowingResponses: Codable, Sendable, Equatable {
  /// Responses that show it.
  @Count public var count: Int
  /// Responses that could have shown it.
  @Count public var total: Int
  /// The first of them by path and query, with declared secrets masked; the example stands in the first. Two responses to one
  /// request have one name.
  public var names: [String]

  /// Names that are kept, each of so many characters at most.
  package static let (mostNames, longestName) = (5, 200)

  /// So many of so many responses, with the names of all that show it.
  public init(count: Int, total: Int, names: [String]) {
    (self.count, self.total) = (count, total)
    self.names = names.uniqued().prefix(Self.mostNames).map { String($0.prefix(Self.longestName)) }
  }

  /// Whether a request can be found again by a name.
  package static func isWhole(_ name: String) -> Bool { !name.isEmpty && name.count < longestName }
}
