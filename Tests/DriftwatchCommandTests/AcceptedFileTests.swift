import ContractKit
import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

/// A text of accepted.json and what is said of it.
struct WrongFile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let message: String

  init(_ name: String, _ text: String, _ message: String) {
    (testDescription, self.text, self.message) = (name, text, message)
  }

  /// One entry with these members in place of, or beside, those of a right one.
  init(_ name: String, entry: String, _ message: String) {
    self.init(name, #"{"schemaVersion":1,"accepted":[{\#(entry)}]}"#, message)
  }
}

@Suite("accepted.json is read with care and written the same each time")
struct AcceptedFileTests {
  private static let right = #""endpoint":"people","rule":"field-removed","by":"Ann","reason":"x""#

  @Test(
    "A file that is wrong is exit 2 with the file, the place and the nearest right word",
    arguments: [
      WrongFile("empty", "", "not JSON at line 1"), WrongFile("cut", "{\"schemaVersion\":1,", "not JSON at line 1"),
      WrongFile("a list", "[]", "the file is a list, not an object (line 1, column 1)"),
      WrongFile("no version", #"{"accepted":[]}"#, "has no schemaVersion; it is 1"),
      WrongFile("a newer version", #"{"schemaVersion":2,"accepted":[]}"#, "is 2, of a newer Driftwatch"),
      WrongFile("a version as text", #"{"schemaVersion":"1","accepted":[]}"#, "schemaVersion is no whole number"),
      WrongFile("no list", #"{"schemaVersion":1}"#, "has no \"accepted\""),
      WrongFile("a slip at the top", #"{"schemaVersion":1,"acepted":[]}"#, "did you mean \"accepted\"?"),
      WrongFile(
        "an entry that is a text", #"{"schemaVersion":1,"accepted":["x"]}"#, "accepted[0] is a text, not an object"),
      WrongFile(
        "no endpoint", entry: #""rule":"field-removed","by":"Ann","reason":"x""#, "accepted[0] has no \"endpoint\""),
      WrongFile("no rule", entry: #""endpoint":"people","by":"Ann","reason":"x""#, "accepted[0] has no \"rule\""),
      WrongFile(
        "an unknown rule", entry: #""endpoint":"people","rule":"field-removd","by":"Ann","reason":"x""#,
        "accepted[0].rule is no rule: \"field-removd\"; did you mean field-removed?"),
      WrongFile(
        "nobody", entry: #""endpoint":"people","rule":"field-removed","reason":"x""#, "has no \"by\": a person"),
      WrongFile("no reason", entry: #""endpoint":"people","rule":"field-removed","by":"Ann""#, "has no \"reason\""),
      WrongFile(
        "an empty name", entry: #""endpoint":"people","rule":"field-removed","by":" ","reason":"x""#,
        "accepted[0].by is empty"),
      WrongFile(
        "a slip", entry: right + #","untill":"2099-01-01""#, "unknown member \"untill\"; did you mean \"until\"?"),
      WrongFile("a member twice", entry: right + #","by":"Bob""#, "has \"by\" twice"),
      WrongFile("a day that is none", entry: right + #","until":"2026-02-30""#, "accepted[0].until is no day"),
      WrongFile("a moment as a day", entry: right + #","until":"2026-02-20T00:00:00Z""#, "accepted[0].until is no day"),
      WrongFile(
        "a date that is none", entry: right + #","acceptedAt":"yesterday""#, "accepted[0].acceptedAt is no date"),
      WrongFile("a path that is none", entry: right + #","path":"name""#, "accepted[0].path is no JSONPath"),
      WrongFile(
        "a path in two lines", entry: right + ##","path":"$[\n*""##,
        ##"accepted[0].path is no JSONPath: path "$[\u{A}*""##),
      WrongFile(
        "a subject beside a path", entry: right + #","path":"$.x","subject":"mapping X""#, "stands beside a path"),
      WrongFile("a level that is none", entry: right + #","upTo":"bad""#, "accepted[0].upTo is no level"),
      WrongFile(
        "versions as a text", entry: right + #","versions":"v1""#, "accepted[0].versions is a text, not a list"),
      WrongFile("no version at all", entry: right + #","versions":[]"#, "is empty, so that it covers nothing"),
      WrongFile("another endpoint", entry: right.replacing("people", with: "peple"), "did you mean people?"),
      WrongFile(
        "another contract", entry: right + #","contract":"quik""#,
        "accepted[0].contract is no contract: \"quik\"; did you mean quick?"),
      WrongFile(
        "another version", entry: right + #","versions":["v1","v9"]"#,
        "accepted[0].versions is no version of quick: \"v9\"; did you mean v1?"),
      WrongFile(
        "a perspective that is no name", entry: right + #","perspective":"eu west!""#,
        "accepted[0].perspective is \"eu west!\", not a name of up to 40 letters"),
      WrongFile(
        "another perspective", entry: right + #","perspective":"recordd""#,
        "accepted[0].perspective is no perspective of quick: \"recordd\"; did you mean recorded?"),
      WrongFile(
        "a reason of two lines", entry: right.replacing(#""x""#, with: #""x\n::error::y""#),
        "accepted[0].reason holds a line feed"),
      WrongFile(
        "a name that steers", entry: right.replacing("Ann", with: #"\u001b[2J"#), "accepted[0].by holds a line feed"),
      WrongFile(
        "the same twice", #"{"schemaVersion":1,"accepted":[{\#(right)},{\#(right)}]}"#, "accepts the same as"),
    ])
  func wrong(_ c: WrongFile) async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(c.text, to: "Contracts/Quick/accepted.json")
    let ending = try await driftwatch.round(People.first)
    #expect(ending.code == 2 && ending.output.isEmpty, "\(ending)")
    #expect(
      ending.errors.contains("Contracts/Quick/accepted.json: ") && ending.errors.contains(c.message), "\(ending.errors)"
    )
    #expect(!FileManager.default.fileExists(atPath: driftwatch.ledger))
  }

  @Test("Of a contract that names its environments no other is accepted for")
  func namedEnvironments() throws {
    let place = try TemporaryPlace()
    let contract = Contract(
      "shop", baseURL: "https://shop.example", environments: ["staging": "https://staging.shop.example"]
    ) { Endpoint("people", get: "/people") }
    func read(_ environment: String) throws -> Int {
      try place.write(
        #"{"schemaVersion":1,"accepted":[{\#(Self.right),"environment":"\#(environment)"}]}"#, to: "Shop/accepted.json")
      let call = try CommandCall(["check", "--contracts", place.url.path])
      return try AcceptedFiles(CommandSettings(call, [contract], [:], .standard)).places.count
    }
    #expect(try (read("production"), read("staging")) == (1, 1))
    let error = #expect(throws: CommandFailure.self) { try read("prodution") }
    let message = "accepted[0].environment is no environment of shop: \"prodution\"; did you mean production?"
    #expect(error?.code == 2 && error?.message.hasSuffix(message) == true, "\(String(describing: error))")
  }

  @Test("An environment that the contract does not name may be checked one day; until it was, it is no secret")
  func environment() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[{\#(Self.right),"path":"$[*].email","environment":"stagin"}]}"#,
      to: "Contracts/Quick/accepted.json")
    for environment in ["production", "staging"] {
      let ending = try await driftwatch.round(People.first, "--environment", environment, "--format", "json")
      let words = #"in the environment \"stagin\", and this is \#(environment)"#
      #expect(ending.code == 0 && ending.text.contains("notice-unmatched-suppression"), "\(ending.text)")
      #expect(ending.text.contains(words), "\(ending.text)")
    }
    let there = try await driftwatch.round(People.first, "--environment", "stagin", "--format", "json")
    #expect(there.text.contains("matches nothing") && !there.text.contains("and this is"), "\(there.text)")
    // An acceptance for production is none of staging's business.
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[{\#(Self.right),"path":"$[*].email","environment":"production"}]}"#,
      to: "Contracts/Quick/accepted.json")
    let staging = try await driftwatch.round(People.withAge, "--environment", "staging", "--format", "json")
    #expect(!staging.text.contains("notice-unmatched-suppression"))
  }

  @Test("A perspective from which nothing was ever seen is told as one that matches nothing, until something was")
  func perspective() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer(files: driftwatch.place.path("served"))
    try driftwatch.place.write(People.first, to: "served/people.json")
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[{\#(Self.right),"path":"$[*].email","perspective":"eu"}]}"#,
      to: "Contracts/Quick/accepted.json")
    func check(_ options: String...) async throws -> Program.Ending {
      try await driftwatch.call(
        [
          "check", "quick/people", "--base-url", "quick=\(server.url(""))", "--environment", "production", "--db",
          driftwatch.ledger, "--format", "json",
        ] + options)
    }
    let here = try await check()
    #expect(here.code == 0 && here.text.contains(#"from the perspective \"eu\", and this is default"#), "\(here.text)")
    let there = try await check("--perspective", "eu")
    #expect(there.text.contains("matches nothing") && !there.text.contains("and this is"), "\(there.text)")
    // Another response, so that what was found before is not carried forward.
    try driftwatch.place.write(People.withAge, to: "served/people.json")
    let again = try await check()
    #expect(again.code == 0 && !again.text.contains("notice-unmatched-suppression"), "\(again.text)")
    // Responses from files are seen from nowhere.
    let recorded = try await driftwatch.round(People.first, "--format", "json")
    #expect(!recorded.text.contains("notice-unmatched-suppression"), "\(recorded.text)")
  }

  @Test("Control characters of a file are not printed")
  func hostile() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[{"\u001b[2J\u202e":1}]}"#, to: "Contracts/Quick/accepted.json")
    let ending = try await driftwatch.round(People.first)
    #expect(ending.code == 2 && !ending.errors.contains("\u{1B}") && !ending.errors.contains("\u{202E}"))
  }

  @Test("The file of another program's contracts is left to that program")
  func foreign() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[{\#(Self.right),"contract":"other"}]}"#, to: "Contracts/Other/accepted.json")
    #expect(try await driftwatch.round(People.first).code == 0)
  }

  @Test("What was read is written as it was spelled, in its order, and read again as the same")
  func stable() throws {
    let place = try TemporaryPlace()
    let dates = ["2026-11-21", "2026-11-21T09:40:00Z", "2026-11-21T10:40:00+01:00", "2026-11-21T09:40:00.250Z"]
    let entries = dates.enumerated().map { index, date in
      "{\(Self.right),\"path\":\"$.a\(9 - index)\",\"acceptedAt\":\"\(date)\",\"until\":\"2099-12-31\",\"versions\":[\"v2\",\"v1\"]}"
    }
    let path = try place.write(
      "{\"accepted\":[\(entries.joined(separator: ","))],\"schemaVersion\":1}", to: "accepted.json")
    let file = try AcceptedFile(path: path)
    #expect(file.entries.map(\.acceptedAt) == dates && file.entries.map(\.path) == ["$.a9", "$.a8", "$.a7", "$.a6"])
    try file.write()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let again = try AcceptedFile(path: path)
    #expect(again == file && text.hasSuffix("}\n"))
    try again.write()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    let moments = file.entries.map(\.acceptance.acceptedAt.timeIntervalSince1970)
    #expect(moments[1] == moments[2] && moments[3] == moments[1] + 0.25)
    #expect(file.entries[0].acceptance.until == AcceptedFile.Entry.day("2099-12-31"))
  }

  @Test("An acceptance survives the way into the file and back")
  func roundTrip() throws {
    var acceptance = Acceptance(
      endpoint: "people", rule: .mappingRecordDropped, subject: "mapping Person", by: "Ann",
      reason: "a \"reason\" / ünd", acceptedAt: Date(timeIntervalSince1970: 1_800_000_000),
      until: AcceptedFile.Entry.day("2099-01-01"))
    (acceptance.versions, acceptance.upTo) = (["v1"], .warning)
    (acceptance.environment, acceptance.perspective) = ("staging", "admin")
    #expect(AcceptedFile.Entry(acceptance, contract: "quick").acceptance == acceptance)
  }
}
