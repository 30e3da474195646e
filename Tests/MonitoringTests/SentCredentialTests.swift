import ContractKit
import DriftModel
import Testing

@testable import Monitoring

@Suite("What is said of the credential where a provider refuses a request")
struct SentCredentialTests {
  @Test(
    "It is the truth of what was sent, and no other status speaks of it",
    arguments: [
      (SentCredential.none, "401, and no credential is named for this request"),
      (.sent("$KEY"), "401, the credential from $KEY was refused"),
      (.withheld("$KEY", reason: "is not sent there"), "401, the credential from $KEY is not sent there"),
      (.header("Authorization"), "401, what the header Authorization holds was refused"),
      (.recorded(isDeclared: true), "401 was recorded: the credential was refused then"),
      (
        .recorded(isDeclared: false),
        "401 was recorded: the provider wanted a credential, and the contract names none"
      ),
    ] as [(SentCredential, String)])
  func words(_ credential: SentCredential, _ words: String) {
    #expect(statusReason(401, credential) == words)
    #expect(statusReason(403, credential) == words.replacing("401", with: "403"))
    #expect(statusReason(407, credential) == "407, a proxy on the way wants a credential")
    #expect(statusReason(404, credential) == "404, the provider knows no such resource")
  }

  @Test("An optional credential that is not set was not sent, one that is set was refused")
  func optional() async throws {
    let scenario = try LiveScenario([
      Contract("shop", authorization: .bearer(.environment("KEY"), isOptional: true)) { Endpoint("list", get: "/list") }
    ])
    try scenario.tell("list", "[]", status: 401)
    scenario.variables = [:]
    let none = try #require(try await scenario.round().report.endpoints.first)
    #expect(none.reason?.contains("401, and no credential is named") == true, "\(none)")
    scenario.variables = ["KEY": "canary-5ecret"]
    let refused = try #require(try await scenario.round().report.endpoints.first)
    #expect(refused.reason?.contains("was refused") == true, "\(refused)")
    #expect(refused.reason?.contains("KEY") == true && refused.reason?.contains("canary") == false, "\(refused)")
  }
}
