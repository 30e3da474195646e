import DriftModel
import Testing

@testable import DriftwatchCommand

@Suite("Endpoints that a call names, among those that the ledger knows")
struct LedgerTargetsTests {
  @Test(
    "A URL means the contract of its host, with -url as often as others have the name, and no other contract",
    arguments: [
      ("omg-lol", true), ("omg-lol-url", true), ("omg-lol-url-url", true), ("omg-lol-urls", false),
      ("omg-lol-url-shop", false), ("omg", false),
    ])
  func url(_ contract: String, _ isMeant: Bool) throws {
    let call = try CommandCall(["history", "https://omg.lol/purls"])
    let settings = CommandSettings(call, [], [:], .standard)
    let key = RequestKey(
      contract: contract, endpoint: "purls", request: "r", environment: "production", perspective: "default")
    #expect(try LedgerTargets(call.operands, settings, among: [key]).include(key) == isMeant)
  }
}
