import ContractKit
import Foundation
import PoliteContracts

/// The groups of made-up contracts, one for each folder beside this file; a test chooses one by name.
enum FixtureGroup: String, CaseIterable {
  /// One story of drift at each endpoint: what Tests/SideBySide and the tests of the command play.
  case account
  /// Events whose date each version reads in another way, for the tests of dates that are written differently.
  case dates
  /// Pages of blocks and feeds of posts, for trials of what is lost inside records and of many endpoints at once.
  case feeds
  /// Contracts that trap, hang, exit and eat memory, for the tests of the worker.
  case hostile
  /// Two thousand endpoints, for measurements of the scheduler under load and for fleets.
  case many
  /// Chains, references and writes, for the tests of what is asked of a provider and how often.
  case polite
  /// Endpoints that are due every second or two, for the tests of the command and its scheduler.
  case quick
  /// Releases that are under test, have not shipped yet, have retired, ask in a way of their own, or whose process the system kills.
  case releases
  /// One endpoint for each thing that the hostile server does.
  case wild

  /// The variable that names a group.
  static let variable = "FIXTURE_CONTRACTS"

  /// The contracts of the group that the environment names, or of all groups: a worker gets an environment of its own, which names
  /// none. No two contracts have the same id.
  static var selected: [Contract] {
    guard let name = ProcessInfo.processInfo.environment[variable] else { return allCases.flatMap(\.contracts) }
    guard let group = FixtureGroup(rawValue: name) else { preconditionFailure("no group is called \(name)") }
    return group.contracts
  }

  private var contracts: [Contract] {
    switch self {
    case .account: accountContracts
    case .dates: dateContracts
    case .feeds: feedContracts
    case .hostile: hostileContracts
    case .many: manyContracts
    case .polite: politeContracts
    case .quick: quickContracts
    case .releases: releaseContracts
    case .wild: wildContracts
    }
  }
}
