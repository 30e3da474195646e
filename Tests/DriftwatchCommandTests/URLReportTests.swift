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

  @Test("suggest says of a URL's incident that of an app nothing is known there, and how a contract begins")
  func suggestion() async throws {
    let (driftwatch, server) = try await broken()
    let report = try await driftwatch.call("report", "--all", "--format", "json", "--db", driftwatch.ledger)
    let id = try #require(try ReportJSON(report.output).incidents.first?.incident.id).prefix(6)
    let ending = try await driftwatch.call("suggest", String(id), "--db", driftwatch.ledger)
    #expect(ending.code == 2 && ending.errors.contains("is about a URL (127-0-0-1-\(server.port)/shop)"), "\(ending)")
    #expect(ending.errors.contains("init DIR --url URL begins a contract"), "\(ending)")
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

  @Test("A URL names its endpoint wherever one is asked for, and what is unknown is answered with an id like it")
  func names() async throws {
    let (driftwatch, server) = try await broken()
    let ledger = ["--db", driftwatch.ledger]
    let one = server.url("/files/shop.json?page=1")
    try await driftwatch.call(["check", one, "--quiet"] + ledger)
    for command in [["explain"], ["history"], ["shape"], ["incidents"]] {
      let ending = try await driftwatch.call(command + [server.url("/shop")] + ledger)
      #expect(ending.code == 0, "\(command): \(ending)")
    }
    let explained = try await driftwatch.call(["explain", server.url("/shop")] + ledger)
    #expect(explained.text.contains("price"), "\(explained)")

    let other = server.url("/files/shop.json?page=2")
    let host = "127-0-0-1-\(server.port)"
    for command in [["explain"], ["store", "forget"]] {
      let ending = try await driftwatch.call(command + [other] + ledger)
      #expect(
        ending.code == 2 && ending.errors.contains("nothing was checked as \"\(host)/files-shop-json-"), "\(ending)")
      #expect(ending.errors.contains("; with another query there is \(host)/files-shop-json-"), "\(ending.errors)")
      #expect(!ending.errors.contains("page="), "\(ending.errors)")
      let far = try await driftwatch.call(command + [server.url("/nothing/like/it/anywhere")] + ledger)
      #expect(far.code == 2 && !far.errors.contains("did you mean"), "\(far)")
      let unchecked = try await driftwatch.call(command + ["quick/nobody"] + ledger)
      #expect(unchecked.code == 2 && unchecked.errors.contains("quick has no endpoint"), "\(unchecked)")
    }

    let forgotten = try await driftwatch.call(["store", "forget", server.url("/shop")] + ledger)
    #expect(
      forgotten.code == 0 && forgotten.text.hasPrefix("\(host)/shop (production): forgot the shape of"), "\(forgotten)")
    #expect(forgotten.text.contains("1 open incident ended"), "\(forgotten.text)")
    let again = try await driftwatch.call(["check", server.url("/shop")] + ledger)
    #expect(again.code == 0 && again.text.hasPrefix("FIRST LOOK"), "\(again)")
    #expect(try await driftwatch.call(["store", "forget", "quick"] + ledger).code == 2)
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
        .contains("REPRODUCE     fixture-contracts check quick/people --from DIR --verbose"))
  }
}
