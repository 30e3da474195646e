import PayloadShape

/// What would become of a response that a version reads and writes back without a change.
public struct WriteBackExamination: Codable, Sendable, Equatable {
  /// Id of the writing endpoint.
  public var target: String
  /// Name of the body's type.
  public var typeName: String
  /// Whether a loss is breaking.
  public var isEssential: Bool
  /// Whether it ran to its end.
  public var execution: Execution
  /// Bodies that were wanted.
  @Count public var offered: Int
  /// Bodies made.
  @Count public var made: Int
  /// What it threw, with counts.
  public var thrown: [Thrown]
  /// How the bodies differ from the response, by path and then by kind.
  public var differences: [BodyDifference]

  /// A write of a response before it was tried.
  public init(target: String, typeName: String, isEssential: Bool, execution: Execution) {
    (self.target, self.typeName, self.isEssential, self.execution) = (target, typeName, isEssential, execution)
    (offered, made, thrown, differences) = (0, 0, [], [])
  }
}

/// One way in which bodies differ from the response that they were made of, at one path.
public struct BodyDifference: Codable, Sendable, Equatable {
  /// What the difference is.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// It is in the response and not in the body, or null there: the provider would lose it.
    case erased
    /// It is another value in the body.
    case changed
    /// It is null in the response and absent in the body.
    case nullLeftOut = "null-left-out"
    /// It is absent in the response and null in the body.
    case nullAdded = "null-added"
    /// It is absent in the response and has a value in the body.
    case added
    /// The same time or UUID, in other characters.
    case respelled

    /// Whether the provider would lose something.
    public var isLoss: Bool { self == .erased || self == .changed }
  }

  /// RFC 9535 pattern in the response: `$[*].slug`; of elements that are gone, that of the elements.
  public var pattern: String
  /// What the difference is.
  public var kind: Kind
  /// How often.
  @Count public var count: Int
  /// How often the path is in the response; for what is added, `count`.
  @Count public var total: Int
  /// RFC 6901 pointer of the first occurrence.
  public var pointer: String
  /// What is in the response there, in short.
  public var before: String
  /// What is in the body, in short; empty where nothing is.
  public var after: String

  /// A difference with its counts.
  public init(
    pattern: String, kind: Kind, count: Int, total: Int, pointer: String, before: String = "", after: String = ""
  ) {
    (self.pattern, self.kind, self.count, self.total) = (pattern, kind, count, total)
    self.pointer = boundedPointer(pointer)
    self.before = before
    self.after = after
  }
}
