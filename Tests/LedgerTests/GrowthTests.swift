import DriftAnalysis
import Foundation
import Testing

@testable import Ledger

@Suite("The file stays small")
struct GrowthTests {
  /// Size of the database once its log is written back.
  private func size(_ ledger: Ledger) async throws -> Int {
    try await ledger.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let attributes = try FileManager.default.attributesOfItem(atPath: ledger.path)
    return try #require(attributes[.size] as? Int)
  }

  @Test(
    "5,000 unchanged answers take under 200 bytes each, their rounds included",
    arguments: [(rounds: 1_000, urls: 5), (rounds: 100, urls: 50)])
  func unchanged(rounds: Int, urls: Int) async throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(path: folder.file())
    try await ledger.execute("PRAGMA synchronous = OFF")  // the test is about bytes, not about the disk
    func pass(_ index: Int, facts: Examination?) async throws {
      let at = Samples.start.addingTimeInterval(Double(index) * 300)
      let round = try await ledger.begin(at: at)
      var result = try Samples.result(round: round, at: at)
      result.answers = (0..<urls).map {
        Samples.answer("https://api.example/products/\($0)", outcome: facts == nil ? .unchanged : .ok, facts: facts)
      }
      if facts == nil { (result.baseline, result.mappings, result.sends, result.transitions) = (nil, [:], [:], []) }
      try await ledger.record(result)
      try await ledger.endRound(round, at: at, seconds: 0.5, exitCode: 1)
    }
    try await pass(0, facts: try Samples.facts())
    let before = try await size(ledger)
    for index in 1...rounds { try await pass(index, facts: nil) }
    let perAnswer = Double(try await size(ledger) - before) / Double(rounds * urls)
    #expect(perAnswer < 200)
    #expect(try await ledger.number("SELECT count(*) FROM answers") == (rounds + 1) * urls)
    print("an unchanged answer takes \(perAnswer) bytes (\(urls) to a round)")
  }
}
