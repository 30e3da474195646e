import Foundation
import TestSupport
import Testing

/// What is said of some customers in the tests of recordings, and what of it must be in no recording.
private enum CRM {
  static let token = "token-5f1d2a90"

  static func customer(
    _ id: Int, name: String = "Augusta Lovelace", status: String = "active", more: String = ""
  ) -> String {
    """
    {"id": \(id), "name": "\(name)", "email": "augusta.\(id)@example.com", "phone": "+49 170 12345\(id % 100)",
     "birthday": "1985-03-1\(id % 10)T00:00:00Z", "status": "\(status)", "plan": "enterprise", "currency": "EUR",
     "tags": ["vip", "berlin"], "address": {"city": "Potsdam", "latitude": 52.390569\(id % 10)},
     "url": "/files/customers/\(id)/orders.json"\(more)}
    """
  }

  static func list(_ customers: [String]) -> String { "[" + customers.joined(separator: ",\n") + "]" }

  static let first = list((48_213..<48_219).map { customer($0, status: ["active", "paused", "left"][$0 % 3]) })
  static let orders = #"[{"id": "ord_8f3k2m9xq1", "total": 1283.5}, {"id": "ord_9z2m8f3k1q", "total": 12.25}]"#
  static let balances = #"{"NL91ABNA0417164300": 1200.5, "DE89370400440532013000": -12.5}"#
  static let receipts =
    "["
    + [4_711_474, 2_000_002, 1_234_561, 9_876_549, 5_555_550, 3_141_593, 2_718_288, 1_618_039].map {
      "{\"number\": \($0)}"
    }.joined(separator: ", ") + "]"

  /// Names, numbers and words of persons; digits of identifiers.
  static let personal = [
    "Augusta", "Lovelace", "augusta.48213", "example.com", "48213", "48215", "12345", "1985-03", "Potsdam", "52.390569",
    "berlin", "enterprise", "ord_8f3k2m9xq1", "1283.5", "NL91ABNA", "0417164300", "DE8937", "4711474", token,
  ]
}

@Suite("Recordings, through the command")
struct RecordingTests {
  let driftwatch: Driftwatch
  let server: HostileServer
  var folder: String { driftwatch.place.path("recordings") }

  init() throws {
    driftwatch = try Driftwatch(.recorded)
    server = try HostileServer(files: driftwatch.place.path("files"))
    try tell("customers", CRM.first)
    for id in 48_213..<48_219 { try tell("customers/\(id)/orders", CRM.orders) }
    try tell("balances", CRM.balances)
    try tell("receipts", CRM.receipts)
  }

  /// What the provider says from now on.
  private func tell(_ path: String, _ text: String) throws {
    try driftwatch.place.write(text, to: "files/\(path).json")
  }

  /// Calls the command with the server as the API and a credential.
  private func call(_ arguments: String...) async throws -> Program.Ending {
    try await driftwatch.call(
      arguments + ["--base-url", "crm=\(server.url("/files"))"],
      environment: ["CRM_TOKEN": CRM.token])
  }

  private func record(_ endpoint: String = "crm") async throws -> Program.Ending {
    try await call("record", endpoint, "--recordings", folder)
  }

