import ContractKit
import DriftModel
import Examination
import Foundation
import PoliteContracts
import System
import TestSupport
import Testing

@testable import Monitoring

@Suite("Only what a contract declares is a secret, and only what is stored or shown is masked", .serialized)
struct DeclaredSecretsTests {
  /// Whether `text` stands in the ledger's files.
  private func holds(_ scenario: LiveScenario, _ text: String) -> Bool { holds(scenario.ledgerFile, text) }

  private func holds(_ ledger: URL, _ text: String) -> Bool {
    ["", "-wal"].contains { suffix in
      (try? Data(contentsOf: URL(fileURLWithPath: ledger.path + suffix)))?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("A query that names a member of the response, under a name like `key` or `token`, changes nothing")
  func tellingNames() async throws {
    let sorted = Contract("shelf", versions: shelf.versions) {
      Endpoint("items", get: "/items", query: ["sort_key": "categoryID", "page_token": "created_at"])
      Endpoint("categories", get: "/categories")
      Endpoint("tags", get: "/tags")
    }
    let scenario = try LiveScenario([sorted])
    try scenario.tell("items", #"[{"id": 1, "categoryID": 2, "created_at": "2026-01-01"}]"#)
    try scenario.tell("categories", #"[{"id": 2}]"#)
    try scenario.tell("tags", #"[{"id": 3}]"#)
    for _ in 1...2 {
      let round = try await scenario.round()
      #expect(round.exitCode == 0)
      #expect(round.report.endpoints.allSatisfy { [.ok, .unchanged].contains($0.outcome) })
      #expect(round.findings.allSatisfy { $0.level == .info }, "\(round.findings)")
    }
    #expect(holds(scenario, "created_at"))
  }

  @Test("A token in a link of a response makes no work, and the response behind it is examined as it came")
  func tokenInLink() async throws {
    let scenario = try LiveScenario([walk()])
    let token = String(repeating: "a", count: 3900)
    try scenario.tell("list", #"[{"id": 1, "name": "Ada", "url": "/told/detail/1?token=\#(token)b"}]"#)
    let filling = String(repeating: "a", count: 4 << 20)
    try scenario.tell("detail/1", #"{"id": 1, "text": "\#(filling)", "next": "/told/species/1"}"#)
    try scenario.tell("species/1", #"{"id": 1}"#)
    let round = try await scenario.round()
    for endpoint in ["list", "detail", "species"] { #expect(round.outcome(endpoint) == .ok, "\(endpoint)") }
  }

  @Test("A link that holds a declared secret is followed as it came, in each round, and stored without it")
  func secretInLink() async throws {
    let secret = "canary-5ecret-in-a-link"
    let scenario = try LiveScenario([walk(authorization: .bearer(.environment("KEY")))])
    scenario.variables = ["KEY": secret]
    try scenario.tell("list", #"[{"id": 1, "name": "\#(secret)", "url": "/told/detail/\#(secret)"}]"#)
    try scenario.tell("detail/\(secret)", #"{"id": 1, "next": "/told/species/1", "\#(secret)": "\#(secret)"}"#)
    try scenario.tell("species/1", #"{"id": 1}"#)
    for number in 1...3 {
      let round = try await scenario.round()
      #expect(round.outcome("list") == (number == 1 ? .ok : .unchanged))
      for endpoint in ["detail", "species"] {
        #expect([.ok, .unchanged].contains(round.outcome(endpoint)), "\(endpoint): \(round.report.endpoints)")
      }
    }
    #expect(try scenario.requests("detail/\(secret)").count == 3)
    // A 304 would not bring back what was not stored.
    #expect(try scenario.requests("list").allSatisfy { !$0.isConditional })
    #expect(!holds(scenario, secret) && holds(scenario, "REDACTED"))
  }

  @Test(
    "A link is followed with its query in each round, which is stored nowhere, and no more links than are wanted are kept"
  )
  func queryOfLink() async throws {
    let token = "canary-5igned-url"
    let scenario = try LiveScenario([walk()])
    try scenario.tell(
      "list", Walkers.list { #""name":"Ada \#($0)","url":"/told/detail/\#($0)?signature=\#(token)\#($0)""# })
    for number in 1...6 { try scenario.tell("detail/\(number)", #"{"id": 1}"#) }
    for number in 1...3 {
      let round = try await scenario.round(["walk": ["list", "detail"]])
      #expect(round.outcome("list") == (number == 1 ? .ok : .unchanged))
      #expect([.ok, .unchanged].contains(round.outcome("detail")), "\(round.report.endpoints)")
    }
    #expect(try scenario.requests("detail/1").allSatisfy { $0.path.hasSuffix("?signature=\(token)1") })
    #expect(!holds(scenario, token))
  }

  @Test("Values that a mapping gets are stored as digests, links without their query, and all else as it is")
  func storedValues() {
    var wanted = WantedValues()
    #expect(wanted.stored("ann?b", .none) == "ann?b")
    wanted.areLinks = true
    #expect(wanted.stored("https://a.example/x?token=0123456789&b", .none) == "https://a.example/x?REDACTED")
    #expect(wanted.stored("/x?page=2&offset=20", .none) == "/x?page=2&offset=20")
    #expect(wanted.stored("/x", SecretMask(["canary-5ecret"])) == "/x")
    wanted.areContext = true
    let (one, other) = (wanted.stored("ann@example.com", .none), wanted.stored("bob@example.com", .none))
    #expect(one.hasPrefix("REDACTED ") && one != other && !one.contains("ann"))
  }

  @Test("A credential in place of a number is masked in findings, and the verdict is of the bytes as they came")
  func secretInFindings() async throws {
    let secret = "canary-5ecret-in-a-value"
    let scenario = try LiveScenario([walk(authorization: .bearer(.environment("KEY")))])
    scenario.variables = ["KEY": secret]
    try scenario.tell("list", #"[{"id": 1, "name": "Ada"}]"#)
    #expect(try await scenario.round(["walk": ["list"]]).exitCode == 0)
    try scenario.tell("list", #"[{"id": "\#(secret)", "name": "Ada"}]"#)
    let broken = try await scenario.round(["walk": ["list"]])
    let finding = try #require(broken.findings.first { $0.rule == .decodeTypeMismatch })
    #expect(finding.level == .breaking && finding.path == "$[*].id")
    #expect("\(broken.findings)".contains("REDACTED") && !"\(broken.findings) \(broken.transitions)".contains(secret))
    #expect(!holds(scenario, secret))
  }

  @Test(
    "A declared secret in a recording is masked in findings and in the ledger, and the verdict is of the bytes as they came",
    arguments: ["environment", "file"])
  func secretInRecording(_ place: String) async throws {
    let secret = "canary-5ecret-in-a-recording"
    let folder = try TemporaryPlace()
    let file = try folder.write(secret + "\n", to: "key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let credential = place == "file" ? Credential.file(file) : .environment("KEY")
    let scenario = try RecordedScenario([walk(authorization: .bearer(credential))], executable: "fixture-contracts")
    scenario.variables = ["KEY": secret]
    scenario.selection = ["walk": ["list", "detail"]]
    try scenario.write("walk/list", text: #"[{"id": 1, "name": "Ada", "url": "/detail/\#(secret)"}]"#)
    try scenario.write("walk/detail/\(secret)", text: #"{"id": "\#(secret)", "\#(secret)": 1}"#)
    let round = try await scenario.round()
    #expect(round.outcome("list") == .ok)
    let finding = try #require(round.findings.first { $0.rule == .decodeTypeMismatch })
    #expect(finding.level == .breaking && finding.path == "$.id" && finding.endpoint == "detail")
    #expect("\(round.findings)".contains("REDACTED") && !"\(round.report)".contains(secret))
    #expect(!holds(scenario.ledgerFile, secret) && holds(scenario.ledgerFile, "REDACTED"))
  }

  @Test("A backtest stores no declared secret of a link, which in a round would lead on")
  func secretInBacktest() async throws {
    let secret = "canary-5ecret-in-a-backtest"
    let folder = try TemporaryPlace()
    let contract = walk(authorization: .bearer(.environment("KEY")))
    let scenario = try RecordedScenario([contract], executable: "fixture-contracts")
    let endpoint = try #require(contract.endpoint("list"))
    var plan = Round.Plan(contracts: [contract], clock: Date(timeIntervalSince1970: 1_700_000_000), buildID: "build")
    plan.variables = ["KEY": secret]
    let backtest = Backtest(
      plan, contract: contract, endpoint: endpoint,
      examiner: Examiner(executable: try RecordedScenario.executable("fixture-contracts")), store: scenario.ledger)
    let files = try ["Ada", secret].enumerated().map {
      try folder.write(#"[{"id": 1, "name": "\#($1)", "url": "/detail/\#(secret)"}]"#, to: "\($0).json")
    }
    let totals = try await backtest.run(files: files) { _ in }
    #expect(totals.examined == 2)
    #expect(!holds(scenario.ledgerFile, secret) && holds(scenario.ledgerFile, "REDACTED"))
  }

  @Test("No command is run to mask what it would print in a recording")
  func commandOfRecording() async throws {
    let place = try TemporaryPlace()
    let contract = walk(authorization: .bearer(.command(["touch", place.path("was-run")])))
    let scenario = try RecordedScenario([contract], executable: "fixture-contracts")
    scenario.selection = ["walk": ["list"]]
    try scenario.write("walk/list", text: #"[{"id": 1, "name": "Ada"}]"#)
    #expect(try await scenario.round().outcome("list") == .ok)
    #expect(!FileManager.default.fileExists(atPath: place.path("was-run")))
  }

  @Test("A credential that could not be read is read again for the next requests of the round")
  func lateCredential() async throws {
    let place = try TemporaryPlace()
    let secret = "canary-5ecret-that-is-late"
    let secrets = DeclaredSecrets(CredentialReader(environment: [:]))
    let contract = walk(authorization: .bearer(.file(place.path("key"))))
    let authorization = try #require(contract.authorization)
    #expect(secrets.mask(of: contract).isEmpty)
    await #expect(throws: CredentialReader.Unreadable.self) { try await secrets.credential(for: authorization) }
    let path = try place.write(secret, to: "key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try await secrets.credential(for: authorization)?.headers([]).first?.value == "Bearer \(secret)")
    #expect(secrets.mask(of: contract).masked(secret) == SecretMask.replacement)
    // One that was read stays the same for the round.
    try place.write("another-5ecret", to: "key")
    #expect(try await secrets.credential(for: authorization)?.headers([]).first?.value == "Bearer \(secret)")
  }

  @Test("A command that prints a credential runs once a round, whether or not it prints one", arguments: [true, false])
  func commandRunsOnce(_ prints: Bool) async throws {
    let place = try TemporaryPlace()
    let script = "echo run >> '\(place.path("runs"))'; \(prints ? "echo canary-5ecret" : "exit 1")"
    let scenario = try LiveScenario([walk(authorization: .bearer(.command(["sh", "-c", script])))])
    scenario.variables = ["PATH": "/usr/bin:/bin"]
    try scenario.tell("list", Walkers.list { #""name":"Ada \#($0)","url":"/told/detail/\#($0)""# })
    for number in 1...6 { try scenario.tell("detail/\(number)", #"{"id": 1}"#) }
    let round = try await scenario.round()
    #expect(round.outcome("list") == (prints ? .ok : .auth))
    #expect(try String(contentsOfFile: place.path("runs"), encoding: .utf8) == "run\n")
    try await scenario.round()
    #expect(try String(contentsOfFile: place.path("runs"), encoding: .utf8) == "run\nrun\n")
  }

  @Test("A command that prints a credential gets the environment without what other contracts keep secret")
  func commandWithoutOthers() async throws {
    let others = Contract("others", authorization: .bearer(.environment("OTHER_TOKEN"))) {
      Endpoint("items", get: "/items/{key}", values: ["key": .environment("OTHER_KEY", fallback: "none")])
    }
    let script = #"printf %s "${OWN:-nothing}-${OTHER_TOKEN:-nothing}-${OTHER_KEY:-nothing}""#
    let scenario = try LiveScenario([walk(authorization: .bearer(.command(["sh", "-c", script]))), others])
    scenario.variables = ["PATH": "/usr/bin:/bin", "OWN": "own", "OTHER_TOKEN": "other", "OTHER_KEY": "key"]
    try scenario.tell("list", "[]")
    try await scenario.round()
    #expect(try scenario.requests("list").map { $0.headers["Authorization"] } == ["Bearer own-nothing-nothing"])
    #expect(try scenario.requests("items/key").map { $0.headers["Authorization"] } == ["Bearer other"])
  }

  @Test("Commands of several contracts run side by side, and requests without a credential wait for none of them")
  func commandsSideBySide() async throws {
    let place = try TemporaryPlace()
    // Each ends when the other one has begun, and a request that needs neither has arrived.
    func meeting(_ own: String, _ other: String) -> Authorization {
      let script =
        "touch '\(place.path(own))'; while [ ! -e '\(place.path(other))' ] || [ ! -e '\(place.path("free"))' ]; "
        + "do sleep 0.01; done; echo canary-5ecret"
      return .bearer(.command(["sh", "-c", script]))
    }
    let scenario = try LiveScenario([
      walk(authorization: meeting("one", "two")), stroll(authorization: meeting("two", "one")), shelf,
    ])
    scenario.variables = ["PATH": "/usr/bin:/bin"]
    try scenario.tell("list", Walkers.list { #""name":"Ada \#($0)""# })
    let (server, free) = (scenario.server, place.path("free"))
    let arrival = Task {
      while try server.requests(under: "/told/items").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      #expect(FileManager.default.createFile(atPath: free, contents: nil))
    }
    let round = try await scenario.round(["walk": ["list"], "stroll": ["list"], "shelf": ["items"]])
    #expect(round.report.endpoints.filter { $0.endpoint == "list" }.map(\.outcome) == [.ok, .ok])
    arrival.cancel()
  }

  @Test("A credential is sent to the origins that its contract names, and to no other one")
  func origins() async throws {
    let scenario = try LiveScenario([])
    let here = scenario.server.url("/told")
    let elsewhere = here.replacing("127.0.0.1", with: "localhost")
    try #require(elsewhere != here)
    func contract(_ id: String, _ baseURL: String, _ origins: [String] = []) -> Contract {
      Contract(
        id, baseURL: baseURL, authorization: .bearer(.environment("KEY"), origins: origins),
        versions: [Version("v1") { Reads("list", as: [Int].self) }]
      ) {
        Endpoint("list", get: "/\(id)/own")
        Endpoint("other", get: "/\(id)/other", baseURL: elsewhere)
      }
    }
    scenario.contracts = [
      contract("plain", here), contract("wide", here, [elsewhere]), contract("moved", "https://api.example.com"),
    ]
    scenario.usesBaseURL = false
    scenario.adjust = { $0.baseURLs = ["moved": here] }
    scenario.variables = ["KEY": "canary-5ecret"]
    for id in ["plain", "wide", "moved"] {
      for path in ["own", "other"] { try scenario.tell("\(id)/\(path)", "[1]", status: path == "own" ? 200 : 401) }
    }
    let round = try await scenario.round()
    func sent(_ path: String) throws -> Bool {
      try #require(scenario.requests(path).first).headers["Authorization"] != nil
    }
    #expect(try sent("plain/own") && !sent("plain/other"))
    #expect(try sent("wide/own") && sent("wide/other"))
    #expect(try !sent("moved/own") && !sent("moved/other"))
    let reasons = round.report.endpoints.filter { $0.endpoint == "other" }.compactMap(\.reason)
    #expect(reasons.count == 3)
    #expect(reasons[0].contains("is not sent to http://localhost:") && reasons[0].contains("does not name"))
    #expect(reasons[1].contains("refused"))
    let said = CredentialOrigins.withheld(
      by: scenario.contracts, baseURLs: ["moved": here], environment: "production")
    #expect(said.map { $0.prefix { $0 != ":" } } == ["plain", "moved"])
    #expect(said.allSatisfy { $0.hasSuffix("name it in `origins:` of the authorization if it may have it") })
  }

  @Test("A credential is not sent without encryption beyond this machine")
  func plainText() {
    let contract = Contract("shop", baseURL: "http://shop.example.com", authorization: .bearer(.environment("KEY"))) {
      Endpoint("list", get: "/list")
    }
    let meant = Contract(
      "shop", baseURL: "http://shop:8080",
      authorization: .bearer(.environment("KEY"), origins: ["http://shop:8080", "https://files.example.com"])
    ) { Endpoint("list", get: "/list") }
    #expect(CredentialOrigins(of: meant, givenBaseURL: nil).refusal(of: "http://shop:8080/list") == nil)
    // Of a contract that names no origin at all, the one that is given is meant; beside one that is named it is another one.
    for (named, isSent) in [([], true), (["https://files.example.com"], false), (["https://shop.example.com"], true)] {
      let onlyGiven = Contract("shop", authorization: .bearer(.environment("KEY"), origins: named)) {
        Endpoint("list", get: "/list")
      }
      let origins = CredentialOrigins(of: onlyGiven, givenBaseURL: "https://shop.example.com")
      #expect((origins.refusal(of: "https://shop.example.com/x") == nil) == isSent, "\(named)")
    }
    let origins = CredentialOrigins(of: contract, givenBaseURL: nil)
    #expect(origins.refusal(of: "http://shop.example.com/list")?.hasSuffix("use https") == true)
    for url in ["HTTPS://Shop.example.com:443/list", "https://shop.example.com/list"] {
      let encrypted = Contract("shop", baseURL: url, authorization: .bearer(.environment("KEY"))) {
        Endpoint("list", get: "/list")
      }
      #expect(CredentialOrigins(of: encrypted, givenBaseURL: nil).refusal(of: "https://shop.example.com/x?y") == nil)
    }
  }
}
