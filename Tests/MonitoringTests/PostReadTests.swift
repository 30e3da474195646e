import ContractKit
import DriftModel
import Foundation
import Monitoring
import StoreSQL
import System
import TestSupport
import Testing

@Suite("POST requests that read")
struct PostReadTests {
  private let scenario: LiveScenario

  init() throws { scenario = try LiveScenario([]) }

  private func watch(_ endpoint: Endpoint) { scenario.contracts = [Contract("shop") { endpoint }] }

  private func sent() throws -> [HostileServer.Received] { try scenario.requests("search") }

  @Test("JSON of every type is sent in its order, with placeholders as texts, numbers and flags")
  func json() async throws {
    try scenario.tell("search.post", #"[{"id": 1}]"#)
    watch(
      Endpoint(
        "search", post: "/search",
        json: [
          "query": "lamp \"{term}\"", "page": .number("{page}"), "isNew": .flag("{isNew}"), "limit": 20, "least": 1.5,
          "tags": ["a", nil, true], "sort": ["by": "price"],
        ], values: ["term": ["ö/1"], "page": ["2"], "isNew": ["yes"]]))
    let round = try await scenario.round()
    #expect(round.result.endpoints.map(\.outcome) == [.ok], "\(round.result.endpoints)")
    let request = try #require(try sent().first)
    #expect(request.method == "POST" && request.headers["Content-Type"] == "application/json")
    // Of a value that is no flag a text is made, and not JSON that is none.
    let body = try #require(request.body.data(using: .isoLatin1))
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"query":"lamp \"ö/1\"","page":2,"isNew":"yes","limit":20,"least":1.5,"tags":["a",null,true],"sort":{"by":"price"}}"#
    )
  }

  @Test("A form is encoded, and each value of a placeholder is a request of its own with one baseline")
  func form() async throws {
    try scenario.tell("search.post", #"[{"id": 1}]"#)
    watch(
      Endpoint(
        "search", post: "/search", form: ["q": "{term}", "a&b": "1 2"], values: ["term": ["x y", "ä&"]]))
    let round = try await scenario.round()
    #expect(round.result.endpoints.first?.requests == 2)
    #expect(try sent().map(\.body).sorted() == ["q=%C3%A4%26&a%26b=1%202", "q=x%20y&a%26b=1%202"])
    #expect(try sent().allSatisfy { $0.headers["Content-Type"] == "application/x-www-form-urlencoded" })
    try scenario.tell("search.post", #"[{"id": "1"}]"#)
    let changed = try await scenario.round()
    #expect(changed.report.findings.contains { $0.rule == .fieldTypeChanged }, "\(changed.report.findings)")
    #expect(try await scenario.ledger.requests(environment: nil).count == 1)
  }

  @Test("Variables of GraphQL have their types; a document's braces are its own")
  func graphQL() async throws {
    try scenario.tell("search.post", #"{"data": {"items": []}}"#)
    watch(
      Endpoint(
        "search", graphQL: "query Q($f: F) { items(f: $f) { id } }",
        variables: ["first": 20, "isNew": true, "f": ["category": "{id}", "max": .number("{id}")]], at: "/search",
        values: ["id": ["7"]]))
    try await scenario.round()
    #expect(
      try sent().first?.body
        == #"{"query":"query Q($f: F) { items(f: $f) { id } }","variables":{"f":{"category":"7","max":7},"first":20,"isNew":true}}"#
    )
  }

  @Test("Of a persisted query the digest is sent; the document goes with it once where the provider does not know it")
  func persisted() async throws {
    let document = "query Q { items { id } }"
    let endpoint = Endpoint("search", graphQL: document, variables: ["first": 2], at: "/search").persistedQuery()
    watch(endpoint)
    let hash = ContentDigest(Array(document.utf8)).hexadecimal
    let extensions = #""variables":{"first":2},"extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}}"#
    try scenario.tell("search.post", #"{"data": {"items": [{"id": 1}]}}"#)
    let round = try await scenario.round()
    #expect(round.outcome("search") == .ok)
    #expect(try sent().map(\.body) == ["{" + extensions])
    for unknown in [
      #"{"errors": [{"message": "PersistedQueryNotFound"}]}"#,
      #"{"errors": [{"message": "no", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}]}"#,
    ] {
      let before = try sent().count
      try scenario.tell("search.post", unknown)
      let lost = try await scenario.round()
      #expect(lost.result.endpoints.first?.outcome == .requestError)
      #expect(
        try sent().dropFirst(before).map(\.body) == ["{" + extensions, #"{"query":"\#(document)","# + extensions])
    }
    let plain = Contract("shop") { Endpoint("search", graphQL: document, variables: ["first": 2], at: "/search") }
    #expect(plain.endpoints[0].request.signature != Contract("shop") { endpoint }.endpoints[0].request.signature)
    #expect(
      Contract("shop", baseURL: "https://example.com") { Endpoint("l", get: "/").persistedQuery() }.problems().count
        == 1)
  }

  @Test("Another body is another request with a baseline of its own; a version may send its own")
  func baselines() throws {
    func request(_ endpoint: Endpoint) -> String {
      Contract("shop") { endpoint }.endpoints[0].request.signature
    }
    let one = request(Endpoint("s", post: "/s", json: ["q": "{term}"]))
    #expect(one == request(Endpoint("s", post: "/s", json: ["q": "{term}"])))
    #expect(one != request(Endpoint("s", post: "/s", json: ["q": "{term}", "page": 1])))
    #expect(one != request(Endpoint("s", post: "/s", form: ["q": "{term}"])))
    let problems = Contract("shop", baseURL: "https://example.com") {
      Endpoint("s", post: "/s", json: ["q": "{term}", "n": .number("{count}")])
    }.problems().map(\.message)
    #expect(problems.contains { $0.contains("term") } && problems.contains { $0.contains("count") }, "\(problems)")
  }
}
