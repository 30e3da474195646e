/// A header field that a version reads and that a response lacks, or whose value it cannot read.
public struct HeaderFailure: Codable, Sendable, Equatable {
  /// The field's name as the contract spells it.
  public var name: String
  /// What the version makes of its value: `a whole number`.
  public var expected: String
  /// What was there, in short: `nothing`, `"many"`.
  public var found: String
  /// Whether its loss is breaking.
  public var isEssential: Bool

  /// What was there where there is no such field.
  package static let nothing = "nothing"

  /// A field that failed.
  public init(name: String, expected: String, found: String, isEssential: Bool) {
    (self.name, self.expected, self.found, self.isEssential) = (name, expected, found, isEssential)
  }
}
