import Foundation
import TestSupport
import Testing

/// What people type and run by mistake, and what must not be lost by it.
@Suite("Slips of the keyboard and commands at the same time")
struct ConcurrentCommandTests {
  /// A ledger with one open incident, and a folder of contracts.
  private func broken() async throws -> (Driftwatch, String) {
    let driftwatch = try Driftwatch(.quick)
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    let report = try ReportJSON(try await driftwatch.round(People.withoutName, "--format", "json").output)
    try driftwatch.place.write("", to: "Contracts/Quick/Contract.swift")
    return (driftwatch, try #require(report.incidents.first?.incident.id))
  }

  @Test("Several that accept into one file at the same time leave it whole, with one's word")
  func parallelAcceptances() async throws {
    let (driftwatch, id) = try await broken()
    let days = (1...8).map { "2099-01-0\($0)" }
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for day in days {
        group.addTask {
          try await driftwatch.call(
            "accept", id, "--to-file", "--by", "Ann", "--reason", "until \(day)", "--until", day, "--db",
            driftwatch.ledger
          ).code
        }
      }
      for try await code in group { #expect(code == 0) }
    }
    let file = try String(contentsOfFile: driftwatch.place.path("Contracts/Quick/accepted.json"), encoding: .utf8)
    // The same matter each time: the last word stands, whole.
    let entries = try JSONDecoder().decode(Entries.self, from: Data(file.utf8)).accepted
    #expect(Set(entries.map(\.reason)).count == 1, "\(file)")
  }

  private struct Entries: Decodable {
    struct Entry: Decodable { let reason: String }
    let accepted: [Entry]
  }

  @Test("A report is never written over the ledger or a file beside it, through links neither")
  func outputOverLedger() async throws {
    let (driftwatch, _) = try await broken()
    let before = try Data(contentsOf: URL(fileURLWithPath: driftwatch.ledger))
    let link = driftwatch.place.path("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: driftwatch.ledger)
    for path in [driftwatch.ledger, driftwatch.ledger + ".lock", link] {
      for command in [["report", "--all"], ["check", "quick/people", "--from", driftwatch.place.path("round")]] {
        let ending = try await driftwatch.call(command + ["--db", driftwatch.ledger, "--output", "json=\(path)"])
        #expect(ending.code == 2 && ending.errors.contains("belongs to the ledger"), "\(ending)")
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: driftwatch.ledger)) == before)
  }

  @Test("An environment that nothing was checked in is no good news")
  func environment() async throws {
    let (driftwatch, _) = try await broken()
    for command in [["incidents"], ["report", "--all"], ["report"]] {
      let ending = try await driftwatch.call(command + ["--environment", "prodution", "--db", driftwatch.ledger])
      #expect(ending.code == 3 && ending.errors.contains("did you mean production?"), "\(ending)")
      #expect(
        try await driftwatch.call(command + ["--environment", "production", "--db", driftwatch.ledger]).code == 0)
    }
  }

  @Test("A blank command receives nothing, so nothing counts as delivered")
  func blankCommand() async throws {
    let (driftwatch, _) = try await broken()
    let ending = try await driftwatch.call("report", "--exec", "  ", "--db", driftwatch.ledger)
    #expect(ending.code == 2 && ending.errors.contains("--exec needs a command"), "\(ending)")
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("BREAKING"))
  }

  @Test("However much is typed, an error is a line that can be read")
  func longWords() async throws {
    let (driftwatch, _) = try await broken()
    let ending = try await driftwatch.call("show", String(repeating: "a", count: 100_000), "--db", driftwatch.ledger)
    #expect(ending.code == 2 && ending.errors.utf8.count < 3000)
  }
}
