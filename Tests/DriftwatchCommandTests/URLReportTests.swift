import Foundation
import TestSupport
import Testing

@Suite("URLs without a contract in reports")
struct URLReportTests {
  /// A ledger with one open incident at a URL, told by nobody yet.
  private func broken() async throws -> (Driftwatch, HostileServer) {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer(files: driftwatch.place.path("files"))
    for price in ["1", "2", "3", "\"4\""] {
      try driftwatch.place.write("[{\"price\":\(price)}]", to: "files/shop.json")
      try await driftwatch.call("check", server.url("/shop"), "--db", driftwatch.ledger, "--quiet")
    }
    return (driftwatch, server)
  }

  @Test("What is open there is in every report, told or not, and counts for --exit-state")
  func standing() async throws {
    let (driftwatch, _) = try await broken()
    let report = ["report", "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(report).text.contains("NEW  WARNING"))
    #expect(try await driftwatch.call(report).output.isEmpty)
    let all = try await driftwatch.call(report + ["--all", "--exit-state", "--fail-on", "warning"])
    #expect(all.code == 1 && all.text.contains("/shop"), "\(all)")
    #expect(try await driftwatch.call(report + ["--exit-state", "--fail-on", "warning"]).code == 1)
    // News elsewhere name it as still open.
    _ = try await IncidentCommandTests.broken(driftwatch)
    let news = try await driftwatch.call(report)
    #expect(news.text.hasPrefix("BREAKING") && news.text.contains("STILL OPEN"), "\(news.text)")
    #expect(news.text.contains("/shop"), "\(news.text)")
  }

  @Test("What is left of a contract that the program has no more counts for nothing")
  func removedContract() async throws {
    let driftwatch = try Driftwatch(.quick)
    _ = try await IncidentCommandTests.broken(driftwatch)
    try await driftwatch.call("report", "--db", driftwatch.ledger)
    let other = try Driftwatch(.account)
    let report = ["report", "--all", "--exit-state", "--db", driftwatch.ledger]
    let ending = try await other.call(report)
    #expect(ending.code == 3 && !ending.text.contains("people"), "\(ending)")
  }

  @Test("show names a command that checks again only where there is one")
  func reproduce() async throws {
    let (driftwatch, _) = try await broken()
    func id(_ list: Program.Ending) throws -> String {
      String(try #require(list.text.firstMatch(of: #/"id" : "([0-9a-f]{16})"/#)?.1))
    }
    let list = ["incidents", "--db", driftwatch.ledger, "--format", "json"]
    let shown = try await driftwatch.call("show", try id(try await driftwatch.call(list)), "--db", driftwatch.ledger)
    #expect(shown.code == 0 && !shown.text.contains("REPRODUCE") && !shown.text.contains("--verbose"), "\(shown.text)")
    let own = try await IncidentCommandTests.broken(driftwatch)
    #expect(
      try await driftwatch.call("show", own, "--db", driftwatch.ledger).text
        .contains("REPRODUCE     fixture-contracts check quick/people --from recordings --verbose"))
  }
}
