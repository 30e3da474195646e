import Foundation
import TestSupport
import Testing

@Suite("A URL without a contract, through the command")
struct CheckURLTests {
  let driftwatch: Driftwatch
  let server: HostileServer

  init() throws {
    driftwatch = try Driftwatch()
    server = try HostileServer(files: driftwatch.place.path("files"))
    try tell("title")
  }

  private func tell(_ name: String) throws {
    let records = (1...20).map { #"{"id": \#($0), "\#(name)": "thing \#($0)", "price": \#($0)}"# }
    try driftwatch.place.write("[\(records.joined(separator: ","))]", to: "files/products.json")
  }

  private func check(_ options: String..., environment: [String: String] = [:]) async throws -> Program.Ending {
    try await driftwatch.call(
      ["check", server.url("/files/products.json"), "--db", driftwatch.ledger] + options, environment: environment)
  }

  @Test("The first look says what was learned, the next one that it is OK, and a change is exit 1 at its level")
  func looks() async throws {
    let first = try await check()
    #expect(first.code == 0)
    #expect(
      first.text.hasPrefix("FIRST LOOK  3 members of 20 records; nothing to compare with yet"), "\(first.text)")
    let json = try await check("--format", "json")
    #expect(json.code == 0 && !json.text.contains("firstLook"), "\(json.text)")
    let second = try await check()
    #expect(second.code == 0 && second.text.hasPrefix("OK  1 API, 1 endpoint"), "\(second.text)")
    try tell("name")
    let changed = try await check()
    #expect(changed.code == 1 && changed.text.hasPrefix("WARNING: "), "\(changed.text)")
    let forgiven = try await check("--fail-on", "breaking")
    #expect(forgiven.code == 0, "\(forgiven.text)")
  }

  @Test("In JSON the first look has its counts")
  func json() async throws {
    let first = try await check("--format", "json")
    #expect(first.text.contains(/"firstLook" ?: ?\{\s*"members" ?: ?3,\s*"records" ?: ?20/), "\(first.text)")
  }

