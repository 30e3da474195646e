import Foundation
import TestSupport
import Testing

@Suite("An endpoint without a response for long, as people and programs hear of it")
struct BlindnessTests {
  /// What `status --format json` says of endpoints.
  private struct Status: Decodable {
    struct Endpoint: Decodable {
      let contract: String
      let endpoint: String
      let blindSince: String?
      let isBlind: Bool
    }
    let endpoints: [Endpoint]
  }

  private struct Scene {
    let driftwatch: Driftwatch
    let server: HostileServer
    let tell: (String, Int, String) throws -> Void
    var options: [String] { ["--base-url", "quick=\(server.url("/told"))"] }
  }

  private func scene() throws -> Scene {
    let driftwatch = try Driftwatch(.quick)
    let place = driftwatch.place
    func tell(_ path: String, _ status: Int, _ body: String) throws {
      struct Told: Encodable {
        let status: Int
        let body: String
      }
      let told = try JSONEncoder().encode(Told(status: status, body: body))
      try place.write(String(decoding: told, as: UTF8.self), to: "told/\(path).http.json")
    }
    try tell("people", 200, People.first)
    try tell("tags", 200, #"{"tags": []}"#)
    try place.write(#"{"blindAfter": 0.001, "blindChecks": 2}"#, to: "driftwatch.json")
    let server = try HostileServer(files: place.path("told"))
    return Scene(driftwatch: driftwatch, server: server, tell: tell)
  }

  @Test("It is told once, seen by every surface while it lasts, and told to be over")
  func surfaces() async throws {
    let scene = try scene()
    let (driftwatch, tell) = (scene.driftwatch, scene.tell)
    let ledger = ["--db", driftwatch.ledger]
    func check(_ more: String...) async throws -> Program.Ending {
      try await driftwatch.call(["check", "quick"] + scene.options + ledger + more)
    }
    func call(_ words: String...) async throws -> Program.Ending { try await driftwatch.call(words + ledger) }
    #expect(try await check().code == 0)
    try tell("people", 404, "{}")
    try tell("tags", 503, "{}")
    #expect(try await check().code == 3)
    #expect(try await call("report").text.isEmpty, "one check is no incident")
    #expect(try await call("status").code == 0)
    let blind = try await check()
    #expect(blind.code == 1, "an endpoint that is gone is breaking")
    #expect(blind.text.hasPrefix("BREAKING: app 1.0 cannot load people (quick) · 1 new, 1 not checked\n"))
    #expect(blind.text.contains("NEW  NOT CHECKED   quick/tags"))
    let report = try await call("report")
    #expect(report.code == 0 && report.text.hasPrefix("BREAKING: "))
    #expect(try await call("report").text.isEmpty)
    let status = try await call("status")
    #expect(status.code == 3 && status.text.contains("quick/tags has had no response since"))
    #expect(try await call("status", "--alive").code == 0)
    #expect(
      try await call("status", "--format", "prometheus").text.contains(
        "driftwatch_endpoint_blind_since_timestamp_seconds{contract=\"quick\",endpoint=\"people\""))
    let incidents = try await call("incidents")
    #expect(incidents.text.contains("quick/people") && incidents.text.contains("quick/tags"))
    #expect(try await check("--format", "junit").text.contains(#"<error type="gone" message="404, the provider"#))
    let json = try ReportJSON(try await check("--format", "json").output)
    #expect(json.findings.map(\.rule).sorted() == ["watch-gone", "watch-unreachable"])
    // With the one that is gone back, what is left is no drift at any fail level.
    try tell("people", 200, People.first)
    let half = try await check("--fail-on", "warning")
    #expect(half.code == 3 && half.text.hasPrefix("COULD NOT CHECK: tags cannot be reached: 503"), "\(half.text)")
    try tell("tags", 200, #"{"tags": []}"#)
    let good = try await check()
    #expect(good.code == 0)
    #expect(try await call("report").text.hasPrefix("RESOLVED: "))
    #expect(try await call("status").code == 0)
  }

  @Test("A URL without a contract counts for status while it is checked: in its text, its JSON and its exit code")
  func urls() async throws {
    let scene = try scene()
    let (driftwatch, tell) = (scene.driftwatch, scene.tell)
    let ledger = ["--db", driftwatch.ledger]
    let (url, other) = (scene.server.url("/told/people?page=1"), scene.server.url("/told/tags"))
    func call(_ words: String...) async throws -> Program.Ending { try await driftwatch.call(words + ledger) }
    func status(_ words: String...) async throws -> (ending: Program.Ending, blind: [Status.Endpoint]) {
      let json = try await driftwatch.call(["status", "--format", "json"] + words + ledger)
      let all = try JSONDecoder().decode(Status.self, from: json.output).endpoints
      let text = try await driftwatch.call(["status"] + words + ledger)
      #expect(text.code == json.code)
      return (text, all.filter(\.isBlind))
    }
    #expect(try await call("check", url, "--method", "POST").code == 0)
    #expect(try await call("check", url).code == 0)
    #expect(try await call("check", other).code == 0)
    try tell("people", 503, "{}")
    #expect(try await call("check", url).code == 3)
    #expect(try await status().ending.code == 0, "one check is no incident")
    #expect(try await call("check", url).code == 3)
    for options in [["--header", "Accept-Language: de"], ["--method", "POST"]] {
      for _ in 1...2 { #expect(try await driftwatch.call(["check", url] + options + ledger).code == 3) }
    }
    let blind = try await status()
    #expect(blind.ending.code == 3 && blind.ending.text.contains("has had no response since"), "\(blind.ending)")
    #expect(
      blind.blind.count == 3 && blind.blind.allSatisfy { $0.endpoint.hasPrefix("told-people-") },
      "also with a header or another method: \(blind.blind)")
    #expect(blind.blind.allSatisfy { $0.blindSince != nil })
    #expect(try await call("status", "--alive").code == 0)
    #expect(
      try await call("status", "--format", "prometheus").text.contains(
        "driftwatch_endpoint_blind_since_timestamp_seconds{contract=\"127-0-0-1-"))
    // Told once, it stands in reports as long as it lasts.
    _ = try await call("report")
    let standing = try await call("report", "--all")
    for endpoint in blind.blind { #expect(standing.text.contains(endpoint.endpoint), "\(standing.text)") }
    for endpoint in blind.blind {
      #expect(try await call("store", "forget", "\(endpoint.contract)/\(endpoint.endpoint)").code == 0)
    }
    let forgotten = try await status()
    #expect(forgotten.ending.code == 0 && forgotten.blind.isEmpty, "\(forgotten.ending)")
  }

  @Test("A URL that nobody checks any more is no exit 3 for ever")
  func abandonedURL() async throws {
    try ExternalTool.python.require()
    let scene = try scene()
    let (driftwatch, tell) = (scene.driftwatch, scene.tell)
    let ledger = ["--db", driftwatch.ledger]
    let url = scene.server.url("/told/people")
    try tell("people", 503, "{}")
    for _ in 1...2 { #expect(try await driftwatch.call(["check", url] + ledger).code == 3) }
    #expect(try await driftwatch.call(["check", scene.server.url("/told/tags")] + ledger).code == 0)
    #expect(try await driftwatch.call(["status"] + ledger).code == 3)
    // Two days pass for this request, and none for the monitor.
    let script = """
      import sqlite3, sys
      ledger = sqlite3.connect(sys.argv[1])
      own = "(SELECT id FROM request_keys WHERE endpoint = 'told-people')"
      ledger.execute("UPDATE request_states SET checked_at = checked_at - 172800000 WHERE request_key = " + own)
      ledger.commit()
      """
    let aged = try await Program(
      "/usr/bin/python3", ["-c", script, driftwatch.ledger], environment: pathOnly
    ).end()
    #expect(aged.code == 0, "\(aged.errors)")
    let status = try await driftwatch.call(["status"] + ledger)
    #expect(status.code == 0 && !status.text.contains("told-people"), "\(status)")
    #expect(try await driftwatch.call(["status", "--max-age", "1000000"] + ledger).code == 3)
  }

  @Test(
    "A success that says failure inside is no response: told as such once it lasts, and over with the next good one",
    arguments: [
      (
        "omg-lol/purls", "address/foo/purls",
        #"{"request":{"status_code":200,"success":false},"response":{"message":"try later"}}"#, "try later"
      ),
      ("omg-lol/purls", "address/foo/purls", "<html>maintenance</html>", "an HTML page"),
    ])
  func envelope(_ target: String, _ path: String, _ body: String, _ reason: String) async throws {
    let driftwatch = try Driftwatch()
    func tell(_ body: String) throws {
      struct Told: Encodable {
        let status = 200
        let body: String
      }
      let told = try JSONEncoder().encode(Told(body: body))
      try driftwatch.place.write(String(decoding: told, as: UTF8.self), to: "told/\(path).http.json")
    }
    let good = #"{"request":{"status_code":200,"success":true},"response":{"message":"ok","purls":[]}}"#
    try tell(good)
    let server = try HostileServer(files: driftwatch.place.path("told"))
    let configuration = try driftwatch.place.write(
      """
      {"blindAfter": 0.001, "blindChecks": 2, "environment": "staging",
       "baseURLs": {"staging": {"omg-lol": "\(server.url("/told"))"}}}
      """, to: "staging.json")
    func check() async throws -> Program.Ending {
      try await driftwatch.call(
        "check", target, "--contracts", Driftwatch.contracts, "--db", driftwatch.ledger, "--config", configuration)
    }
    let first = try await check()
    #expect([0, 1].contains(first.code), "\(first.text)\(first.errors)")
    #expect(first.errors.contains("omg-lol: the credential is not sent to http://127.0.0.1:"), "\(first.errors)")
    try tell(body)
    #expect(try await check().code == 3)
    let second = try await check()
    #expect(second.code == 3 && second.text.contains(reason), "\(second.text)")
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger, "--config", configuration)
    #expect(report.text.contains("omg-lol/purls") && report.text.contains("NOT CHECKED"), "\(report.text)")
    #expect(try await driftwatch.call("status", "--db", driftwatch.ledger, "--config", configuration).code == 3)
    try tell(good)
    _ = try await check()
    #expect(
      try await driftwatch.call("report", "--db", driftwatch.ledger, "--config", configuration).text.contains(
        "RESOLVED"))
    // A monitor of one environment that is alive says nothing of another one's.
    let elsewhere = try await driftwatch.call("status", "--db", driftwatch.ledger)
    #expect(elsewhere.code == 3 && elsewhere.errors.contains("no round was ever completed"), "\(elsewhere.errors)")
  }

  @Test("With one check for blindChecks the first without a response is told, however little time has passed")
  func atOnce() async throws {
    let scene = try scene()
    let driftwatch = scene.driftwatch
    try driftwatch.place.write(#"{"blindChecks": 1}"#, to: "driftwatch.json")
    let words = ["check", "quick", "--db", driftwatch.ledger] + scene.options
    #expect(try await driftwatch.call(words).code == 0)
    try scene.tell("tags", 503, "{}")
    #expect(try await driftwatch.call(words).code == 3)
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger)
    #expect(report.text.hasPrefix("COULD NOT CHECK: tags cannot be reached: 503"), "\(report.text)")
  }

  @Test("It is repeated as long as nobody has acknowledged it, and acknowledged it is quiet")
  func reminded() async throws {
    let scene = try scene()
    let driftwatch = scene.driftwatch
    let ledger = ["--db", driftwatch.ledger]
    func check() async throws -> Int32 { try await driftwatch.call(["check", "quick"] + scene.options + ledger).code }
    try scene.tell("tags", 401, "{}")
    #expect(try await check() == 3)
    #expect(try await check() == 3)
    func report() async throws -> String {
      try await driftwatch.call(["report", "--repeat-after", "0.001"] + ledger).text
    }
    #expect(try await report().contains("quick/tags"))
    #expect(try await report().contains("quick/tags"))
    let incidents = try await driftwatch.call(["incidents"] + ledger).text
    let id = try #require(incidents.firstMatch(of: #/(?m)^([0-9A-F]{4,}) +open/#)?.1)
    _ = try await driftwatch.call(["ack", String(id), "--by", "Ann"] + ledger)
    #expect(try await report().isEmpty)
    #expect(try await check() == 3)
  }
}
