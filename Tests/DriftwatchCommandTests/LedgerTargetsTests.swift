import ContractKit
import DriftModel
import Monitoring
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
    let place = StoredRequest(
      key: key, signature: "GET /other", report: nil, findings: [], checkedAt: nil, round: nil)
    #expect(try LedgerTargets(call.operands, settings, among: [place]).include(key) == isMeant)
  }

  @Test("A URL means its requests with other methods, headers and bodies too, and names those with other queries")
  func variants() throws {
    let settings = CommandSettings(try CommandCall(["history"]), [], [:], .standard)
    func place(_ endpoint: String, _ signature: String) -> StoredRequest {
      let key = RequestKey(
        contract: "omg-lol", endpoint: endpoint, request: signature, environment: "production", perspective: "default")
      return StoredRequest(key: key, signature: signature, report: nil, findings: [], checkedAt: nil, round: nil)
    }
    let query = try URLTarget("https://omg.lol/search?q=a")
    let stored = Request.pathWithoutQuery("/search?q=a")
    let places = [
      place("search-aaaaaa", "POST /search\nbody {}"), place("search-bbbbbb", "GET /search\naccept-language: de"),
      place(query.endpoint, "GET \(stored)"), place("search-cccccc", "GET \(stored)\naccept-language: de"),
    ]
    func meant(_ url: String) throws -> [String] {
      let targets = try LedgerTargets([url], settings, among: places)
      return places.map(\.key).filter(targets.include).map(\.endpoint)
    }
    #expect(try meant("https://omg.lol/search") == ["search-aaaaaa", "search-bbbbbb"])
    #expect(try meant("https://omg.lol/search?q=a") == [query.endpoint, "search-cccccc"])
    #expect(try meant("https://omg.lol/search?q=b") == [])
    let missing = try LedgerTargets(["https://omg.lol/search?q=b"], settings, among: places)
    #expect(
      missing.suggestion(among: places.map(\.key))
        == "; with another query there are omg-lol/\(query.endpoint), omg-lol/search-aaaaaa, omg-lol/search-bbbbbb and 1 more"
    )
  }
}
