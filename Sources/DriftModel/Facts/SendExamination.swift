public import PayloadShape

/// What a write made of the domain values just read.
public struct SendExamination: Codable, Sendable, Equatable {
  /// Id of the writing endpoint.
  public var endpoint: String
  /// Name of the body's type.
  public var typeName: String
  /// Whether a body that cannot be made is breaking.
  public var isEssential: Bool
  /// Whether it ran to its end.
  public var execution: Execution
  /// Domain values that were offered.
  @Count public var offered: Int
  /// Bodies made.
  @Count public var made: Int
  /// What it threw, with counts.
  public var thrown: [Thrown]
  /// Domain values that ended the process, if they are known. No bodies were made of them.
  public var crashing: CrashingRecords?
  /// Shape of the encoded bodies together; `nil` when none was made.
  public var shape: PayloadShape?
  /// The first body, where it is going to be sent; never stored.
  public var body: String?

  /// Counts of a write.
  public init(endpoint: String, typeName: String, isEssential: Bool, execution: Execution) {
    (self.endpoint, self.typeName, self.isEssential, self.execution) = (endpoint, typeName, isEssential, execution)
    (offered, made, thrown) = (0, 0, [])
  }
}
