import ContractKit
import Testing

@testable import DriftwatchCommand

@Suite("A URL in place of a contract")
struct URLTargetTests {
  @Test(
    "The usual ones are called as they are written",
    arguments: [
      ("https://api.example.com/v1/people", "api-example-com", "v1-people"),
      ("http://localhost:8080", "localhost-8080", "root"),
      ("http://127.0.0.1:80/a", "127-0-0-1-80", "a"),
    ])
  func names(text: String, contract: String, endpoint: String) throws {
    let target = try URLTarget(text)
    #expect(target.contract == contract && target.endpoint == endpoint)
  }

  @Test("No two hosts share a history, however alike their names are")
  func distinct() throws {
    let long = String(repeating: "a", count: 58)
    let hosts = [
      "a.b.example", "a-b.example", "a.b-example", "a--b.example", "a.b.example.", "a_b.example", "a.b.example:80",
      "a.b.example-80", "[::1]", "[::1]:80", "1", "\(long).b.example", "\(long).c.example", "\(long)-b.example",
    ]
    let ids = try hosts.map { try URLTarget("https://\($0)/x").contract }
    #expect(Set(ids).count == hosts.count, "\(ids)")
    for id in ids {
      #expect(Contract(id, baseURL: "https://a.example") { Endpoint("a", get: "/") }.problems().isEmpty, "\(id)")
    }
  }
}