  @Test("A body makes a POST, headers are sent, and each such request has a history of its own")
  func request() async throws {
    try driftwatch.place.write(#"{"b": [1, null, {"x": "{y}"}], "a": 2.5}"#, to: "search.json")
    let body = ["--body", driftwatch.place.path("search.json"), "--header", "Accept-Language: de"]
    let first = try await driftwatch.call(["check", server.url("/echo"), "--db", driftwatch.ledger] + body)
    #expect(first.code == 0 && first.text.hasPrefix("FIRST LOOK"), "\(first)")
    let sent = try #require(try server.requests(under: "/echo").last)
    #expect(sent.method == "POST" && sent.body == #"{"a":2.5,"b":[1,null,{"x":"{y}"}]}"#)
    #expect(sent.headers["Accept-Language"] == "de" && sent.headers["Content-Type"] == "application/json")
    // The plain GET is another request, and its first look.
    let plain = try await driftwatch.call(["check", server.url("/echo"), "--db", driftwatch.ledger])
    #expect(plain.code == 0 && plain.text.hasPrefix("FIRST LOOK"), "\(plain)")
    let again = try await driftwatch.call(["check", server.url("/echo"), "--db", driftwatch.ledger] + body)
    #expect(again.code == 0 && again.text.hasPrefix("OK"), "\(again)")
    let empty = try await driftwatch.call(["check", server.url("/echo"), "--db", driftwatch.ledger, "--method", "post"])
    #expect(empty.code == 0)
    #expect(try server.requests(under: "/echo").last?.body == "{}")
  }

  @Test(
    "report, status and pages tell of a URL with headers or a body as of any other, and report fails from the same level on"
  )
  func reportOfRequest() async throws {
    let options = ["--db", driftwatch.ledger]
    func check() async throws -> Program.Ending {
      try await driftwatch.call(
        ["check", server.url("/files/products.json"), "--header", "Accept-Language: de", "--quiet"] + options)
    }
    for _ in 0..<3 { #expect(try await check().code == 0) }
    try tell("name")
    #expect(try await check().code == 1)
    let all = try await driftwatch.call(["report", "--all", "--exit-state", "--format", "junit"] + options)
    #expect(all.code == 1 && all.text.contains("failures=\"1\""), "\(all)")
    let breaking = try await driftwatch.call(["report", "--all", "--exit-state", "--fail-on", "breaking"] + options)
    #expect(breaking.code == 0, "\(breaking)")
    let news = try await driftwatch.call(["report"] + options)
    #expect(news.code == 0 && news.text.hasPrefix("WARNING: "), "\(news)")
    #expect(try await driftwatch.call(["report"] + options).text.isEmpty)
    let explained = try await driftwatch.call(["explain", server.url("/files/products.json")] + options)
    #expect(explained.code == 0 && explained.text.contains("$[*].title is now called name"), "\(explained)")
    let incident = try #require(explained.text.firstMatch(of: /([0-9A-F]{4,}) open/)).1
    let reasons = try await driftwatch.call(["explain", String(incident)] + options)
    let shown = try await driftwatch.call(["show", String(incident)] + options)
    #expect(
      shown.text.contains("REQUEST") && shown.text.contains("GET /files/products.json, header accept-language"),
      "\(shown)"
    )
    #expect(reasons.text.components(separatedBy: "nobody is known to read it").count == 2, "\(reasons)")
    let missing = try await driftwatch.call(["store", "forget", server.url("/files/products.json?page=2")] + options)
    #expect(missing.code == 2 && missing.errors.contains("; with another query there is "), "\(missing)")
  }

  @Test(
    "What goes with a URL is refused without one, before anything is sent",
    arguments: ["--header", "--body", "--method"])
  func optionWithoutURL(_ name: String) async throws {
    try driftwatch.place.write("{}", to: "a.json")
    let value = ["--header": "Accept-Language: de", "--body": driftwatch.place.path("a.json")][name] ?? "POST"
    let ending = try await driftwatch.call(["check", name, value, "--db", driftwatch.ledger])
    #expect(ending.code == 2 && ending.errors.contains("go with a URL"), "\(ending)")
  }

  @Test(
    "A URL that is none is a usage error that names its fault",
    arguments: [
      ("http://127.0.0.1:99999/x", "a port is a number from 1 to 65535"), ("http://127.0.0.1:0/x", "a port is"),
      ("http://127.0.0.1/a b", "a space in a URL is written %20"), ("http:///x", "is no http or https URL"),
    ])
  func malformed(_ url: String, _ words: String) async throws {
    let ending = try await driftwatch.call(["check", url, "--db", driftwatch.ledger])
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
  }

  @Test(
    "What cannot be sent to a URL is a usage error that says what to do",
    arguments: [
      (["--method", "DELETE"], "other requests change something"),
      (["--method", "GET", "--body", "a.json"], "no body"),
      (["--body", "nothing.json"], "cannot be read"), (["--body", "text.json"], "no JSON"),
      (["--header", "Accept"], "Name: value"), (["--header", "A b: c"], "Name: value"),
      (["--header", "Authorization: Bearer x"], "--bearer-env"), (["--header", "cookie: a=b"], "secret"),
    ])
  func refused(options: [String], words: String) async throws {
    try driftwatch.place.write("{}", to: "a.json")
    try driftwatch.place.write("words", to: "text.json")
    let ending = try await driftwatch.call(["check", server.url("/echo")] + options)
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
    let contract = try await driftwatch.call("check", "pokeapi", "--method", "POST")
    #expect(contract.code == 2)
  }

  @Test("A credential is sent where an option names its variable, and shown nowhere")
  func credential() async throws {
    let secret = "s3cret/of+mine="
    for (options, isSent) in [
      (
        ["--bearer-env", "KEY"],
        { (sent: HostileServer.Received) in sent.headers["Authorization"] == "Bearer \(secret)" }
      ),
      (["--query-env", "api key=KEY"], { $0.path.hasSuffix("?api%20key=s3cret%2Fof%2Bmine%3D") }),
      (["--header-env", "X-Key=KEY"], { $0.headers["X-Key"] == secret }),
    ] as [([String], (HostileServer.Received) -> Bool)] {
      let ending = try await driftwatch.call(
        ["check", server.url("/files/products.json"), "--verbose", "--db", driftwatch.ledger] + options,
        environment: ["KEY": secret])
      #expect(ending.code == 0, "\(ending)")
      #expect(!(ending.text + ending.errors).contains("s3cret"))
      #expect(try server.requests(under: "/files").contains(where: isSent), "\(options)")
    }
    let missing = try await check("--bearer-env", "NO_SUCH_KEY")
    #expect(missing.code == 3 && missing.text.contains("variable NO_SUCH_KEY is not set or empty"), "\(missing)")
  }

  @Test(
    "What is wrong is exit 2 and says what to write",
    arguments: [
      (["check", "example.com/things"], "a URL begins with its scheme: https://example.com/things"),
      (["check", "pokeapi", "--bearer-env", "KEY"], "go with a URL; a contract names its own credential"),
      (["check", "https://a.example/", "--bearer-env", "A", "--header-env", "X=B"], "an API has one credential"),
      (["check", "https://a.example/", "--header-env", "X"], "needs NAME=VARIABLE, and never the secret itself"),
    ] as [([String], String)])
  func wrong(_ arguments: [String], _ words: String) async throws {
    let ending = try await driftwatch.call(arguments)
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
  }
}
