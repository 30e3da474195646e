import Foundation
import TestSupport
import Testing

struct OutcomeCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// First part of the path on the hostile server.
  let mode: String
  let outcome: String
  /// What the reason must hold.
  let words: String
}

@Suite("What the network does has a word of its own, and none of it is drift")
struct OutcomeTests {
  @Test(
    "A response that tells nothing about the shape is exit 3",
    arguments: [
      OutcomeCase(testDescription: "401", mode: "status/401", outcome: "auth", words: "401"),
      OutcomeCase(testDescription: "403", mode: "status/403", outcome: "auth", words: "403"),
      OutcomeCase(testDescription: "404", mode: "status/404", outcome: "gone", words: "404"),
      OutcomeCase(testDescription: "429", mode: "status/429", outcome: "rate_limited", words: "Retry-After: 120"),
      OutcomeCase(testDescription: "503", mode: "status/503", outcome: "outage", words: "503"),
      OutcomeCase(testDescription: "418", mode: "status/418", outcome: "request_error", words: "418"),
      OutcomeCase(testDescription: "304 unasked", mode: "unasked-304", outcome: "transport", words: "304"),
      OutcomeCase(
        testDescription: "a login page with 200", mode: "html", outcome: "not_json",
        words: "an HTML page came in place of JSON"),
      OutcomeCase(
        testDescription: "a login page without a length, ended by its connection", mode: "html-until-close",
        outcome: "not_json", words: "an HTML page came in place of JSON"),
      OutcomeCase(testDescription: "an empty body", mode: "empty", outcome: "not_json", words: "empty"),
      OutcomeCase(testDescription: "a cut body", mode: "cut", outcome: "transport", words: "cut"),
      OutcomeCase(testDescription: "a body over the limit", mode: "big-chunked", outcome: "refused", words: "larger"),
      OutcomeCase(testDescription: "not HTTP", mode: "not-http", outcome: "transport", words: "HTTP"),
      OutcomeCase(
        testDescription: "closed without a byte", mode: "close", outcome: "transport", words: "without a byte"),
      OutcomeCase(testDescription: "slower than --timeout", mode: "drip", outcome: "transport", words: "in time"),
    ])
  func responsesWithoutShape(_ c: OutcomeCase) async throws {
    let server = try HostileServer.shared.get()
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call(
      "check", "pokeapi/pokemon-list", "--base-url", "pokeapi=\(server.url("/" + c.mode))", "--db", driftwatch.ledger,
      "--timeout", c.mode == "drip" ? "1" : "10", "--format", "json")
    let report = try ReportJSON(ending.output)
    #expect(ending.code == 3)
    #expect(report.summary.exitCode == 3)
    #expect(report.endpoints.map(\.outcome) == [c.outcome])
    #expect(report.endpoints.first?.reason?.contains(c.words) == true, "\(report.endpoints)")
    #expect(report.findings.isEmpty && report.incidents.isEmpty)
  }

  @Test("A host that refuses and a name without an address are transport", arguments: [true, false])
  func unreachable(_ hasAddress: Bool) async throws {
    let port = try ClosedPort()
    let driftwatch = try Driftwatch()
    let url = hasAddress ? "http://127.0.0.1:\(port.number)" : "http://nowhere.invalid"
    let ending = try await driftwatch.call(
      "check", "pokeapi/pokemon-list", "--base-url", "pokeapi=\(url)", "--db", driftwatch.ledger, "--format", "json")
    #expect(ending.code == 3)
    #expect(try ReportJSON(ending.output).endpoints.map(\.outcome) == ["transport"])
  }

  @Test("A redirect to another origin is not followed")
  func redirect() async throws {
    let (server, other) = (try HostileServer.shared.get(), try HostileServer())
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call(
      "check", server.url("/redirect?to=\(other.url("/json"))"), "--db", driftwatch.ledger, "--format", "json")
    #expect(ending.code == 3)
    #expect(try ReportJSON(ending.output).endpoints.map(\.outcome) == ["refused"])
    #expect(try other.requests(under: "/").isEmpty)
  }

