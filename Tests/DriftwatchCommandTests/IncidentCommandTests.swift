import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

/// What stands in the way of a call, and what it is told in return.
struct RefusedCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  let message: String
  var environment: [String: String] = [:]

  init(_ name: String, _ arguments: [String], _ message: String, _ environment: [String: String] = [:]) {
    (testDescription, self.arguments, self.message, self.environment) = (name, arguments, message, environment)
  }
}

@Suite("Looking at incidents, acknowledging and explaining them")
struct IncidentCommandTests {
  /// A ledger in which the app cannot load people, told by nobody yet; the incident's short id.
  static func broken(_ driftwatch: Driftwatch) async throws -> String {
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    let report = try ReportJSON(try await driftwatch.round(People.withoutName, "--format", "json").output)
    return String(try #require(report.incidents.first?.incident.id).prefix(6))
  }

  @Test("incidents lists what is open, with --all what was resolved, of all endpoints or of those that are named")
  func incidents() async throws {
    let driftwatch = try Driftwatch(.quick)
    let list = ["incidents", "--db", driftwatch.ledger]
    let early = try await driftwatch.call(list)
    #expect(early.code == 3 && early.errors.contains("there is no ledger at"))
    let id = try await Self.broken(driftwatch)
    let open = try await driftwatch.call(list)
    #expect(open.code == 0 && open.errors.isEmpty && open.text.hasPrefix("1 open incident"), "\(open.text)")
    #expect(open.text.contains(id.prefix(4).uppercased()) && open.text.contains("quick/people"))
    for operand in ["quick", "quick/people"] {
      #expect(try await driftwatch.call(list + [operand]).text == open.text)
    }
    #expect(try await driftwatch.call(list + ["quick/tags"]).text.hasPrefix("No incident is open"))
    let elsewhere = try await driftwatch.call(list + ["--environment", "staging"])
    #expect(elsewhere.code == 3 && elsewhere.errors.contains("nothing was checked in \"staging\" yet"))
    try await driftwatch.round(People.first, "--quiet")
    let all = try await driftwatch.call(list + ["--all", "--format", "json"])
    #expect(all.text.contains("\"id\" : \"\(id)"), "\(all.text)")
    struct List: Decodable {
      let schemaVersion: Int
      let incidents: [ReportJSON.Incident]
    }
    let decoded = try JSONDecoder().decode(List.self, from: all.output)
    #expect(decoded.schemaVersion == 1 && decoded.incidents.count == 1)
  }

  @Test("What waits for evidence is in the text and in the JSON")
  func pending() async throws {
    let driftwatch = try Driftwatch(.quick)
    let rare = People.first.replacing(#""email":"ada3@example.org""#, with: #""mail":"x""#)
    for response in [People.first, People.first, rare] { try await driftwatch.round(response, "--quiet") }
    let list = ["incidents", "--db", driftwatch.ledger]
    let text = try await driftwatch.call(list).text
    #expect(text.contains("PENDING  quick/people mapping-property-lost at $[*].email"), "\(text)")
    struct List: Decodable {
      let pending: [ReportJSON.Finding]
    }
    let json = try await driftwatch.call(list + ["--format", "json"])
    let pending = try JSONDecoder().decode(List.self, from: json.output).pending
    #expect(pending.map(\.path) == ["$[*].email"] && pending.map(\.rule) == ["mapping-property-lost"])
    #expect(try await driftwatch.call(list + ["quick/tags", "--format", "json"]).text.contains("\"pending\" : ["))
  }

  @Test(
    "What would be lost and opens no incident is at the end of the text, and in the JSON; none of it where one is open")
  func foreseen() async throws {
    let driftwatch = try Driftwatch(.quick)
    let rare = People.first.replacing(#""email":"ada3@example.org""#, with: #""email":null"#)
    for response in [People.first, People.first, rare] { try await driftwatch.round(response, "--quiet") }
    let list = ["incidents", "--db", driftwatch.ledger]
    let text = try await driftwatch.call(list).text
    #expect(text.hasPrefix("No incident is open\n"), "\(text)")
    #expect(
      text.hasSuffix(
        """
        FORESEEN  quick/people field-became-nullable at $[*].email in 1 of 6; a record
                  that is so loses Person.email in v1

        """), "\(text)")
    #expect(try await !driftwatch.call(list + ["quick/tags"]).text.contains("FORESEEN"))
    struct List: Decodable {
      let foreseen: [ReportJSON.Finding]
    }
    func foreseen() async throws -> [String] {
      let json = try await driftwatch.call(list + ["--format", "json"])
      return try JSONDecoder().decode(List.self, from: json.output).foreseen.map { "\($0.rule) \($0.path)" }
    }
    #expect(try await foreseen() == ["field-became-nullable $[*].email"])
    try await driftwatch.round(People.withoutEmail, "--quiet")
    #expect(try await driftwatch.call(list).text.hasPrefix("1 open incident"))
    #expect(try await foreseen().isEmpty)
  }

  @Test("A URL without a contract is a place like any other")
  func url() async throws {
    let server = try HostileServer()
    let driftwatch = try Driftwatch(.quick)
    let url = server.url("/json")
    #expect(try await driftwatch.call("check", url, "--db", driftwatch.ledger, "--quiet").code == 0)
    let list = try await driftwatch.call("incidents", url, "--db", driftwatch.ledger)
    #expect(list.code == 0 && list.text.hasPrefix("No incident is open"))
  }

  @Test("show tells one incident in full with its history, by any beginning of its id in either case of letters")
  func show() async throws {
    let driftwatch = try Driftwatch(.quick)
    let id = try await Self.broken(driftwatch)
    try await driftwatch.call("report", "--quiet", "--db", driftwatch.ledger)
    try await driftwatch.call("report", "--db", driftwatch.ledger)
    for prefix in [String(id.prefix(4)), id.uppercased(), id] {
      let ending = try await driftwatch.call("show", prefix, "--db", driftwatch.ledger)
      #expect(ending.code == 0 && ending.text.contains("v1 (1.0)"), "\(ending.text)")
      #expect(ending.text.contains("opened") && ending.text.contains("reported "), "\(ending.text)")
    }
    let json = try await driftwatch.call("show", id, "--format", "json", "--db", driftwatch.ledger)
    #expect(json.code == 0 && json.text.contains("\"history\""))
  }

  @Test(
    "An acknowledged incident is no news, counts for the exit code, and is told when it is resolved; --undo makes it news"
  )
  func acknowledged() async throws {
    let driftwatch = try Driftwatch(.quick)
    let id = try await Self.broken(driftwatch)
    let report = ["report", "--db", driftwatch.ledger]
    let named = ["DRIFTWATCH_USER": "Ann", "USER": "root"]
    let said = try await driftwatch.call(
      ["ack", id, "--note", "the fix is in review", "--db", driftwatch.ledger], environment: named)
    #expect(said.code == 0 && said.text.contains("acknowledged by Ann"), "\(said.text)")
    #expect(try await driftwatch.call(report + ["--repeat-after", "1"]).output.isEmpty)
    #expect(try await driftwatch.round(People.withoutName, "--quiet").code == 1)
    #expect(try await driftwatch.call(report).output.isEmpty)
    #expect(try await driftwatch.call("incidents", "--db", driftwatch.ledger).text.contains("acknowledged by Ann"))
    let shown = try await driftwatch.call("show", id, "--db", driftwatch.ledger)
    #expect(shown.text.contains("the fix is in review"))
    let why = try await driftwatch.call("explain", id, "--db", driftwatch.ledger)
    #expect(why.text.contains("Ann acknowledged it on ") && why.text.contains("no report until"), "\(why.text)")
    let undone = try await driftwatch.call(["ack", "--undo", id, "--db", driftwatch.ledger])
    #expect(undone.code == 0 && undone.text.contains("open again"))
    #expect(try await driftwatch.call(report).text.hasPrefix("BREAKING"))
    try await driftwatch.call(["ack", id, "--by", "Bob", "--db", driftwatch.ledger])
    try await driftwatch.round(People.first, "--quiet")
    #expect(try await driftwatch.call(report).text.hasPrefix("RESOLVED"))
    #expect(try await driftwatch.call(report).output.isEmpty)
    let late = try await driftwatch.call(["ack", id, "--by", "Bob", "--db", driftwatch.ledger])
    #expect(late.code == 2 && late.errors.contains("is resolved"))
  }

  @Test("What is resolved still says what it was, in the report and where it is shown")
  func resolved() async throws {
    let driftwatch = try Driftwatch(.quick)
    let id = try await Self.broken(driftwatch)
    try await driftwatch.round(People.first, "--quiet")
    let shown = try await driftwatch.call("show", id, "--db", driftwatch.ledger).text
    for words in ["$[*].name", "PersonDTO.name: String"] { #expect(shown.contains(words), "\(words): \(shown)") }
    #expect(!shown.contains("REPRODUCE") && !shown.contains("REQUEST"), "\(shown)")
    let explained = try await driftwatch.call("explain", id, "--db", driftwatch.ledger).text
    #expect(explained.contains("PersonDTO.name: String"), "\(explained)")
    let told = try await driftwatch.call("report", "--db", driftwatch.ledger).text
    #expect(told.hasPrefix("RESOLVED") && told.contains("$[*].name"), "\(told)")
  }

  @Test("Where no variable names anybody the login name of the user stands, and nobody is made up")
  func loginName() async throws {
    let driftwatch = try Driftwatch(.quick)
    let id = try await Self.broken(driftwatch)
    let login = try #require(AckCommand.loginName())
    let said = try await driftwatch.call(
      "ack", id, "--db", driftwatch.ledger, environment: ["USER": "", "LOGNAME": " ", "DRIFTWATCH_USER": ""])
    #expect(said.code == 0 && said.text.contains("acknowledged by \(login)"), "\(said.text)\(said.errors)")
    #expect(AckCommand.loginName(of: 3_999_999_999) == nil)
  }

  @Test("Somebody may acknowledge while a round runs")
  func acknowledgedMeanwhile() async throws {
    let server = try HostileServer()
    let driftwatch = try Driftwatch(.quick)
    let id = try await Self.broken(driftwatch)
    let running = try driftwatch.start(
      ["check", "quick/people", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url("/silent"))"])
    #expect(try await Program.wait { try !server.requests(under: "/silent").isEmpty })
    let said = try await driftwatch.call("ack", id, "--by", "Ann", "--db", driftwatch.ledger)
    #expect(said.code == 0)
    running.send(SIGKILL)
    _ = await running.end()
    #expect(try await driftwatch.call("incidents", "--db", driftwatch.ledger).text.contains("acknowledged by Ann"))
  }

  @Test(
    "explain says why a level, on what evidence, and whether it was reported; of an endpoint or a path what is pending")
  func explained() async throws {
    let driftwatch = try Driftwatch(.quick)
    let id = try await Self.broken(driftwatch)
    let why = ["explain", id, "--db", driftwatch.ledger]
    let before = try await driftwatch.call(why)
    for words in [
      "v1 (1.0)", "PersonDTO.name: String",
    ] { #expect(before.text.contains(words), "\(words): \(before.text)") }
    for line in before.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    try await driftwatch.call("report", "--db", driftwatch.ledger)
    let after = try await driftwatch.call(why)
    #expect(after.text.contains("A report said on 20"), "\(after.text)")
    for place in ["quick/people", "$[*].name"] {
      let page = try await driftwatch.call("explain", place, "--db", driftwatch.ledger)
      #expect(page.code == 0 && page.text.contains("$[*].name"), "\(page.text)")
    }
    let nothing = try await driftwatch.call("explain", "$.nowhere", "--db", driftwatch.ledger)
    #expect(nothing.code == 0 && nothing.text.hasPrefix("Nothing is open or pending"))
  }

  private static let refusals: [RefusedCall] = [
    RefusedCall("no incident", ["show"], "show needs one INCIDENT"),
    RefusedCall("two incidents", ["show", "1111", "2222"], "show needs one INCIDENT"),
    RefusedCall("too short", ["show", "12"], "is no incident id: 4 to 16 digits"),
    RefusedCall("no digits", ["ack", "people", "--by", "Ann"], "is no incident id"),
    RefusedCall("unknown", ["show", "FFFF00"], "no incident FFFF00 in"),
    RefusedCall("acknowledged by nobody", ["ack", "ffff00", "--by", " "], "--by needs words"),
    RefusedCall("a note with an undo", ["ack", "--undo", "ffff00", "--note", "x"], "--undo takes"),
    RefusedCall("a note of two lines", ["ack", "ffff00", "--by", "Ann", "--note", "a\nb"], "--note needs one line"),
    RefusedCall("no incident to acknowledge", ["ack", "--by", "Ann"], "ack needs an INCIDENT"),
    RefusedCall("a contract that is none", ["incidents", "quik"], "unknown contract \"quik\"; did you mean quick?"),
    RefusedCall("an endpoint that is none", ["incidents", "quick/peple"], "did you mean quick/people?"),
    RefusedCall("a place that is none", ["explain", "quick/peple"], "did you mean quick/people?"),
    RefusedCall("a format of reports", ["incidents", "--format", "junit"], "--format knows text, json"),
    RefusedCall("a command that is not there yet", ["shim", "x"], "unknown command \"shim\""),
    RefusedCall("a slip", ["incident"], "did you mean incidents?"),
  ]

  @Test("What cannot be done is refused in one line that says what to do")
  func refused() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    for c in Self.refusals {
      var environment = c.environment
      environment["DRIFTWATCH_DB"] = driftwatch.ledger
      let ending = try await driftwatch.call(c.arguments, environment: environment)
      #expect(
        ending.code == 2 && ending.output.isEmpty && ending.errors.contains(c.message),
        "\(c.testDescription): \(ending.errors)")
    }
  }

  @Test("A slip among several ids changes nothing")
  func allOrNothing() async throws {
    let driftwatch = try Driftwatch(.quick)
    let id = try await Self.broken(driftwatch)
    let ending = try await driftwatch.call("ack", id, "ffffff", "--by", "Ann", "--db", driftwatch.ledger)
    #expect(ending.code == 2)
    #expect(try await !driftwatch.call("incidents", "--db", driftwatch.ledger).text.contains("acknowledged"))
  }

  @Test("Commands that do not exist yet are in no help text, those that do are in all of them")
  func help() async throws {
    let driftwatch = try Driftwatch(.quick)
    let text = try await driftwatch.call("--help").text
    for name in ["incidents", "show", "ack", "accept", "store"] {
      #expect(text.contains("\n  \(name) "), "\(name)")
      let own = try await driftwatch.call("help", name).text
      #expect(own.hasPrefix("driftwatch \(name) "))
      for line in own.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
    for name in ["shim"] { #expect(!text.contains("\n  \(name)")) }
  }
}
