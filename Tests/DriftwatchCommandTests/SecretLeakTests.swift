import Foundation
import TestSupport
import Testing

/// Everything that a secret may look like in a stream or a file.
private struct Canary {
  static let text = "canary/9f3A+71d0="

  /// Spellings in lower case; of base64 what no neighbour changes, at each offset.
  static let spellings: [String] = {
    let bytes = Array(text.utf8)
    var all = [
      text, text.replacing("/", with: "\\/"), text.replacing("+", with: "\\u002b").replacing("=", with: "\\u003d"),
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text,
      text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? text,
      bytes.map { "%" + String($0, radix: 16) }.joined(), bytes.map { String($0, radix: 16) }.joined(),
      text.map { "\($0)\0" }.joined(),
    ]
    for offset in 0..<3 {
      let base64 = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString().replacing("=", with: "")
      let core = String(base64.dropFirst(offset == 0 ? 0 : offset + 1).dropLast(2))
      all += [
        core, core.replacing("+", with: "-").replacing("/", with: "_"), core.replacing("/", with: "\\/"),
        core.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? core,
      ]
    }
    return Array(Set(all.map { $0.lowercased() }))
  }()

  /// The first spelling that `data` holds, in any letter case.
  static func found(in data: Data) -> String? {
    let lower = Data(data.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
    return spellings.first { lower.range(of: Data($0.utf8)) != nil }
  }
}

@Suite("Not one byte of a secret leaves")
struct SecretLeakTests {
  private let server: HostileServer
  private let driftwatch: Driftwatch
  init() throws {
    server = try HostileServer.shared.get()
    driftwatch = try Driftwatch(.wild)
  }

  private static let environment = ["WILD_TOKEN": Canary.text, "WILD_KEY": Canary.text, "PATH": "/usr/bin:/bin"]