  /// All files of recordings, by path below their folder.
  private func files() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".json") {
      found[path] = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
    }
    return found
  }

  @Test("Nothing personal is in a recording, not in its name either; what code reads is, and what is declared")
  func redacted() async throws {
    let ending = try await record()
    #expect(ending.code == 0, "\(ending)")
    let files = try files()
    for (path, text) in files {
      for word in CRM.personal where path.contains(word) || text.contains(word) {
        Issue.record("\(word) is in \(path): \(text)")
      }
    }
    let customers = try #require(files.first { $0.key.contains("customers/index.") && !$0.key.contains("meta") }?.value)
    for word in ["active", "paused", "left", "\"EUR\""] { #expect(customers.contains(word)) }
    let meta = try #require(files.first { $0.key.contains("customers/index.") && $0.key.contains("meta") }?.value)
    #expect(meta.contains("$[*].status") && meta.contains("\"redaction\" : \"values\""), "\(meta)")
  }

  @Test("A receipt whose number would lose its check digit is kept as structure alone, and says so")
  func structure() async throws {
    let ending = try await record("crm/receipts")
    #expect(ending.code == 0 && ending.text.contains("only its structure is recorded"), "\(ending)")
    let files = try files()
    #expect(files.contains { $0.key.contains("meta") && $0.value.contains("\"redaction\" : \"shape\"") })
    let check = try await driftwatch.call("check", "crm/receipts", "--from", "recordings", "--recordings", folder)
    #expect(check.code == 3 && check.text.contains("only the structure of this response was kept"), "\(check)")
  }

  @Test("Redacted recordings are checked like the originals: the same records, links that lead to the other recordings")
  func equal() async throws {
    _ = try await record()
    let live = try await call("check", "crm", "--db", driftwatch.ledger, "--format", "json")
    let recorded = try await driftwatch.call(
      "check", "crm", "--from", "recordings", "--recordings", folder, "--format", "json")
    let (before, after) = (try Summary(live), try Summary(recorded))
    #expect(before.endpoints.filter { $0.key != "receipts" } == after.endpoints.filter { $0.key != "receipts" })
    #expect(after.endpoints["orders"]?.contains("ok") == true, "\(recorded)")
    let verified = try await driftwatch.call("recordings", "verify", "--recordings", folder)
    #expect(verified.code == 0, "\(verified)")
  }

  /// What a report says of each endpoint, without names and times.
  private struct Summary {
    var endpoints: [String: [String]] = [:]

    init(_ ending: Program.Ending) throws {
      struct Report: Decodable {
        let endpoints: [Endpoint]
      }
      struct Endpoint: Decodable {
        let endpoint: String
        let outcome: String
        let versions: [Version]
      }
      struct Version: Decodable {
        let version: String
        let verdict: String
        let mappings: [Mapping]
      }
      struct Mapping: Decodable {
        let name: String
        let recordsIn: Int
        let recordsOut: Int
      }
      for endpoint in try JSONDecoder().decode(Report.self, from: Data(ending.text.utf8)).endpoints {
        endpoints[endpoint.endpoint] =
          [endpoint.outcome]
          + endpoint.versions.flatMap { version in
            ["\(version.version) \(version.verdict)"]
              + version.mappings.map { "\(version.version) \($0.name) \($0.recordsIn) \($0.recordsOut)" }
          }
      }
    }
  }

  @Test(
    "Only what shows something new is kept: not the same with other values, but a member, a missing one, a word, a failure"
  )
  func newOnly() async throws {
    func kept(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int {
      try tell("customers", text)
      let before = (try? files().count) ?? 0
      let ending = try await record("crm/customers")
      #expect(ending.code == 0, "\(ending)", sourceLocation: sourceLocation)
      return try files().count - before
    }
    let all = ["active", "paused", "left"]
    func list(_ name: String, _ more: String = "") -> String {
      CRM.list(all.enumerated().map { CRM.customer(70_000 + $0, name: name, status: $1, more: more) })
    }
    #expect(try await kept(CRM.list([CRM.customer(1), CRM.customer(2)])) == 2)
    #expect(try await kept(CRM.list([CRM.customer(3, name: "Grace Hopper"), CRM.customer(4)])) == 0)
    #expect(try await kept(list("Ada")) == 2)
    #expect(try await kept(list("Alan")) == 0)
    #expect(try await kept(list("Alan", #", "score": 7"#)) == 2)
    #expect(try await kept(list("Edsger", #", "score": 9"#)) == 0)
    #expect(try await kept(CRM.list([CRM.customer(5), CRM.customer(6, status: "banned")])) == 2)
    let meta = try #require(try files().values.first { $0.contains("failures") })
    #expect(meta.contains("v1: decode-value-unknown at $[*].status") || meta.contains("v1: decode-"), "\(meta)")
    #expect(!meta.contains("banned"))
  }

  @Test(
    "What a proxy saved is kept as live responses are: redacted, each on its day, links of lists by what they lead to")
  func archive() async throws {
    struct Archive: Encodable {
      struct Log: Encodable { let entries: [Entry] }
      struct Entry: Encodable {
        let startedDateTime: String
        let request: Request
        let response: Response
      }
      struct Request: Encodable {
        let method: String
        let url: String
        let headers = [["name": "Authorization", "value": "Bearer \(CRM.token)"]]
      }
      struct Response: Encodable {
        let status: Int
        let content: [String: String]
      }
      let log: Log
    }
    func entry(_ url: String, _ text: String, _ date: String = "2026-03-05T10:00:00.123+01:00", status: Int = 200)
      -> Archive.Entry
    {
      let isList = url.contains("customers?")
      let content =
        isList ? ["encoding": "base64", "text": Data(text.utf8).base64EncodedString()] : ["text": text]
      return Archive.Entry(
        startedDateTime: date, request: Archive.Request(method: "GET", url: url),
        response: Archive.Response(status: status, content: content))
    }
    let api = "https://crm.example.net/api"
    let archive = Archive(
      log: Archive.Log(entries: [
        entry("\(api)/customers?limit=20", CRM.first.replacing("/files/", with: "/api/")),
        entry("\(api)/customers/48213/orders.json", CRM.orders, "2026-03-06T23:30:00Z"),
        entry("\(api)/balances", "not JSON"), entry("\(api)/balances", "{}", status: 500),
        entry("https://other.example.net/x", "{}"), entry("\(api)/customers?limit=99", "[]"),
      ]))
    try driftwatch.place.write(
      String(decoding: try JSONEncoder().encode(archive), as: UTF8.self), to: "session.har")
    let ending = try await driftwatch.call(
      ["import", driftwatch.place.path("session.har"), "--recordings", folder, "--base-url", "crm=\(api)"],
      environment: ["CRM_TOKEN": CRM.token])
    #expect(ending.code == 0 && ending.text.contains("2 left out"), "\(ending) \(ending.text)")
    #expect(
      ending.text.contains("2 belong to no endpoint: crm.example.net (1), other.example.net (1)"), "\(ending.text)")
    let files = try files()
    #expect(files.keys.contains { $0.hasPrefix("2026-03-05/crm/customers/index.") }, "\(files.keys.sorted())")
    #expect(files.keys.count { $0.hasPrefix("2026-03-06/crm/api/customers/") } == 2, "\(files.keys.sorted())")
    for (path, text) in files {
      for word in CRM.personal where path.contains(word) || text.contains(word) {
        Issue.record("\(word) is in \(path)")
      }
    }
  }

  @Test("Personal data stays hidden in names of members, escapes, large numbers and typed URLs")
  func hidden() async throws {
    let odd = #"""
      [{"n\u0061me": "Augusta Lovelace", "url": "\/files\/customers\/48213\/orders.json", "id": 48213, "email": "x@example.com",
        "status": "Ada Lovelace", "f47ac10b-58cc-4372-a567-0e02b2c3d479": 1, "ada.lovelace": 2, "ada@localhost": 3,
        "DE89-3704-0044-0532-0130-00": 4, "Straße 12345": 5, "account": 1000000042, "born": "1985-12-10", "seen": "2026-11-25"}]
      """#
    try tell("customers", odd)
    #expect(try await record("crm/customers").code == 0)
    var text = try files().map { $0.key + $0.value }.joined()
    for word in [
      "Augusta", "48213", "Ada Love", "f47ac10b", "ada.", "localhost", "3704", "12345", "1000000042", "1985-12",
    ] {
      #expect(!text.contains(word), "\(word) in \(text)")
    }
    #expect(!text.contains(#""redaction" : "shape""#), "\(text)")
    try tell("customers", CRM.list([CRM.customer(7, more: #", "\#(CRM.token)": 1"#)]))
    let secret = try await record("crm/customers")
    #expect(secret.code == 3 || secret.code == 0, "\(secret) \(secret.text)")
    try tell("people/ada-lovelace", #"{"name": "Ada"}"#)
    let typed = try await driftwatch.call(
      "record", server.url("/files/people/ada-lovelace.json?api_key=sk_live_abcdef&user=ada"), "--recordings", folder)
    #expect(typed.code == 0, "\(typed)")
    text = try files().map { $0.key + $0.value }.joined()
    for word in [CRM.token, "sk_live", "ada-lovelace", "\"ada\"", "api_key"] {
      #expect(!text.contains(word), "\(word) in \(text)")
    }
    let again = try await driftwatch.call(
      "record", server.url("/files/people/ada-lovelace.json?api_key=sk_live_abcdef&user=ada"), "--recordings", folder)
    #expect(again.text.contains("nothing that is not recorded already"), "\(again.text)")
  }

  @Test("Small numbers stay different ones, so that lists of them are kept with their values", arguments: [1, 10, 100])
  func smallNumbers(_ first: Int) async throws {
    try tell("customers", CRM.list((first..<(first + 8)).map { CRM.customer($0) }))
    for id in first..<(first + 8) { try tell("customers/\(id)/orders", CRM.orders) }
    #expect(try await record("crm/customers").code == 0)
    #expect(try files().values.contains { $0.contains(#""redaction" : "values""#) })
  }

  @Test("Of a contract that has no folder yet the one that would do is named, and then it does")
  func noFolder() async throws {
    try driftwatch.place.write("", to: "Contracts/Other/README")
    let contracts = driftwatch.place.path("Contracts")
    let ending = try await call("record", "crm/balances", "--contracts", contracts)
    #expect(
      ending.code == 2
        && ending.errors.contains("crm has no folder yet: make \(contracts)/Crm, or name one for recordings with"),
      "\(ending)")
    #expect(try server.requests(under: "/files/balances").isEmpty)
    try FileManager.default.createDirectory(atPath: "\(contracts)/Crm", withIntermediateDirectories: true)
    #expect(try await call("record", "crm/balances", "--contracts", contracts).code == 0)
    #expect(FileManager.default.fileExists(atPath: "\(contracts)/Crm/Recordings"))
  }

  @Test(
    "Recordings without a mapping, of one moment, behind links that lead back, or broken are treated as what they are")
  func odd() async throws {
    try driftwatch.place.write(#"{"a1": 1, "b2": 2.5}"#, to: "recordings/2026-01-01/crm/balances/index.json")
    let replayed = try await driftwatch.call("replay", "crm/balances", "--recordings", folder)
    #expect(replayed.code == 0 && replayed.text.contains("read 1 of 1"), "\(replayed.text)")
    for (name, body) in [("a", "{}"), ("b", #"{"c3": 1}"#)] {
      let meta = #"{"fetchedAt": "2026-01-02T10:00:00Z", "redaction": "values", "endpoint": "balances"}"#
      try driftwatch.place.write(body, to: "recordings/2026-01-02/crm/balances/index.\(name).json")
      try driftwatch.place.write(meta, to: "recordings/2026-01-02/crm/balances/index.\(name).meta.json")
    }
    let check = try await driftwatch.call("check", "crm/balances", "--from", "recordings", "--recordings", folder)
    #expect(check.code == 0, "\(check)")
    for name in ["l", "m", "n"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/2026-01-01/crm/\(name)", withDestinationPath: ".")
    }
    let list = try await driftwatch.call("recordings", "list", "--recordings", folder)
    #expect(list.code == 0 && list.text.contains(/crm\/balances +3\s/), "\(list.text)")
    // Endpoints without any are named in one line, unless others are asked for.
    let last = list.text.split(separator: "\n").last ?? ""
    #expect(last.wholeMatch(of: /no recording of [0-9]+ endpoints: .*crm\/customers.*/) != nil, "\(list.text)")
    let one = try await driftwatch.call("recordings", "list", "crm/balances", "--recordings", folder)
    #expect(one.code == 0 && !one.text.contains("no recording of"), "\(one.text)")
    try driftwatch.place.write("xx", to: "recordings/2026-01-03/crm/balances/index.json")
    let broken = try await driftwatch.call("replay", "crm/balances", "--recordings", folder)
    #expect(broken.code == 2 && broken.errors.contains("holds no JSON"), "\(broken)")
    try driftwatch.place.write(#"{"statuss": 200}"#, to: "recordings/2026-01-03/crm/balances/index.meta.json")
    let wrong = try await driftwatch.call("replay", "crm", "--recordings", folder)
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean"), "\(wrong)")
  }

  @Test("check --record and run keep what is new beside their work; more than the bound is named and not kept")
  func beside() async throws {
    let check = try await call("check", "crm", "--record", "--recordings", folder, "--db", driftwatch.ledger)
    #expect(check.code == 0 && check.errors.contains("crm/customers: recorded, redacted, in"), "\(check)")
    try driftwatch.place.write(
      #"{"limits": {"recordingFiles": 1}}"#, to: "driftwatch.json")
    try tell("customers", CRM.list([CRM.customer(9, more: #", "score": 7"#)]))
    let full = try await call(
      "record", "crm/customers", "--recordings", folder, "--config", driftwatch.place.path("driftwatch.json"))
    #expect(full.code == 3 && full.errors.contains("not recorded though it shows something new"), "\(full)")
  }

  @Test("Of endpoints that share a path each is checked on its own recording")
  func sharedPath() async throws {
    let account = #"{"one": 1.5}"#
    for (endpoint, text) in [("balances", account), ("elsewhere", #"["x"]"#)] {
      let place = "recordings/2026-01-01/crm/balances/index.\(endpoint)"
      try driftwatch.place.write(text, to: "\(place).json")
      try driftwatch.place.write(
        #"{"endpoint": "\#(endpoint)", "redaction": "values"}"#, to: "\(place).meta.json")
    }
    let check = try await driftwatch.call(
      "check", "crm/balances", "--from", "recordings", "--recordings", driftwatch.place.path("recordings"))
    #expect(check.code == 0 && check.text.hasPrefix("OK  1 API, 1 endpoint"), "\(check) \(check.text)")
  }

  @Test("A recording that cannot be written is exit 4, as a ledger is, and said in one line; the check goes on")
  func unwritable() async throws {
    let file = try driftwatch.place.write("", to: "blocked")
    let recorded = try await call("record", "crm/balances", "--recordings", file)
    #expect(recorded.code == 4 && recorded.errors.contains("crm/balances: it could not be recorded: "), "\(recorded)")
    let check = try await call(
      "check", "crm/balances", "--record", "--recordings", file, "--db", driftwatch.ledger)
    #expect(check.code == 4 && check.errors.contains("it could not be recorded"), "\(check)")
    #expect(check.text.contains("1 endpoint"), "\(check.text)")
  }

  @Test(
    "What cannot be recorded is said in one line",
    arguments: [
      (["record"], "record needs what to fetch"), (["import"], "import needs HTTP archives"),
      (["import", "driftwatch.json"], "\"driftwatch.json\" cannot be read"),
      (["record", "crm"], "say with --recordings DIR"),
      (["recordings"], "recordings needs list, show FILE, verify or prune"),
      (["recordings", "lst"], "did you mean list?"),
      (["recordings", "list", "--recordings", "none"], "no folder \"none\""),
      (["recordings", "show", "none.json"], "no file \"none.json\""),
      (["recordings", "list", "--dry-run", "--recordings", "."], "has no option --dry-run"),
      (["check", "crm", "--record", "--from", "recordings"], "--record keeps live responses"),
    ] as [([String], String)])
  func words(_ arguments: [String], _ words: String) async throws {
    let ending = try await driftwatch.call(arguments)
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
  }

  @Test("Lists name what is there, what failed and what is stale; one file is shown; a hand edit is found; old ones go")
  func looking() async throws {
    _ = try await record()
    try tell("customers", CRM.list([CRM.customer(5), CRM.customer(6, status: "banned")]))
    _ = try await record("crm/customers")
    let list = try await driftwatch.call("recordings", "list", "--recordings", folder, "--older-than", "now")
    #expect(list.text.contains(/crm\/customers +2 .* 1 with failures, stale/), "\(list)")
    #expect(list.text.contains(/crm\/receipts +1 .* 1 structure only/), "\(list)")
    let file = try #require(try files().keys.first { $0.contains("customers/index.") && !$0.contains("meta") })
    let shown = try await driftwatch.call("recordings", "show", "\(folder)/\(file)")
    #expect(shown.code == 0 && shown.text.contains("redacted") && shown.text.contains("status: string"), "\(shown)")
    let pruned = try await driftwatch.call("recordings", "prune", "--dry-run", "--recordings", folder)
    #expect(pruned.code == 0 && pruned.text.contains("would remove"), "\(pruned)")
    try driftwatch.place.write("[]", to: "recordings/\(file)")
    let verified = try await driftwatch.call("recordings", "verify", "--recordings", folder)
    #expect(verified.code == 1 && verified.text.contains("changed after it was recorded"), "\(verified)")
  }

  @Test("What is not there is named: nothing is as young as --since, and nothing is to be pruned")
  func nothing() async throws {
    let driftwatch = try Driftwatch()
    let replayed = try await driftwatch.call(
      "replay", "landmarks", "--since", "2999-01-01", "--contracts", Driftwatch.contracts)
    #expect(
      replayed.code == 3
        && replayed.errors.contains("--since: no recording is from 2999-01-01 or later; the newest is of 2026-02-06"),
      "\(replayed)")
    let pruned = try await driftwatch.call("recordings", "prune", "--dry-run", "--contracts", Driftwatch.contracts)
    #expect(
      pruned.code == 0 && pruned.text.hasPrefix("would remove nothing: none of the ")
        && pruned.text.hasSuffix("what was written by hand stays\n"), "\(pruned)")
  }
}
