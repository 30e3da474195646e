import Foundation
import TestSupport
import Testing

@Suite("config show, as a process")
struct ConfigShowTests {
  private struct Shown: Decodable {
    struct Entry: Decodable {
      struct Origin: Decodable {
        let kind: String
        let name: String?
        let line: Int?
      }
      let key: String
      let value: String
      let origin: Origin
      let commands: [String: String]?
    }
    let schemaVersion: Int
    let file: String?
    let settings: [Entry]
  }

  private static let text = """
    {
      "environment": "staging",
      "limits": {"timeout": "20s"},
      "baseURLs": {"staging": {"omg-lol": "https://staging.example.com/a/rather/long/path/of/a/base/url/v1"}},
      "credentials": {"omg-lol": {"command": ["printf", "canary-7d1f0c"]}},
      "levels": {"omg-lol/purls": {"field-removed": "breaking"}},
      "intervals": {"omg-lol/purls": "5m"}
    }
    """

  @Test("Every setting is shown with its value and where it comes from, and no secret")
  func origins() async throws {
    let driftwatch = try Driftwatch()
    // Not in the folder of the call, whose files are searched for the secret that the file names on purpose.
    let elsewhere = try TemporaryPlace()
    let path = try elsewhere.write(Self.text, to: "driftwatch.json")
    let environment = ["DRIFTWATCH_CONFIG": path, "DRIFTWATCH_FAIL_ON": "warning", "NO_COLOR": "1"]
    let arguments = [
      "config", "show", "--db", driftwatch.ledger, "--contracts", Driftwatch.contracts, "--base-url",
      "todo=http://127.0.0.1:1",
    ]
    let json = try await driftwatch.call(arguments + ["--format", "json"], environment: environment)
    #expect(json.code == 0, "\(json.errors)")
    let shown = try JSONDecoder().decode(Shown.self, from: json.output)
    #expect(shown.schemaVersion == 1 && shown.file == path)
    func entry(_ key: String) -> Shown.Entry? { shown.settings.first { $0.key == key } }
    #expect(entry("environment")?.value == "staging" && entry("environment")?.origin.line == 2)
    #expect(entry("limits.timeout")?.value == "20" && entry("limits.timeout")?.origin.kind == "file")
    #expect(entry("failOn")?.origin.name == "DRIFTWATCH_FAIL_ON")
    #expect(entry("db")?.origin.name == "--db" && entry("db")?.origin.kind == "option")
    #expect(entry("colour")?.origin.name == "NO_COLOR")
    #expect(entry("limits.inFlight")?.origin.kind == "default" && entry("limits.inFlight")?.value == "4")
    #expect(entry("limits.inFlight")?.commands == ["run": "32"] && entry("limits.timeout")?.commands == nil)
    #expect(entry("baseURLs.staging.todo")?.origin.name == "--base-url")
    #expect(entry("intervals.omg-lol/purls")?.value == "300")
    #expect(entry("intervals.pokeapi/species")?.origin.kind == "contract")
    #expect(entry("credentials.omg-lol")?.value == "command printf")
    #expect(entry("levels.omg-lol/purls.field-removed")?.value == "breaking")
    let text = try await driftwatch.call(arguments, environment: environment)
    #expect(text.code == 0)
    for line in text.text.split(separator: "\n") where !line.contains("/") { #expect(line.count <= 80, "\(line)") }
    for words in [
      "4; run: 32", "driftwatch.json:3", "20 s", "$DRIFTWATCH_FAIL_ON", "--base-url", "command printf", "default",
    ] {
      #expect(text.text.contains(words), "\(words)\n\(text.text)")
    }
  }

  @Test("A wrong file is exit 2 for every command that reads it, and for help and completion it is no matter")
  func wrongFile() async throws {
    let driftwatch = try Driftwatch()
    let path = try driftwatch.place.write(#"{"intervalls": {}}"#, to: "driftwatch.json")
    for arguments in [["check", "--from", "recordings"], ["status"], ["contracts"], ["config", "show"], ["run"]] {
      let ending = try await driftwatch.call(arguments + ["--config", path])
      #expect(
        ending.code == 2 && ending.errors.contains("did you mean \"intervals\"?"), "\(arguments) \(ending.errors)")
    }
    for arguments in [["help"], ["completion", "bash"], ["--version"]] {
      #expect(try await driftwatch.call(arguments, environment: ["DRIFTWATCH_CONFIG": path]).code == 0)
    }
    #expect(try await driftwatch.call("config").code == 2)
  }

  @Test(
    "config show refuses what the commands refuse that use it, and names the file and the place",
    arguments: [
      (#"{"perspective": "recorded"}"#, "perspective is \"recorded\", not a name"),
      (#"{"environment": "x/y"}"#, "environment is \"x/y\", not a name"),
      (#"{"environment": "stging"}"#, "environment: no contract and no configuration knows an environment \"stging\""),
      (#"{"contracts": "nope"}"#, "contracts: there is no folder"),
      (#"{"limits": {"caFile": "nope.pem"}}"#, "limits.caFile: "),
      (#"{"limits": {"shapeBytes": "1KiB"}}"#, "limits.shapeBytes is \"1KiB\", not"),
    ])
  func refused(_ text: String, _ words: String) async throws {
    let driftwatch = try Driftwatch()
    let path = try driftwatch.place.write(text, to: "driftwatch.json")
    let ending = try await driftwatch.call("config", "show", "--config", path)
    #expect(ending.code == 2 && ending.errors.hasPrefix("driftwatch: \(path): \(words)"), "\(ending.errors)")
    #expect(ending.errors.contains("(line 1, column "), "\(ending.errors)")
  }

  @Test("A time that is typed with a unit is shown as any other")
  func times() async throws {
    let driftwatch = try Driftwatch()
    let arguments = ["config", "show", "--config", "none", "--timeout", "2m", "--max-age", "2h", "--format", "json"]
    let ending = try await driftwatch.call(arguments)
    #expect(ending.code == 0, "\(ending.errors)")
    let shown = try JSONDecoder().decode(Shown.self, from: ending.output).settings
    #expect(shown.first { $0.key == "limits.timeout" }?.value == "120")
    #expect(shown.first { $0.key == "maxAge" }?.value == "7200")
  }

  @Test("The file beside the contracts is found from any folder below, and its intervals hold")
  func found() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(#"{"intervals": {"quick": "2h"}, "failOn": "never"}"#, to: "driftwatch.json")
    try FileManager.default.createDirectory(
      atPath: driftwatch.place.path("Contracts/Deep"), withIntermediateDirectories: true)
    let listed = try await driftwatch.call("contracts", folder: driftwatch.place.path("Contracts/Deep"))
    #expect(listed.text.contains("every 2 h"), "\(listed.text)")
    let other = try await driftwatch.call("contracts", "--config", "none", folder: driftwatch.place.path("Contracts"))
    #expect(other.text.contains("every 1 s"), "\(other.text)")
  }

  @Test("contracts lists the base URLs that hold here with their origin, and writes as what is sent")
  func listed() async throws {
    let driftwatch = try Driftwatch(.polite)
    let path = try driftwatch.place.write(
      #"{"baseURLs": {"production": {"walk": "https://walk.example.com/v1"}, "sandbox": {}}}"#,
      to: "other.json")
    let variables = ["STORE_SANDBOX": "https://sandbox.example.com", "DRIFTWATCH_CONFIG": path]
    let listed = try await driftwatch.call("contracts", environment: variables)
    for line in [
      "walk  https://walk.example.com/v1  (other.json:1)", "store  https://store.invalid",
      "  endpoint  create: POST /products, sent by v1, v2, from recordings, or to sandbox with --allow-writes",
      "  endpoint  remove: DELETE /products/1, no version sends it, from recordings only",
    ] { #expect(listed.text.contains(line + "\n"), "\(line)\n\(listed.text)") }
    let sandbox = try await driftwatch.call(
      "contracts", "store", environment: variables.merging(["DRIFTWATCH_ENVIRONMENT": "sandbox"]) { $1 })
    #expect(sandbox.text.hasPrefix("store  https://sandbox.example.com  (in sandbox)\n"), "\(sandbox.text)")
  }

  @Test(
    "An environment that nobody knows is exit 2 with the nearest one, wherever it was named",
    arguments: [["check"], ["run"], ["contracts"], ["check", "store/products"]])
  func unknownEnvironment(command: [String]) async throws {
    let driftwatch = try Driftwatch(.polite)
    let ledger = command[0] == "contracts" ? [] : ["--db", driftwatch.ledger]
    let typo = try await driftwatch.call(command + ledger + ["--environment", "sandbx"])
    #expect(
      typo.code == 2
        && typo.errors.contains(
          #"--environment: no contract and no configuration knows an environment "sandbx"; did you mean sandbox?"#),
      "\(typo.errors)")
    #expect(!FileManager.default.fileExists(atPath: driftwatch.ledger), "a slip must not begin a history")
    let variable = try await driftwatch.call(command + ledger, environment: ["DRIFTWATCH_ENVIRONMENT": "stging"])
    #expect(
      variable.code == 2 && variable.errors.contains("$DRIFTWATCH_ENVIRONMENT: no contract")
        && variable.errors.contains("did you mean staging?"), "\(variable.errors)")
  }

  @Test("An environment that the configuration has base URLs for is known, and so is one that the call gives them")
  func knownEnvironment() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer()
    let url = server.url("/none")
    let path = try driftwatch.place.write(#"{"baseURLs": {"qa": {"quick": "\#(url)"}}}"#, to: "other.json")
    for options in [
      ["--config", path, "--environment", "qa"], ["--environment", "pr-12", "--base-url", "quick=\(url)"],
    ] {
      let ending = try await driftwatch.call(["check", "quick/people", "--db", driftwatch.ledger] + options)
      #expect(ending.code == 3, "\(ending.errors)")
    }
  }

  @Test("A level that the file sets decides the report and the exit code")
  func levels() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    #expect(try await driftwatch.round(People.withoutName).code == 1)
    try driftwatch.place.write(
      #"{"levels": {"quick/people": {"decode-key-not-found": "info", "field-removed": "info"}}}"#,
      to: "driftwatch.json")
    // The same response once more: what was judged under other levels is judged anew.
    let lowered = try await driftwatch.round(People.withoutName)
    #expect(lowered.code == 0, "\(lowered.text)")
    // It is not gone, and nobody must think so.
    #expect(lowered.text.contains("kept at information by driftwatch.json"), "\(lowered.text)")
    #expect(!lowered.text.contains("not supported"), "\(lowered.text)")
    try driftwatch.place.write("{}", to: "driftwatch.json")
    #expect(try await driftwatch.round(People.withoutName).code == 1)
  }

  @Test("A file of suppressions that stands elsewhere counts, and a slip in it is told with its place")
  func suppressions() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    func entry(_ rule: String) -> String {
      #"{"endpoint":"people","contract":"quick","rule":"\#(rule)","path":"$[*].name","by":"Ann","reason":"known"}"#
    }
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[\#(entry("decode-key-not-found")),\#(entry("field-removed"))]}"#,
      to: "suppressions.json")
    try driftwatch.place.write(#"{"suppressions": ["suppressions.json"]}"#, to: "driftwatch.json")
    let accepted = try await driftwatch.round(People.withoutName)
    #expect(accepted.code == 0, "\(accepted.text)")
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[{"endpoint":"people","rule":"field-removed","by":"Ann","reason":"x"}]}"#,
      to: "suppressions.json")
    let unnamed = try await driftwatch.round(People.withoutName)
    #expect(unnamed.code == 2 && unnamed.errors.contains("accepted[0] names no contract"), "\(unnamed.errors)")
  }

  @Test("The credential is read where the file says, at each round, and sent to the base URL of the environment")
  func credential() async throws {
    let driftwatch = try Driftwatch()
    let elsewhere = try TemporaryPlace()
    let server = try HostileServer()
    try elsewhere.write("first-token\n", to: "token")
    let configuration = try elsewhere.write(
      """
      {"environment": "staging", "credentials": {"omg-lol": {"file": "token", "origins": ["\(server.url(""))"]}},
       "baseURLs": {"staging": {"omg-lol": "\(server.url(""))"}}, "limits": {"timeout": "5s"}}
      """, to: "driftwatch.json")
    for token in ["first-token", "second-token"] {
      // A secret that everybody may read would be none.
      let file = try elsewhere.write(token, to: "token")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let checked = try await driftwatch.call(
        "check", "omg-lol/purls", "--db", driftwatch.ledger, "--config", configuration)
      #expect([1, 3].contains(checked.code), "\(checked.text)\(checked.errors)")
      let sent = try server.requests(under: "/").last?.headers.first { $0.key.lowercased() == "authorization" }?.value
      #expect(sent == "Bearer \(token)")
      #expect(!checked.text.contains(token))
    }
  }

  @Test("explain says which level the file sets")
  func explained() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    try driftwatch.place.write(
      #"{"levels": {"quick": {"decode-key-not-found": "warning", "field-removed": "warning"}}}"#, to: "driftwatch.json")
    let round = try await driftwatch.round(People.withoutName, "--format", "json")
    #expect(round.code == 0)
    let id = try #require(try ReportJSON(round.output).incidents.first?.incident.id)
    let explained = try await driftwatch.call("explain", id, "--db", driftwatch.ledger)
    #expect(explained.text.contains("the configuration sets warning"), "\(explained.text)")
    let rule = try await driftwatch.call("explain", "field-removed")
    #expect(rule.text.contains("warning for quick (driftwatch.json:1)"), "\(rule.text)")
  }
}
