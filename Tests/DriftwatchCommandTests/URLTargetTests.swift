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

  @Test("No two paths of a host share a history")
  func paths() throws {
    let paths = ["", "root", "a/b", "a-b", "a/b/", "a//b", "a?b", "a/b?c", "root/", "?root", "A/b", "%61/b"]
    let ids = try paths.map { try URLTarget("https://a.example/\($0)").endpoint }
    #expect(Set(ids).count == paths.count, "\(ids)")
  }

  @Test("No two hosts share a history, however alike their names are")
  func distinct() throws {
    let long = String(repeating: "a", count: 58)
    let hosts = [
      "a.b.example", "a-b.example", "a.b-example", "a--b.example", "a.b.example.", "a_b.example", "a.b.example:80",
      "a.b.example-80", "[::1]", "[::1]:80", "1", "\(long).b.example", "\(long).c.example", "\(long)-b.example",
      "a.b.example.:80", ".a.b.example", "a:1", "a.1", "1.2.3", "1.2.3:4", "1.2.3.4", "1.2.3.4:5", "1.2.3.4.5",
      "localhost",
      "localhost.", "localhost:80", "localhost.:80", "127.0.0.1",
    ]
    var ids: [String] = []
    for scheme in ["http", "https"] {
      for host in hosts { ids += (try? URLTarget("\(scheme)://\(host)/x").contract).map { [$0] } ?? [] }
    }
    #expect(ids.count > 50 && Set(ids).count == ids.count, "\(ids)")
    for id in ids {
      #expect(Contract(id, baseURL: "https://a.example") { Endpoint("a", get: "/") }.problems().isEmpty, "\(id)")
    }
  }
}