  /// Calls the command and searches what it wrote, and every file of its folder.
  @discardableResult
  private func call(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws
    -> Program.Ending
  {
    let ending = try await driftwatch.call(arguments, environment: Self.environment, sourceLocation: sourceLocation)
    let root = driftwatch.place.url
    var places = [("standard output", ending.output), ("standard error", Data(ending.errors.utf8))]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where name != "secret.txt" && !name.hasPrefix("recorded") {
      places.append((name, (try? Data(contentsOf: root.appending(path: name))) ?? Data()))
    }
    for (place, data) in places {
      if let spelling = Canary.found(in: data) {
        Issue.record(
          "\(place) holds \(spelling) after \(arguments.joined(separator: " "))", sourceLocation: sourceLocation)
      }
    }
    return ending
  }

  @Test("What is searched for would be found")
  func searchFinds() {
    for spelling in Canary.spellings { #expect(Canary.found(in: Data("…\(spelling.uppercased())…".utf8)) != nil) }
    #expect(Canary.found(in: Data("canary".utf8)) == nil)
  }

  @Test(
    "From header, query, cookie, password, file and command, sent back by the host in every spelling, through every command and form",
    .timeLimit(.minutes(5)))
  func everywhere() async throws {
    let secret = try driftwatch.place.write(Canary.text + "\n", to: "secret.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
    let contracts = ["secretive", "filed", "commanded", "by-query", "by-cookie", "by-password"]
    func bases(_ path: String) -> [String] { contracts.flatMap { ["--base-url", "\($0)=\(server.url(path))"] } }
    let common = ["--db", driftwatch.ledger, "--retries", "0"]
    let outputs = ["text", "json", "junit", "github", "markdown", "html"].flatMap {
      ["--output", "\($0)=\(driftwatch.place.path("report.\($0)"))"]
    }
    // First a calm round, so that the echo is a change; then the echo, in every form.
    try await call(["check"] + contracts + bases("/people") + common)
    for format in ["text", "json", "junit", "github", "markdown", "html"] {
      let ending = try await call(
        ["check"] + contracts + bases("") + common + outputs + ["--verbose", "--format", format])
      #expect(ending.code == 1 || ending.code == 3)
    }
    #expect(
      try server.requests(under: "/reflect/200").contains { $0.headers["Authorization"] == "Bearer \(Canary.text)" })
    #expect(try server.requests(under: "/reflect/200").contains { $0.headers["X-Plain"] == Canary.text })
    #expect(try server.requests(under: "/reflect/200").contains { $0.path.contains("api_key=") })
    let encoded = Canary.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let sent = try server.requests(under: "/reflect/200")
    #expect(sent.contains { $0.path.hasSuffix("?limit=5&api%20key=\(encoded)") }, "\(sent.map(\.path))")
    #expect(sent.contains { $0.headers["Cookie"] == "session=\(Canary.text)" })
    #expect(
      sent.contains { $0.headers["Authorization"] == "Basic \(Data("anna:\(Canary.text)".utf8).base64EncodedString())" }
    )
    let db = ["--db", driftwatch.ledger]
    try await call(["report", "--all", "--verbose"] + db + outputs)
    try await call(["incidents", "--all"] + db)
    let incidents = try await call(["incidents", "--all", "--format", "json"] + db)
    struct Listed: Decodable { let incidents: [ReportJSON.Incident] }
    let ids = (try? JSONDecoder().decode(Listed.self, from: incidents.output))?.incidents.map(\.incident.id) ?? []
    for id in ids.prefix(4) {
      try await call(["show", id] + db)
      try await call(["explain", id] + db)
    }
    try await call(["impact"] + db + ["--format", "json"])
    try await call(["site", driftwatch.place.path("site"), "--environment", "production"] + db)
    try await call(["status"] + db)
    try await call(["store", "verify"] + db)
  }

  @Test("From recordings and in a backtest, whatever the response repeats", .timeLimit(.minutes(5)))
  func recorded() async throws {
    let secret = try driftwatch.place.write(Canary.text + "\n", to: "secret.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
    let db = ["--db", driftwatch.ledger]
    for contract in ["secretive", "filed", "by-query", "by-cookie", "by-password"] {
      let calm = #"[{"id":1,"name":"Ada"}]"#
      let echo = #"[{"id":"\#(Canary.text)","name":"\#(Canary.text)","\#(Canary.text)":1}]"#
      for text in [calm, echo] {
        try driftwatch.place.write(text, to: "recorded/\(contract)/reflect/200/index.json")
        try await call(
          ["check", "\(contract)/reflect-200", "--from", driftwatch.place.path("recorded"), "--verbose"] + db)
      }
      let files = try [calm, calm, echo].enumerated().map {
        try driftwatch.place.write($1, to: "recorded-\(contract)/\($0).json")
      }
      for format in ["text", "json"] {
        let ending = try await call(
          ["backtest", "--contract", "\(contract)/reflect-200", "--format", format] + db + files)
        #expect(ending.text.contains("REDACTED"), "\(ending.text)")
      }
    }
    try await call(["report", "--all", "--verbose"] + db)
    try await call(["incidents", "--all", "--format", "json"] + db)
  }

  @Test("Commands that get a report or print shares of installs get the environment without the secrets of contracts")
  func commands() async throws {
    let (ofReport, ofShares) = (driftwatch.place.path("env-of-report"), driftwatch.place.path("env-of-shares"))
    let installs = #"{"installs": {"secretive": {"command": ["sh", "-c", "env | sed s/=.*/=/ > '\#(ofShares)'"]}}}"#
    let common = ["--db", driftwatch.ledger, "--config", try driftwatch.place.write(installs, to: "driftwatch.json")]
    try await call(
      ["check", "secretive", "--base-url", "secretive=\(server.url("/people"))", "--retries", "0"] + common)
    try await call(["report", "--all", "--exec", "env | sed s/=.*/=/ > '\(ofReport)'"] + common)
    for file in [ofReport, ofShares] {
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("PATH=") } && !lines.contains { $0.hasPrefix("WILD_") }, "\(lines)")
    }
  }

  @Test("A URL with a key in its query or a password in it shows neither, whether its host responds or not")
  func urls() async throws {
    let encoded = Canary.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let common = ["--db", driftwatch.ledger, "--retries", "0", "--verbose"]
    for format in ["text", "json", "junit"] {
      // A host that sends the URL back is not among them: nobody declares that something in a typed URL is a secret.
      for path in ["/people?token=\(encoded)", "/cut?key=\(encoded)", "/text/html?key=\(encoded)"] {
        try await call(["check", server.url(path), "--format", format] + common)
      }
      let trusted = server.url("/people").replacing("//", with: "//user:\(encoded)@")
      #expect(try await call(["check", trusted, "--format", format] + common).code == 2)
      let base = "wild=\(trusted)"
      #expect(try await call(["check", "wild/text-people", "--base-url", base] + common).code == 2)
    }
    try await call(["incidents", "--all", "--db", driftwatch.ledger])
    try await call(["report", "--all", "--db", driftwatch.ledger])
  }
}
