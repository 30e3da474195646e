import Foundation
import TestSupport
import Testing

@Suite("What a report says first, of whom, and what is to be done")
struct ReportWordsTests {
  private static func list(_ members: String) -> String {
    "[" + (1...6).map { "{\"id\":\($0),\(members)}" }.joined(separator: ",") + "]"
  }

  /// `dated` breaks in its second release and `queried` in both.
  private func broken() throws -> (Driftwatch, [String]) {
    let driftwatch = try Driftwatch(.releases)
    try driftwatch.place.write(Self.list(#""name":"Ada""#), to: "2025-06-01/dated/people/index.json")
    try driftwatch.place.write(Self.list(#""name":"Ada""#), to: "2025-06-01/queried/orders/index.json")
    return (
      driftwatch,
      [
        "check", "dated/people", "queried/orders", "--from", driftwatch.place.path("2025-06-01"), "--db",
        driftwatch.ledger,
      ]
    )
  }

  @Test(
    "Who is hurt most comes first, by the shares of installs, whatever the order of contracts",
    arguments: [(60, 5, "dated/people"), (5, 60, "queried/orders")])
  func order(_ dated: Int, _ queried: Int, _ first: String) async throws {
    let (driftwatch, check) = try broken()
    let shares = #"{"installs": {"dated": {"v2": \#(dated)}, "queried": {"v1": 1, "v2": \#(queried)}}}"#
    let file = try driftwatch.place.write(shares, to: "driftwatch.json")
    for format in ["text", "markdown", "github"] {
      let ending = try await driftwatch.call(check + ["--config", file, "--format", format])
      #expect(ending.code == 1)
      let lines = ending.text.split(separator: "\n").filter { $0.contains("BREAKING") && $0.contains("/") }
      #expect(lines.count >= 2 && lines.first?.contains(first) == true, "\(ending.text)")
    }
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger, "--config", file)
    let places = report.text.matches(of: /BREAKING +([a-z]+\/[a-z]+)/).map { String($0.1) }
    #expect(places.count == 2 && places.first == first, "\(report.text)")
  }

  @Test("Each incident says what is to be done, and its history who knows of it since when, and why")
  func remediesAndHistory() async throws {
    let (driftwatch, check) = try broken()
    let text = try await driftwatch.call(check).text
    #expect(text.ranges(of: "\n  to do     ").count == 2, "\(text)")
    let incidents = try await driftwatch.call("incidents", "dated", "--db", driftwatch.ledger).text
    let id = String(try #require(incidents.firstMatch(of: #/(?m)^([0-9A-F]{4,}) +open/#)?.1))
    try await driftwatch.call("ack", id, "--by", "Ann", "--note", "the fix is in review", "--db", driftwatch.ledger)
    try await driftwatch.call("ack", "--undo", id, "--db", driftwatch.ledger)
    let page = try await driftwatch.call("show", id, "--db", driftwatch.ledger).text
    let history = page.drop { $0 != "\n" }.components(separatedBy: "\nHISTORY ").last ?? ""
    let words = history.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in ["opened breaking, v2, 6 of 6", "acknowledged by Ann, taken back", "\"the fix is in review\""] {
      #expect(words.contains(part), "\(part): \(page)")
    }
  }

  @Test("A records path that finds nothing is told at the first check, and the report names who is asked")
  func misread() async throws {
    let driftwatch = try Driftwatch(.releases)
    try driftwatch.place.write(Self.list(#""name":"Ada""#), to: "2026-06-01/misread/people/index.json")
    let check = ["check", "misread", "--from", driftwatch.place.path("2026-06-01"), "--db", driftwatch.ledger]
    let first = try await driftwatch.call(check + ["--fail-on", "warning"])
    #expect(first.code == 1 && first.text.contains("$.items[*]"), "\(first.text)")
    try driftwatch.place.write(Self.list(#""name":7"#), to: "2026-06-01/misread/people/index.json")
    let broken = try await driftwatch.call(check)
    #expect(broken.code == 1 && broken.text.contains("the people team"), "\(broken.text)")
    let json = try await driftwatch.call(check + ["--format", "json"])
    #expect(json.text.contains(#""owner" : "the people team""#))
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.contains("the people team"))
  }
}
