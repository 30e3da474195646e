import Foundation
import TestSupport
import Testing

@Suite("Accepting what was found, in the ledger and in accepted.json")
struct AcceptTests {
  /// A ledger in which a read optional vanished; the incident's id and a folder of contracts.
  private func broken(_ response: String = People.withoutName) async throws -> (Driftwatch, String) {
    let driftwatch = try Driftwatch(.quick)
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    let report = try ReportJSON(try await driftwatch.round(response, "--format", "json").output)
    try driftwatch.place.write("", to: "Contracts/Quick/Contract.swift")
    return (driftwatch, try #require(report.incidents.first?.incident.id))
  }

  private func file(_ driftwatch: Driftwatch) throws -> String {
    try String(contentsOfFile: driftwatch.place.path("Contracts/Quick/accepted.json"), encoding: .utf8)
  }

  @Test("What Ann accepted resolves at the next round, also where the response is the same, and is told as resolved")
  func ledger() async throws {
    for response in [People.withoutName, People.withoutEmail] {
      let (driftwatch, id) = try await broken(response)
      try await driftwatch.call("report", "--db", driftwatch.ledger)
      let said = try await driftwatch.call(
        "accept", id, "--by", "Ann", "--reason", "we never showed it", "--db", driftwatch.ledger)
      #expect(said.code == 0 && said.text.contains("accepted by Ann") && said.text.contains("in the ledger"))
      let round = try await driftwatch.round(response)
      #expect(round.code == 0, "\(round.text)")
      let told = try await driftwatch.call("report", "--db", driftwatch.ledger)
      #expect(told.text.hasPrefix("Accepted by Ann: "), "\(told.text)")
      let shown = try await driftwatch.call("show", id, "--db", driftwatch.ledger)
      #expect(shown.text.contains("accepted by Ann") && shown.text.contains("we never showed it"), "\(shown.text)")
      // "On" is followed by a day, and be it this one.
      let words = shown.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(#/by Ann on 20[0-9]{2}-[0-9]{2}-[0-9]{2}( [0-9:]{5} UTC)?[,:]/#), "\(shown.text)")
      #expect(try await driftwatch.round(response, "--fail-on", "warning").code == 0)
    }
  }

  @Test("What is worse than what was accepted is told")
  func worse() async throws {
    let (driftwatch, id) = try await broken(People.withoutEmail)
    try await driftwatch.call("accept", id, "--by", "Ann", "--reason", "fine", "--db", driftwatch.ledger)
    #expect(try await driftwatch.round(People.withoutEmail, "--fail-on", "warning").code == 0)
    #expect(try await driftwatch.round(People.withoutName, "--fail-on", "warning").code == 1)
  }

  @Test("--list shows what is accepted with who, why and since when it is of use; --withdraw takes it back")
  func withdrawn() async throws {
    let (driftwatch, id) = try await broken()
    let accept = ["accept", "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(accept + ["--list"]).text == "Nothing is accepted.\n")
    try await driftwatch.call(
      accept + [id, "--by", "Ann", "--reason", "until 2.0 is out", "--until", "2099-01-01"])
    let before = try await driftwatch.call(accept + ["--list"])
    #expect(before.text.contains("by Ann") && before.text.contains("until 2099-01-01"), "\(before.text)")
    #expect(before.text.contains("matched nothing yet, in the ledger"))
    try await driftwatch.round(People.withoutName, "--quiet")
    let after = try await driftwatch.call(accept + ["--list"])
    #expect(after.text.contains("last matched 20"), "\(after.text)")
    let names = after.text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { String($0.prefix(8)) }
    #expect(!names.isEmpty)
    for name in names {
      let ending = try await driftwatch.call(accept + ["--withdraw", name])
      #expect(ending.code == 0 && ending.text.hasPrefix("withdrawn: quick/people "), "\(ending)")
    }
    #expect(try await driftwatch.call(accept + ["--list"]).text == "Nothing is accepted.\n")
    #expect(try await driftwatch.round(People.withoutName, "--quiet").code == 1)
  }

  @Test("Where the ledger that was named is not there, what files accept is listed, and that is said")
  func noLedger() async throws {
    let (driftwatch, id) = try await broken()
    let wrong = driftwatch.place.path("wrong.sqlite")
    let empty = try await driftwatch.call("accept", "--list", "--db", wrong)
    #expect(empty.code == 2 && empty.errors.contains("there is no ledger at \(wrong)"), "\(empty)")
    try await driftwatch.call(
      "accept", id, "--by", "Ann", "--reason", "known", "--to-file", "--db", driftwatch.ledger)
    let option = try await driftwatch.call("accept", "--list", "--db", wrong)
    #expect(option.code == 2 && option.text.contains("by Ann"), "\(option)")
    #expect(option.errors.contains("there is no ledger at \(wrong): only what files accept is listed"), "\(option)")
    let variable = try await driftwatch.call("accept", "--list", environment: ["DRIFTWATCH_DB": wrong])
    #expect(variable.code == 0 && variable.text.contains("by Ann"), "\(variable)")
    #expect(variable.errors.contains("there is no ledger at \(wrong)"), "\(variable)")
    let plain = try await driftwatch.call("accept", "--list", environment: ["HOME": driftwatch.place.url.path])
    #expect(plain.code == 0 && plain.text.contains("by Ann") && plain.errors.isEmpty, "\(plain)")
  }

  @Test("--to-file writes an entry for review that counts for every ledger; accepted again, the last word stands")
  func toFile() async throws {
    let (driftwatch, id) = try await broken()
    let accept = ["accept", id, "--to-file", "--db", driftwatch.ledger, "--by"]
    let first = try await driftwatch.call(accept + ["Ann", "--reason", "known"])
    #expect(first.code == 0 && first.text.contains("Contracts/Quick/accepted.json; commit it"), "\(first)")
    let text = try file(driftwatch)
    #expect(text.hasSuffix("}\n") && text.contains("\"schemaVersion\" : 1") && text.contains("\"by\" : \"Ann\""))
    let second = try await driftwatch.call(accept + ["Bob", "--reason", "really known"])
    #expect(second.text.contains("in place of what was there"))
    let changed = try file(driftwatch)
    #expect(!changed.contains("Ann") && changed.contains("Bob"))
    #expect(changed.count(of: "\"rule\"") == text.count(of: "\"rule\""))
    // The ledger that it came from, and one that has never heard of it.
    #expect(try await driftwatch.round(People.withoutName, "--quiet").code == 0)
    let fresh = try await driftwatch.call("check", "quick/people", "--from", driftwatch.place.path("round"))
    #expect(fresh.code == 0, "\(fresh.text)")
    let list = try await driftwatch.call("accept", "--list", "--db", driftwatch.ledger)
    #expect(list.text.contains("accepted.json") && !list.text.contains("in the ledger"))
    let name = String(list.text.prefix(8))
    let gone = try await driftwatch.call("accept", "--withdraw", name, "--db", driftwatch.ledger)
    #expect(gone.code == 0 && gone.text.contains("commit it"), "\(gone)")
    #expect(try file(driftwatch).count(of: "\"rule\"") == text.count(of: "\"rule\"") - 1)
  }

  @Test("An entry written by hand covers any version, form and level until its day has come")
  func byHand() async throws {
    let (driftwatch, _) = try await broken()
    func entry(_ rule: String, _ until: String) -> String {
      #"{"endpoint":"people","rule":"\#(rule)","path":"$[*].name","by":"Ann","reason":"a test","until":"\#(until)"}"#
    }
    func write(_ until: String) throws {
      let entries = ["decode-key-not-found", "field-removed"].map { entry($0, until) }.joined(separator: ",")
      try driftwatch.place.write(
        #"{"schemaVersion":1,"accepted":[\#(entries)]}"#, to: "Contracts/Quick/accepted.json")
    }
    try write("2099-01-01")
    #expect(try await driftwatch.round(People.withoutName, "--quiet").code == 0)
    try write("2020-01-01")
    let over = try await driftwatch.round(People.withoutName)
    #expect(over.code == 1 && over.text.contains("was accepted by Ann until 2020-01-01"), "\(over.text)")
  }

  @Test("An acceptance of recorded responses counts where recordings are replayed")
  func recordings() async throws {
    let driftwatch = try Driftwatch(.quick)
    for (day, response) in [
      ("2026-01-01", People.first), ("2026-01-02", People.first), ("2026-01-03", People.withoutName),
    ] {
      try driftwatch.place.write(response, to: "Contracts/Any/Recordings/\(day)/quick/people/index.json")
    }
    let check = ["check", "quick/people", "--from", "recordings"]
    #expect(try await driftwatch.call(check).code == 1)
    try await driftwatch.call(check + ["--db", driftwatch.ledger, "--quiet"])
    let list = try await driftwatch.call("incidents", "--db", driftwatch.ledger, "--format", "json")
    let id = try #require(list.text.firstMatch(of: #/"id" : "([0-9a-f]{16})"/#)?.1)
    let said = try await driftwatch.call(
      "accept", String(id), "--to-file", "--by", "Ann", "--reason", "known", "--db", driftwatch.ledger)
    #expect(said.text.contains("Contracts/Any/accepted.json"), "\(said)")
    let after = try await driftwatch.call(check)
    #expect(after.code == 0, "\(after.text)")
  }

  /// What is refused; `ID` stands for the incident.
  private static let refusals: [RefusedCall] = [
    RefusedCall("nobody", ["ID", "--reason", "x"], "needs a person who answers for it: --by WHO"),
    RefusedCall("no reason", ["ID", "--by", "Ann"], "needs a reason for those who come later: --reason WHY"),
    RefusedCall("an empty reason", ["ID", "--by", "Ann", "--reason", " "], "--reason needs words"),
    RefusedCall("no incident", ["--by", "Ann", "--reason", "x"], "accept needs one INCIDENT"),
    RefusedCall("an unknown one", ["ffff00", "--by", "Ann", "--reason", "x"], "no incident ffff00"),
    RefusedCall(
      "a day that is none", ["ID", "--by", "A", "--reason", "x", "--until", "2026-02-30"], "--until needs a day"),
    RefusedCall(
      "a day that is over", ["ID", "--by", "A", "--reason", "x", "--until", "2020-01-01"], "not in the future"),
    RefusedCall(
      "no rule", ["ID", "--by", "A", "--reason", "x", "--rule", "field-removd"], "did you mean field-removed?"),
    RefusedCall(
      "another rule", ["ID", "--by", "A", "--reason", "x", "--rule", "field-added"],
      "has nothing of field-added; it has"),
    RefusedCall(
      "another path", ["ID", "--by", "A", "--reason", "x", "--path", "$.x"], "has nothing at $.x; it has $[*].name"),
    RefusedCall("a list of one", ["ID", "--list"], "--list takes no argument"),
    RefusedCall("a list by somebody", ["--list", "--by", "Ann"], "--list goes without --by"),
    RefusedCall("an id that is none", ["--withdraw", "nobody"], "is no id; fixture-contracts accept --list"),
    RefusedCall("an unknown id", ["--withdraw", "ffff0000"], "nothing accepted has the id"),
  ]

  @Test("What is missing or wrong is said in one line, and nothing is accepted")
  func refused() async throws {
    let (driftwatch, id) = try await broken()
    for c in Self.refusals {
      let arguments = ["accept", "--db", driftwatch.ledger] + c.arguments.map { $0 == "ID" ? id : $0 }
      let ending = try await driftwatch.call(arguments)
      #expect(
        ending.code == 2 && ending.output.isEmpty && ending.errors.contains(c.message),
        "\(c.testDescription): \(ending.errors)")
    }
    #expect(try await driftwatch.call("accept", "--list", "--db", driftwatch.ledger).text == "Nothing is accepted.\n")
  }

  @Test("A contract without a folder has no file to accept into")
  func noFolder() async throws {
    let (driftwatch, id) = try await broken()
    try FileManager.default.removeItem(atPath: driftwatch.place.path("Contracts/Quick"))
    let ending = try await driftwatch.call(
      "accept", id, "--by", "Ann", "--reason", "x", "--to-file", "--db", driftwatch.ledger)
    #expect(ending.code == 2 && ending.errors.contains("belongs to quick"), "\(ending.errors)")
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
