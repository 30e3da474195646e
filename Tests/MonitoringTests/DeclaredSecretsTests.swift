import ContractKit
import DriftModel
import Foundation
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

@Suite("Only what a contract declares is a secret, and only what is stored or shown is masked", .serialized)
struct DeclaredSecretsTests {
  /// Whether `text` stands in the ledger's files.
  private func holds(_ world: LiveWorld, _ text: String) -> Bool {
    ["", "-wal"].contains { suffix in
      (try? Data(contentsOf: URL(fileURLWithPath: world.ledgerFile.path + suffix)))?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("A query that names a member of the response, under a name like `key` or `token`, changes nothing")
  func tellingNames() async throws {
    let sorted = Contract("shelf", versions: shelf.versions) {
      Endpoint("items", get: "/items", query: ["sort_key": "categoryID", "page_token": "created_at"])
      Endpoint("categories", get: "/categories")
      Endpoint("tags", get: "/tags")
    }
    let world = try LiveWorld([sorted])
    try world.tell("items", #"[{"id": 1, "categoryID": 2, "created_at": "2026-01-01"}]"#)
    try world.tell("categories", #"[{"id": 2}]"#)
    try world.tell("tags", #"[{"id": 3}]"#)
    for _ in 1...2 {
      let round = try await world.round()
      #expect(round.exitCode == 0)
      #expect(round.report.endpoints.allSatisfy { [.ok, .unchanged].contains($0.outcome) })
      #expect(round.findings.allSatisfy { $0.level == .info }, "\(round.findings)")
    }
    #expect(holds(world, "created_at"))
  }

  @Test("A token in a link of a response makes no work, and the response behind it is examined as it came")
  func tokenInLink() async throws {
    let world = try LiveWorld([walk()])
    let token = String(repeating: "a", count: 3900)
    try world.tell("list", #"[{"id": 1, "name": "Ada", "url": "/told/detail/1?token=\#(token)b"}]"#)
    let filling = String(repeating: "a", count: 4 << 20)
    try world.tell("detail/1", #"{"id": 1, "text": "\#(filling)", "next": "/told/species/1"}"#)
    try world.tell("species/1", #"{"id": 1}"#)
    let round = try await world.round()
    for endpoint in ["list", "detail", "species"] { #expect(round.outcome(endpoint) == .ok, "\(endpoint)") }
  }

  @Test("A link that holds a declared secret is followed as it came, in each round, and stored without it")
  func secretInLink() async throws {
    let secret = "canary-5ecret-in-a-link"
    let world = try LiveWorld([walk(authorization: .bearer(.environment("KEY")))])
    world.variables = ["KEY": secret]
    try world.tell("list", #"[{"id": 1, "name": "\#(secret)", "url": "/told/detail/\#(secret)"}]"#)
    try world.tell("detail/\(secret)", #"{"id": 1, "next": "/told/species/1", "\#(secret)": "\#(secret)"}"#)
    try world.tell("species/1", #"{"id": 1}"#)
    for _ in 1...3 {
      let round = try await world.round()
      for endpoint in ["detail", "species"] {
        #expect([.ok, .unchanged].contains(round.outcome(endpoint)), "\(endpoint): \(round.report.endpoints)")
      }
    }
    #expect(try world.requests("detail/\(secret)").count == 3)
    #expect(!holds(world, secret) && holds(world, "REDACTED"))
  }

  @Test("A credential in place of a number is masked in findings, and the verdict is of the bytes as they came")
  func secretInFindings() async throws {
    let secret = "canary-5ecret-in-a-value"
    let world = try LiveWorld([walk(authorization: .bearer(.environment("KEY")))])
    world.variables = ["KEY": secret]
    try world.tell("list", #"[{"id": 1, "name": "Ada"}]"#)
    #expect(try await world.round(["walk": ["list"]]).exitCode == 0)
    try world.tell("list", #"[{"id": "\#(secret)", "name": "Ada"}]"#)
    let broken = try await world.round(["walk": ["list"]])
    let finding = try #require(broken.findings.first { $0.rule == .decodeTypeMismatch })
    #expect(finding.level == .breaking && finding.path == "$[*].id")
    #expect("\(broken.findings)".contains("REDACTED") && !"\(broken.findings) \(broken.transitions)".contains(secret))
    #expect(!holds(world, secret))
  }
}
