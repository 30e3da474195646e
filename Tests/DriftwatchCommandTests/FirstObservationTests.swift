import Foundation
import TestSupport
import Testing

@Suite("What waited for more responses before it was told")
struct FirstObservationTests {
  private func people(_ withoutEmail: Int, note: Int) -> String {
    let people = (1...6).map { id in
      let email = id <= withoutEmail ? "" : #","email":"ada\#(id)@example.org""#
      return #"{"id":\#(id),"name":"Ada \#(id)","note":\#(note)\#(email)}"#
    }
    return "[\(people.joined(separator: ","))]"
  }

  @Test("is dated by its first sight and the last response before that, however often it was seen meanwhile")
  func firstObservation() async throws {
    let driftwatch = try Driftwatch(.quick)
    // On the sixth day two of six may be chance; a response that equals the last does not show it once more.
    let responses =
      (1...5).map { people(0, note: $0) }
      + [
        people(2, note: 6), people(2, note: 7), people(2, note: 7), people(2, note: 7), people(6, note: 8),
      ]
    var last = ""
    for (index, response) in responses.enumerated() {
      let folder = "2026-01-\(index < 9 ? "0" : "")\(index + 1)"
      try driftwatch.place.write(response, to: "\(folder)/quick/people/index.json")
      let round = try await driftwatch.call(
        "check", "quick/people", "--from", driftwatch.place.path(folder), "--db", driftwatch.ledger)
      #expect(round.text.contains(" NEW ") == (index == responses.count - 1), "\(folder): \(round.text)")
      last = round.text
    }
    let words = last.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "when between 2026-01-05 and 2026-01-06; confirmed 2026-01-10 a string in the 5 responses before"), "\(last)")
    let page = try await driftwatch.call("explain", "quick/people", "--db", driftwatch.ledger)
    let told = page.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      told.contains("Seen in 5 of 5 checks since") && told.contains("the 5 checks before"),
      "\(page.text)"
    )
  }

  @Test("A change is dated by the last response that was without it, whatever else was wrong then")
  func lastWithout() async throws {
    let other = #"[{"id":1,"name":null,"email":"a@b.c"},{"id":2,"name":null,"email":"d@e.f"}]"#
    let driftwatch = try Driftwatch(.quick)
    let withNumbers = people(0, note: 7).replacing(#/"email":"[^"]*"/#, with: "\"email\":4")
    let responses = (1...5).map { people(0, note: $0) } + [other, withNumbers]
    var last = ""
    for (index, response) in responses.enumerated() {
      let folder = "2026-01-0\(index + 1)"
      try driftwatch.place.write(response, to: "\(folder)/quick/people/index.json")
      last = try await driftwatch.call(
        "check", "quick/people", "--from", driftwatch.place.path(folder), "--db", driftwatch.ledger, "--verbose"
      ).text
    }
    let words = last.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("$[*].email"), "\(last)")
    #expect(words.contains("between 2026-01-06 and 2026-01-07"), "\(last)")
  }

  @Test("Names of megabytes make no long report and no large ledger, and stay two")
  func longNames() async throws {
    let driftwatch = try Driftwatch(.quick)
    let long = String(repeating: "k", count: 50_000)
    try await driftwatch.round(People.first)
    let response = People.first.replacing("\"id\"", with: "\"\(long)\":1,\"\(long)x\":2,\"id\"")
    for format in ["json", "text", "markdown", "junit"] {
      let round = try await driftwatch.round(response, "--format", format, "--verbose")
      #expect(round.code == 0 && round.output.count < 60_000, "\(format): \(round.output.count) bytes, \(round.errors)")
      guard format == "json" else { continue }
      let added = try ReportJSON(round.output).findings.filter { $0.rule == "field-added" }.map(\.path)
      #expect(Set(added).count == 2 && added.allSatisfy { $0.utf8.count < 200 }, "\(added)")
    }
    #expect(try Data(contentsOf: driftwatch.place.url.appending(path: "ledger.sqlite")).count < 1_000_000)
  }
}
