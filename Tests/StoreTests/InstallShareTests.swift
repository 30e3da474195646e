import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

@Suite("Shares of installs over time")
struct InstallShareTests {
  private static let day = 86_400.0
  private static let start = Samples.start

  private static func contract(_ shares: [String: Double?], id: String = "platzi-store") -> ContractInfo {
    ContractInfo(id: id, versions: shares.sorted { $0.key < $1.key }.map { VersionInfo(id: $0, installs: $1) })
  }

  private static func share(_ version: String, _ percent: Double?, _ days: Double, of contract: String = "platzi-store")
    -> InstallShare
  {
    InstallShare(
      contract: contract, version: version, environment: "production", percent: percent,
      since: start.addingTimeInterval(days * day))
  }

  @Test(
    "What a round is told is stored where it differs: another share, none any more, and not of versions that nobody uses",
    arguments: StoreKind.allCases)
  func changes(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    var store = opened.store
    func note(_ contracts: [ContractInfo], _ days: Double) async throws {
      try await store.noteInstalls(
        of: contracts, environment: "production", at: Self.start.addingTimeInterval(days * Self.day))
    }
    var first = Self.contract(["v1": 31, "v2": 60.5, "v3": nil])
    first.versions.append(VersionInfo(id: "v4", status: .candidate, installs: 5))
    try await note([first, Self.contract(["v1": 100], id: "todo")], 0)
    try await note([first], 1)
    store = try opened.again()
    try await note([Self.contract(["v1": 20, "v2": 60.5, "v3": 15]), Self.contract(["v1": 100], id: "todo")], 2)
    var retired = Self.contract(["v1": 20, "v2": 60.5, "v3": 15])
    retired.versions[0].status = .retired
    try await note([retired], 3)
    // A build that does not know v3 says nothing of it.
    try await note([Self.contract(["v2": 60.5])], 4)
    // Another environment has a configuration of its own.
    try await store.noteInstalls(of: [Self.contract(["v1": 7])], environment: "staging", at: Self.start)
    let staging = try await store.installShares(environment: "staging")
    #expect(staging.map(\.percent) == [7] && staging.map(\.environment) == ["staging"])
    let expected = [
      Self.share("v1", 31, 0), Self.share("v1", 20, 2), Self.share("v1", nil, 3), Self.share("v2", 60.5, 0),
      Self.share("v3", 15, 2), Self.share("v1", 100, 0, of: "todo"),
    ]
    #expect(try await store.installShares(environment: "production") == expected)
    #expect(try await store.verify() == [])
  }

  @Test(
    "What a clock far ahead stored is gone with the next round, and what cannot be a share is none",
    arguments: StoreKind.allCases)
  func clock(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for (percent, days) in [
      (31.0, 5.0), (40, 0), (40, 1), (.nan, 2), (-1, 3), (101, 3.5), (20, 4), (25, 3.99), (30, 4.01),
    ] {
      try await store.noteInstalls(
        of: [Self.contract(["v1": percent])], environment: "production",
        at: Self.start.addingTimeInterval(days * Self.day))
    }
    let kept = [Self.share("v1", 40, 0), Self.share("v1", nil, 2), Self.share("v1", 30, 4)]
    #expect(try await store.installShares(environment: "production") == kept)
  }

  @Test("Two that know different shares add at most a row an hour", arguments: StoreKind.allCases)
  func alternating(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for minute in 0..<240 {
      try await store.noteInstalls(
        of: [Self.contract(["v1": minute.isMultiple(of: 2) ? 30 : 40])], environment: "production",
        at: Self.start.addingTimeInterval(Double(minute) * 60))
    }
    let count = try await store.installShares(environment: "production").count
    #expect(count >= 2 && count <= 5, "\(count)")
  }

  @Test(
    "Shares that were followed long ago are removed, the one that held at the limit stays",
    arguments: StoreKind.allCases)
  func pruned(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for (percent, days) in [(10.0, 0.0), (20, 10), (30, 20), (40, 90)] {
      try await store.noteInstalls(
        of: [Self.contract(["v1": percent, "v2": 5])], environment: "production",
        at: Self.start.addingTimeInterval(days * Self.day))
    }
    _ = try await store.prune(
      keeping: PrunePolicy(everythingFor: 50 * Self.day), now: Self.start.addingTimeInterval(100 * Self.day))
    let kept = [Self.share("v1", 30, 20), Self.share("v1", 40, 90), Self.share("v2", 5, 0)]
    #expect(try await store.installShares(environment: "production") == kept)
  }
}
