/// From which level on findings fail a check.
public struct FailLevel: Sendable, Equatable {
  /// The lowest level that does; `nil`: none.
  public var level: Level?
  /// Contracts that stand for URLs and files that nobody is known to read, by id: of these a warning is as much as can be said, so that it
  /// fails too.
  public var withoutReaders: Set<String>

  /// The same level for all contracts but some that have no readers.
  public init(_ level: Level?, withoutReaders: Set<String> = []) {
    (self.level, self.withoutReaders) = (level, withoutReaders)
  }

  /// Breaking findings only.
  public static let breaking = FailLevel(.breaking)

  /// Whether a level fails at a contract.
  public func includes(_ level: Level, of contract: String) -> Bool {
    guard let lowest = self.level else { return false }
    return level >= (withoutReaders.contains(contract) ? min(lowest, .warning) : lowest)
  }
}
