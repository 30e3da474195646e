import CSQLite
import DriftModel
import FaultInjection
import Foundation
import Store
import StoreSamples
import TestSupport
import Testing

@testable import StoreSQL
@testable import StoreSQLite

/// What the writing process is to do; set only in that process.
private let planVariable = "DRIFTWATCH_TEST_POWER_PLAN"

/// Begins the line in which that process says what it has written.
private let summary = "images "

/// What a writing process does.
private struct Plan: Codable {
  /// The ledger, and a folder for the images.
  let path: String
  let images: String
  let seed: UInt64
  /// What the ledger holds at the beginning.
  var before: Acknowledged
}

/// What was acknowledged.
private struct Acknowledged: Codable {
  /// How many results.
  var commits = 0
  /// The number of the last round that has ended.
  var endedRound = 0
}

@Suite("A power failure loses nothing that was acknowledged")
struct PowerLossTests {
  private static let variables = ProcessInfo.processInfo.environment

  /// Images to look at; more where there is time for it.
  private static let cuts = variables["DRIFTWATCH_TEST_POWER_CUTS"].flatMap { Int($0) }

  /// The writing process: rounds, prunes and checkpoints on a disk whose power fails at random calls.
  @Test("writes", .enabled(if: variables[planVariable] != nil, "only as a child"))
  func poweredProcess() async throws {
    let plan = try JSONDecoder().decode(Plan.self, from: Data(try #require(Self.variables[planVariable]).utf8))
    try #require(drift_files_register() == SQLITE_OK)
    drift_files_use(1)
    var (generator, done) = (SplitMix(state: plan.seed), plan.before)
    func note() { drift_power_note(done.commits, done.endedRound) }
    drift_power_follow(plan.path, plan.images, plan.seed, 12)
    note()
    // Bounds so small that removing is cut off too.
    var bounds = Bounds()
    (bounds.responsesPerURL, bounds.rounds) = (10, 10)
    for _ in 0..<4 {
      let ledger = try SQLiteStore(path: plan.path, bounds: bounds)
      if Bool.random(using: &generator) { try await ledger.execute("PRAGMA wal_autocheckpoint = 20") }
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let round = try await ledger.begin()
        var result = try Samples.result(round: round)
        result.responses = (0..<3).map { Samples.response("https://api.example/\($0)", outcome: .unchanged) }
        try await ledger.commit(result)
        done.commits += 1
        note()
        try await ledger.endRound(round, at: Samples.start, seconds: 0, exitCode: 1)
        done.endedRound = round
        note()
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: try await ledger.prune(keeping: PrunePolicy(everythingFor: 1), now: .distantFuture)
        case 1: try await ledger.execute("PRAGMA wal_checkpoint(PASSIVE)")
        case 2: try await ledger.execute("VACUUM")
        default: break
        }
      }
    }
    var calls = 0
    let images = drift_power_images(&calls)
    print("\n\(summary)\(images) \(calls)")
  }

  @Test(
    "Whatever the disk made of writes that no sync had followed: every acknowledged result is there whole, the file is sound"
  )
  func powerLoss() async throws {
    var generator = SplitMix(state: 11)
    var (tried, calls, runs) = (0, 0, 0)
    // A run begins where the power has failed in the one before it, also in the middle of making good for that.
    var (start, before): (TemporaryFolder?, Acknowledged) = (nil, Acknowledged())
    repeat {
      let (work, images) = (try TemporaryFolder(), try TemporaryFolder())
      if let start { try Self.copy(start.path, to: work.path) }
      let plan = Plan(path: work.file(), images: images.path, seed: generator.next(), before: before)
      let counts = try await write(plan)
      (tried, calls, runs) = (tried + counts[0], calls + counts[1], runs + 1)
      let next = Int.random(in: 0..<counts[0], using: &generator)
      start = try runs.isMultiple(of: 5) ? nil : TemporaryFolder()
      if let start { try Self.copy(images.file("\(next)"), to: start.path) }
      before = Acknowledged()
      for image in 0..<counts[0] {
        let found = try await check(images.file("\(image)"), "image \(image) of run \(runs)")
        if start != nil, image == next { before = found }
      }
    } while tried < Self.cuts ?? 80
    if Self.cuts != nil { print("\(tried) images at \(calls) calls in \(runs) runs") }
  }

  private static func copy(_ folder: String, to other: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != "acknowledged" {
      try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(other)/\(name)")
    }
  }

  /// Runs the writer; the numbers of images and of calls.
  private func write(_ plan: Plan) async throws -> [Int] {
    let text = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    let ending = try await Program(test: "poweredProcess", environment: [planVariable: text]).end()
    try #require(ending.code == 0, "\(ending.text.suffix(1_000))")
    let line = ending.text.split(separator: "\n").last { $0.hasPrefix(summary) }
    let counts = try #require(line).split(separator: " ").compactMap { Int($0) }
    try #require(counts.count == 2 && counts[0] > 0)
    return counts
  }

  /// Opens an image by an ordinary store; what it holds.
  private func check(_ folder: String, _ name: String) async throws -> Acknowledged {
    let note = try String(contentsOfFile: folder + "/acknowledged", encoding: .utf8).split(separator: " ")
    let acknowledged = Acknowledged(commits: try #require(Int(note[0])), endedRound: try #require(Int(note[1])))
    let ledger = try SQLiteStore(path: folder + "/driftwatch.sqlite")
    let problems = try await ledger.verify()
    #expect(problems == [], "\(name)")
    // Whole: each round that has responses has three, with its transition.
    #expect(try await ledger.column("SELECT round FROM responses GROUP BY round HAVING count(*) <> 3") == [], "\(name)")
    #expect(
      try await ledger.column("SELECT round FROM responses EXCEPT SELECT round FROM transitions") == [], "\(name)")
    let commits = try await ledger.undeliveredTransitions().count
    #expect((acknowledged.commits...acknowledged.commits + 1).contains(commits), "\(name)")
    let ended = try await ledger.lastRound(completeOnly: true)?.number ?? 0
    #expect(ended >= acknowledged.endedRound, "\(name)")
    return Acknowledged(commits: commits, endedRound: ended)
  }
}
