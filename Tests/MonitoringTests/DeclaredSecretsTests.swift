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
    let secrets = DeclaredSecrets(CredentialReader(environment: ["PATH": "/usr/bin:/bin"]))
    for credential in [Credential.file(place.path("key")), .command(["cat", place.path("key")])] {
      let contract = walk(authorization: .bearer(credential))
      let authorization = try #require(contract.authorization)
      try? FileManager.default.removeItem(atPath: place.path("key"))
      #expect(secrets.mask(of: contract).isEmpty)
      #expect(throws: CredentialReader.Unreadable.self) { try secrets.header(for: authorization) }
      let path = try place.write(secret, to: "key")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      #expect(try secrets.header(for: authorization)?.value == "Bearer \(secret)")
      #expect(secrets.mask(of: contract).masked(secret) == SecretMask.replacement)
      // One that was read stays the same for the round.
      try place.write("another-5ecret", to: "key")
      #expect(try secrets.header(for: authorization)?.value == "Bearer \(secret)")
    }
  }
}
