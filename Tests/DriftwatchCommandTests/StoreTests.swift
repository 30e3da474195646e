import Foundation
import TestSupport
import Testing

@Suite("Looking after the ledger")
struct StoreTests {
  @Test("A sound ledger is said to be sound; a damaged one is exit 4")
  func verify() async throws {
    let driftwatch = try Driftwatch("quick-contracts")
    try await driftwatch.round(People.first, "--quiet")
    let sound = try await driftwatch.call("store", "verify", "--db", driftwatch.ledger)
    #expect(sound.code == 0 && sound.text == "\(driftwatch.ledger) is sound: 1 round, 0 incidents\n", "\(sound)")
    var bytes = try Data(contentsOf: URL(filePath: driftwatch.ledger))
    #expect(bytes.count > 40_000)
    for index in 20_000..<40_000 { bytes[index] = 0x5A }
    try bytes.write(to: URL(filePath: driftwatch.ledger))
    let damaged = try await driftwatch.call("store", "verify", "--db", driftwatch.ledger)
    #expect(damaged.code == 4, "\(damaged)")
    #expect(damaged.text.split(separator: "\n").allSatisfy { !$0.isEmpty && $0.count < 400 })
  }

  @Test("prune keeps what is young and open, and --dry-run removes nothing")
  func prune() async throws {
    let driftwatch = try Driftwatch("quick-contracts")
    // By the clocks of the rounds these are years old.
    for (day, answer) in [
      ("2020-01-01", People.first), ("2020-01-02", People.withoutName), ("2020-01-03", People.first),
    ] {
      try driftwatch.place.write(answer, to: "\(day)/quick/people/index.json")
      try await driftwatch.call(
        "check", "quick/people", "--from", driftwatch.place.path(day), "--db", driftwatch.ledger, "--quiet")
    }
    let store = ["store", "prune", "--db", driftwatch.ledger]
    let early = try await driftwatch.call(store + ["--dry-run"])
    #expect(early.code == 0 && early.text.hasPrefix("would remove "), "\(early)")
    #expect(try await driftwatch.call(store + ["--dry-run"]).text == early.text)
    try await driftwatch.call("report", "--db", driftwatch.ledger)
    let removed = try await driftwatch.call(store + ["--keep-days", "30"])
    #expect(removed.code == 0 && removed.text.hasPrefix("removed "), "\(removed)")
    let again = try await driftwatch.call(store)
    #expect(again.text.hasPrefix("nothing is old enough"), "\(again)")
    #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
  }

  @Test(
    "What cannot be done is refused in one line",
    arguments: [
      (["store"], "store needs prune or verify"), (["store", "prunee"], "did you mean prune?"),
      (["store", "verify", "x"], "store verify takes no argument"),
      (["store", "prune", "--keep-days", "0"], "--keep-days needs a whole number of days"),
      (["store", "prune", "--keep-days", "1.5"], "--keep-days needs a whole number of days"),
      (["store", "verify", "--dry-run"], "store verify has no option --dry-run"),
      (["store", "prune"], "there is no ledger at"), (["store", "verify"], "there is no ledger at"),
    ])
  func refused(_ arguments: [String], _ message: String) async throws {
    let driftwatch = try Driftwatch("quick-contracts")
    let ending = try await driftwatch.call(arguments + ["--db", driftwatch.ledger])
    #expect(ending.code == 2 && ending.errors.contains(message), "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: driftwatch.ledger))
  }
}
