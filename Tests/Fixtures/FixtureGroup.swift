import BrokenContracts
import ContractKit
import Foundation
import PoliteContracts
import RecordedContracts

/// The groups of made-up contracts, one for each folder beside this file; a test chooses one by name.
enum FixtureGroup: String, CaseIterable {
  /// One story of drift at each endpoint: what Tests/SideBySide and the tests of the command play.
  case account
  /// A release with three breaks for each rule of decoding and loss.
  case broken
  /// Events whose date each version reads in another way, for the tests of dates that are written differently.
  case dates
  /// Pages of blocks and feeds of posts, for trials of what is lost inside records and of many endpoints at once.
  case feeds
  /// Contracts that trap, hang, exit and eat memory, for the tests of the worker.
  case hostile
  /// Two thousand endpoints, for measurements of the scheduler under load and for fleets.
  case many
  /// Two releases whose types differ and whose mapping is one module.
  case mapped
  /// Chains, references and writes, for the tests of what is asked of a provider and how often.
  case polite
  /// Endpoints that are due every second or two, for the tests of the command and its scheduler.
  case quick
  /// Customers with personal data, for the tests of recordings.
  case recorded
  /// Releases that are under test, have not shipped yet, have retired, ask in a way of their own, or whose process the system kills.
  case releases
  /// One endpoint for each thing that the hostile server does.
  case wild

  /// The variable that names a group.
  static let variable = "FIXTURE_CONTRACTS"

  /// The contracts of the group that the environment names. A worker gets an environment of its own, so that it looks at that of the
  /// process that started it; where that names none, or is not to be seen, it has all groups. No two contracts have the same id.
  ///
  /// To make all of them takes longer than most workers live, so that this is worth the trouble.
  static var selected: [Contract] {
    if let name = value(of: variable) { return group(name).contracts }
    // What the environment cannot be asked for may be any.
    let all = allCases.filter { parentVariables == nil || $0 != .many }.flatMap(\.contracts)
    precondition(Set(all.map(\.id)).count == all.count, "two contracts of the groups have one id")
    return all
  }

  /// The environment of the process that started this one; `nil` if it is not to be seen.
  private static var parentVariables: Data? {
    (try? Data(contentsOf: URL(filePath: "/proc/\(getppid())/environ"))).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What the environment says of a variable; in a worker, that of the process that started it.
  static func value(of variable: String) -> String? {
    if let value = ProcessInfo.processInfo.environment[variable] { return value }
    guard let variables = parentVariables else { return nil }
    let mark = Data("\(variable)=".utf8)
    guard let line = variables.split(separator: 0).first(where: { $0.starts(with: mark) }) else { return nil }
    return String(decoding: line.dropFirst(mark.count), as: UTF8.self)
  }

  private static func group(_ name: String) -> FixtureGroup {
    guard let group = FixtureGroup(rawValue: name) else { preconditionFailure("no group is called \(name)") }
    return group
  }

  private var contracts: [Contract] {
    switch self {
    case .account: accountContracts
    case .broken: [brokenContract]
    case .dates: dateContracts
    case .feeds: feedContracts
    case .hostile: hostileContracts
    case .many: manyContracts
    case .mapped: mappedContracts
    case .polite: politeContracts
    case .quick: quickContracts
    case .recorded: [crm(change: Self.value(of: "CRM_CHANGE"))]
    case .releases: releaseContracts
    case .wild: wildContracts
    }
  }
}
