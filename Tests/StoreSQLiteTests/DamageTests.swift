import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

import StoreSQL
@testable import StoreSQLite

@Suite("Damaged content is an error, never a trap")
struct DamageTests {
  @Test(
    "A column that does not decode is named, and its content is not quoted",
    arguments: [
      "baselines.shape", "mappings.statistics", "write_shapes.shape", "incidents.incident", "request_states.report",
      "request_states.findings", "latest_responses.outcome", "urls.outcome", "rounds.source",
      "transitions.transition", "pending_changes.changes", "feeds.members", "acceptances.acceptance",
    ])
  func damagedColumn(_ part: String) async throws {
    let names = part.split(separator: ".")
    for text in ["s3cr3t", "", #"{"s3cr3t": 1}"#, #"[{"s3cr3t": [1e999]}]"#, String(repeating: "[", count: 5_000)] {
      let folder = try TemporaryFolder()
      let ledger = try SQLiteStore(path: folder.file())
      try await ledger.commit(try Samples.result(round: try await ledger.begin()))
      try await ledger.accept([Samples.acceptance()], contract: "platzi-store", at: Samples.start)
      try await ledger.execute("UPDATE \(names[0]) SET \(names[1]) = '\(text)'")
      let error = await #expect(throws: StoreError.self) {
        _ = try await ledger.memory()
        _ = try await ledger.response(Samples.response().url)
        _ = try await ledger.undeliveredTransitions()
        _ = try await ledger.lastRound(completeOnly: false)
        _ = try await ledger.acceptances(contract: nil)
      }
      guard case .damaged(_, part, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.description.contains("s3cr3t") == false)
    }
  }

  @Test("A shape that a newer program wrote is no damage: the error and verify say to update")
  func newerShape() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    try await ledger.commit(try Samples.result(round: try await ledger.begin()))
    try await ledger.execute("UPDATE baselines SET shape = json_set(shape, '$.v', 4711)")
    let error = await #expect(throws: StoreError.self) { _ = try await ledger.memory() }
    guard case .newerContent(_, "baselines.shape", 4711, let known) = error, known < 4711 else {
      Issue.record("\(String(describing: error))")
      return
    }
    let verified = await #expect(throws: StoreError.self) { _ = try await ledger.verify() }
    #expect(verified == error)
    // It can be saved as it is, and stands beside what is wrong.
    try await ledger.backUp(to: folder.file("copy.sqlite"))
    try await ledger.execute("UPDATE findings SET rule = 'no-such-rule'")
    let problems = try await ledger.verify()
    #expect(problems.count > 1 && problems.last?.contains("written by a newer Driftwatch") == true)
  }

  @Test("A file with flipped bits opens and reads, or is one StoreError")
  func flippedBits() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("sound.sqlite")
    do {
      let ledger = try SQLiteStore(path: source)
      for _ in 0..<3 {
        let round = try await ledger.begin()
        try await ledger.commit(try Samples.result(round: round))
        try await ledger.endRound(round, at: Samples.start, seconds: 0, exitCode: 1)
      }
      try await ledger.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let sound = try Data(contentsOf: URL(fileURLWithPath: source))
    var generator = SplitMix(state: 42)
    var refused = 0
    for _ in 0..<150 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
          UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      }
      try? FileManager.default.removeItem(atPath: folder.file() + "-wal")
      try? FileManager.default.removeItem(atPath: folder.file() + "-shm")
      try bytes.write(to: URL(fileURLWithPath: folder.file()))
      do throws(StoreError) {
        let ledger = try SQLiteStore(path: folder.file())
        _ = try await ledger.lastRound(completeOnly: true)
        _ = try await ledger.memory()
        _ = try await ledger.requests(environment: nil)
        _ = try await ledger.undeliveredTransitions()
        _ = try await ledger.verify()
        let round = try await ledger.begin()
        guard let result = try? Samples.result(round: round) else { continue }
        try await ledger.commit(result)
        try await ledger.prune(keeping: PrunePolicy(everythingFor: 0), now: .distantFuture)
      } catch {
        refused += 1
        #expect(error.description.hasPrefix(folder.file()))
      }
    }
    #expect(refused > 0)
  }
}
