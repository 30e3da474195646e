public import Foundation

/// An acceptance that a store holds.
public struct StoredAcceptance: Sendable, Equatable {
  /// Its identity, ``Acceptance/id(contract:)``.
  public var id: String
  /// Id of the contract.
  public var contract: String
  /// When it was stored, to the millisecond.
  public var storedAt: Date
  /// What is accepted, by whom and why.
  public var acceptance: Acceptance
  /// When it was taken back, to the millisecond; `nil`: it counts.
  public var withdrawnAt: Date?

  /// A value with all that is stored of it.
  public init(id: String, contract: String, storedAt: Date, acceptance: Acceptance, withdrawnAt: Date? = nil) {
    (self.id, self.contract, self.storedAt) = (id, contract, storedAt)
    (self.acceptance, self.withdrawnAt) = (acceptance, withdrawnAt)
  }
}

/// What became of an acceptance that was taken back.
public enum AcceptanceWithdrawal: Sendable, Equatable {
  /// It is gone, and what it covered is reported again.
  case removed
  /// It covers nothing more, but what it covered is part of a baseline, which keeps it; the record stays.
  case keptByBaseline
  /// None that counts has this id.
  case unknown
}

/// When an acceptance was last of use; times are those of the rounds, to the millisecond.
public struct AcceptanceUse: Sendable, Equatable {
  /// When it last covered something that was found; `nil`: never.
  public var lastMatchedAt: Date?
  /// When what it covers last entered a baseline; `nil`: never.
  public var appliedAt: Date?

  /// When an acceptance was last of use.
  public init(lastMatchedAt: Date? = nil, appliedAt: Date? = nil) {
    self.lastMatchedAt = lastMatchedAt
    self.appliedAt = appliedAt
  }
}
