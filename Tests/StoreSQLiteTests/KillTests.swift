import DriftModel
import Foundation
import Store
import TestSupport
import StoreSamples
import Testing

@testable import StoreSQL
@testable import StoreSQLite

#if canImport(Glibc)
  import Glibc
#endif

/// Where the writing process finds its ledger; set only in that process.
private let writerVariable = "DRIFTWATCH_TEST_WRITER"

/// Begins the line by which the writing process acknowledges a stored result.
private let acknowledgement = "stored "

@Suite("A killed process loses nothing that it acknowledged")
struct KillTests {
  /// The writing process: this test alone, started by ``killed()`` on the same executable. Ends only by being killed.
  @Test("writes for ever", .enabled(if: ProcessInfo.processInfo.environment[writerVariable] != nil, "only as a child"))
  func writerProcess() async throws {
    let path = try #require(ProcessInfo.processInfo.environment[writerVariable])
    let lock = try LeaseFile(.rounds, ofDatabase: path).take()
    // Bounds so small that removing is killed too.
    var bounds = Bounds()
    (bounds.responsesPerURL, bounds.rounds) = (40, 40)
    let ledger = try SQLiteStore(path: path, bounds: bounds)
    while true {
      let round = try await ledger.begin()
      var result = try Samples.result(round: round)
      result.responses = (0..<3).map { Samples.response("https://api.example/\($0)", outcome: .unchanged) }
      try await ledger.commit(result)
      try await ledger.endRound(round, at: Samples.start, seconds: 0, exitCode: 1)
      if round.isMultiple(of: 11) {
        try await ledger.prune(keeping: PrunePolicy(everythingFor: 1), now: .distantFuture)
      }
      try FileHandle.standardOutput.write(contentsOf: Data("\n\(acknowledgement)\(round)\n".utf8))
      withExtendedLifetime(lock) {}
    }
  }

  /// How often it is killed; more where there is time for it.
  private static let kills = ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_KILLS"].flatMap { Int($0) } ?? 12

  @Test("Killed again and again in the middle of writing: every acknowledged result is there whole, the file is sound")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    var generator = SplitMix(state: 7)
    var acknowledgedSoFar = 0
    for _ in 0..<Self.kills {
      let wanted = Int.random(in: 1...12, using: &generator)
      let delay = UInt32.random(in: 0..<3_000, using: &generator)
      let acknowledged = try await runAndKill(path: path, after: wanted, delay: delay)
      let ledger = try SQLiteStore(path: path)
      #expect(try await ledger.lastRound(completeOnly: true)?.number ?? 0 >= acknowledged)
      let problems = try await ledger.verify()
      #expect(problems == [], "\(problems)")
      // Whole: each round that has responses has three, with its transition; no transition is ever lost.
      #expect(try await ledger.column("SELECT round FROM responses GROUP BY round HAVING count(*) <> 3") == [])
      #expect(
        try await ledger.column("SELECT round FROM responses EXCEPT SELECT round FROM transitions") == [])
      let recorded = try await ledger.number("SELECT max(round) FROM responses")
      let told = try await ledger.undeliveredTransitions().map(\.round)
      #expect(told.last == recorded)
      // A round that was begun and killed before it recorded has none; no other lacks one.
      #expect(told.count >= acknowledgedSoFar + wanted)
      acknowledgedSoFar += wanted
      _ = try LeaseFile(.rounds, ofDatabase: path).take()  // released with the process
    }
  }

  /// Runs the writer until it has acknowledged `count` results and `delay` microseconds more, kills it, and gives the
  /// last acknowledged round.
  private func runAndKill(path: String, after count: Int, delay: UInt32) async throws -> Int {
    let writer = try Program(test: "writerProcess", environment: [writerVariable: path])
    func acknowledged() -> [Int] {
      // Only whole lines: the last one may be in the middle of being written.
      writer.outputSoFar.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { line in
        line.hasPrefix(acknowledgement) ? Int(line.dropFirst(acknowledgement.count)) : nil
      }
    }
    _ = try await Program.wait { acknowledged().count >= count }
    let holder = Lease.Holder(process: Int(writer.id))
    let held = StoreError.heldByAnother(store: path, purpose: .rounds, holder: holder)
    #expect(throws: held) { try LeaseFile(.rounds, ofDatabase: path).take() }
    usleep(delay)  // so that the kill meets every part of a transaction
    writer.send(SIGKILL)
    _ = await writer.end()
    let seen = acknowledged()
    #expect(seen.count >= count, "the writer ended by itself")
    return seen.last ?? 0
  }
}