  @Test("What could not be checked is exit 3, unless it is allowed and something else was examined")
  func allowIncomplete() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "half/quick/people/index.json")
    let check = ["check", "quick", "--from", driftwatch.place.path("half")]
    #expect(try await driftwatch.call(check).code == 3)
    #expect(try await driftwatch.call(check + ["--allow-incomplete"]).code == 0)
    try driftwatch.place.write("", to: "none/quick/readme")
    #expect(
      try await driftwatch.call("check", "quick", "--from", driftwatch.place.path("none"), "--allow-incomplete").code
        == 3)
  }

  @Test("A break outweighs what could not be checked, and both are named")
  func severalStates() async throws {
    let server = try HostileServer.shared.get()
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call(
      "check", "pokeapi/pokemon-list", "pokeapi/type", "omg-lol/purls", "--base-url", "pokeapi=\(server.url("/json"))",
      "--base-url", "omg-lol=\(server.url("/status/503"))", "--db", driftwatch.ledger, "--format", "json")
    #expect(ending.code == 1)
    let reasons = try ReportJSON(ending.output).summary.exitReasons
    #expect(reasons.first?.contains("breaking") == true)
    #expect(reasons.last?.contains("could not be checked") == true)
  }

  @Test("A contract without a base URL is left out in one line; asked for by name it is exit 3")
  func withoutBaseURL() async throws {
    let server = try HostileServer.shared.get()
    let driftwatch = try Driftwatch()
    var arguments = ["check", "--db", driftwatch.ledger, "--timeout", "2"]
    for id in ["platzi-store", "pokeapi", "omg-lol", "landmarks"] {
      arguments += ["--base-url", "\(id)=\(server.url("/status/503"))"]
    }
    let all = try await driftwatch.call(arguments)
    #expect(all.code == 3)
    let lines = all.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "driftwatch: left out, no base URL: todo", "\(all.errors)")
    #expect(lines.first?.hasPrefix("driftwatch: omg-lol: the credential is not sent to http://127.0.0.1:") == true)
    #expect(!all.text.contains("todo/"))
    #expect(try await driftwatch.call(arguments + ["--quiet"]).errors.isEmpty)
    let named = try await driftwatch.call("check", "todo", "--db", driftwatch.ledger)
    #expect(named.code == 3 && named.errors.isEmpty)
    #expect(named.text.contains("no base URL; give one with --base-url todo=URL"))
  }

  @Test("A missing or refused credential is named, never shown")
  func credentials() async throws {
    let server = try HostileServer.shared.get()
    let driftwatch = try Driftwatch()
    let check = [
      "check", "todo/categories", "--db", driftwatch.ledger, "--base-url", "todo=\(server.url("/status/401"))",
    ]
    let refused = try await driftwatch.call(check)
    #expect(refused.code == 3)
    #expect(refused.text.contains("TODO_TOKEN"))
    #expect(try await driftwatch.call(check, environment: ["TODO_TOKEN": ""]).text.contains("TODO_TOKEN"))
    let bad = try await driftwatch.call(check, environment: ["TODO_TOKEN": "\(Driftwatch.canary)\u{7}x"])
    #expect(bad.code == 3 && bad.text.contains("control character"))
    let sent = try server.requests(under: "/status/401/categories")
    #expect(sent.count == 1 && sent.first?.headers["Authorization"] == "Bearer \(Driftwatch.canary)")
  }

  @Test("After --deadline nothing is begun, and what was done is kept", .timeLimit(.minutes(5)))
  func deadline() async throws {
    let server = try HostileServer()
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call(
      "check", "pokeapi", "--base-url", "pokeapi=\(server.url("/slow"))", "--db", driftwatch.ledger, "--deadline", "1",
      "--format", "json")
    let report = try ReportJSON(ending.output)
    // What is fetched elsewhere is an environment of its own, named after the host.
    let host = String(server.url("").split(separator: "/")[1])
    #expect([1, 3].contains(ending.code))
    #expect(report.endpoints.contains { $0.outcome == "not_checked" && $0.reason?.contains("deadline") == true })
    #expect(try await driftwatch.call("status", "--db", driftwatch.ledger, "--environment", host).code == 0)
  }
}
