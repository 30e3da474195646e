import Foundation
import TestSupport
import Testing

@Suite("Acceptances are prolonged, made permanent and taken back")
struct AcceptanceChangeTests {
  /// A ledger in which a read member vanished, and the incident's id.
  private func broken(_ response: String) async throws -> (Driftwatch, String) {
    let driftwatch = try Driftwatch(.quick)
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    let report = try ReportJSON(try await driftwatch.round(response, "--format", "json").output)
    return (driftwatch, try #require(report.incidents.first?.incident.id))
  }

  private func names(_ list: String) -> [String] {
    list.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { String($0.prefix(8)) }
  }

  @Test("One that holds until a day can be prolonged and made permanent; the last word takes the place of the former")
  func prolonged() async throws {
    for response in [People.withoutName, People.withoutEmail] {
      let (driftwatch, id) = try await broken(response)
      let accept = ["accept", id, "--db", driftwatch.ledger, "--by"]
      let list = ["accept", "--list", "--db", driftwatch.ledger]
      #expect(try await driftwatch.call(accept + ["Ann", "--reason", "x", "--until", "2098-01-01"]).code == 0)
      try await driftwatch.round(response, "--quiet")
      let count = names(try await driftwatch.call(list).text).count
      let again = try await driftwatch.call(accept + ["Bob", "--reason", "y", "--until", "2099-01-01"])
      #expect(again.code == 0 && again.text.contains("accepted by Bob until 2099-01-01"), "\(again)")
      let listed = try await driftwatch.call(list).text
      #expect(!listed.contains("Ann") && names(listed).count == count, "\(listed)")
      #expect(try await driftwatch.round(response, "--fail-on", "warning").code == 0)
      let forGood = try await driftwatch.call(accept + ["Cleo", "--reason", "for good"])
      #expect(forGood.code == 0, "\(forGood)")
      #expect(try await driftwatch.round(response, "--fail-on", "warning").code == 0)
      #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.contains("accepted by Ann"))
      #expect(try await !driftwatch.call(list).text.contains("Bob"))
    }
  }

  @Test("What has entered the baseline is not found any more, so that there is nothing to accept again")
  func entered() async throws {
    let (driftwatch, id) = try await broken(People.withoutEmail)
    let accept = ["accept", id, "--db", driftwatch.ledger, "--by", "Ann", "--reason", "x"]
    #expect(try await driftwatch.call(accept).code == 0)
    for _ in 0..<3 { try await driftwatch.round(People.withoutEmail, "--quiet") }
    let again = try await driftwatch.call(accept)
    #expect(
      again.code == 2 && again.errors.contains("is resolved (accepted by Ann), and the baseline has it"), "\(again)")
  }

  @Test(
    "Withdrawn after it entered the baseline, it is said that the baseline keeps it, and who answers for it is known")
  func withdrawn() async throws {
    let (driftwatch, id) = try await broken(People.withoutEmail)
    try await driftwatch.call("accept", id, "--db", driftwatch.ledger, "--by", "Ann", "--reason", "we never showed it")
    for _ in 0..<3 { try await driftwatch.round(People.withoutEmail, "--quiet") }
    let list = ["accept", "--list", "--db", driftwatch.ledger]
    let before = try await driftwatch.call(list).text
    #expect(before.contains("part of the baseline"), "\(before)")
    for name in names(before) {
      let ending = try await driftwatch.call("accept", "--withdraw", name, "--db", driftwatch.ledger)
      let words = ending.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(ending.code == 0 && words.contains("the baseline keeps it: it is not reported again"), "\(ending)")
      let again = try await driftwatch.call("accept", "--withdraw", name, "--db", driftwatch.ledger)
      #expect(again.code == 2 && again.errors.contains("nothing accepted has the id"), "\(again)")
    }
    let after = try await driftwatch.call(list).text
    #expect(names(after) == names(before), "\(after)")
    #expect(after.contains("by Ann on ") && after.contains(", withdrawn on ") && after.contains("counts no more"))
    let why = try await driftwatch.call("explain", id, "--db", driftwatch.ledger).text
    let told = why.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(told.contains("was withdrawn on ") && told.contains("but the baseline has learned the change"), "\(why)")
    #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
  }
}
