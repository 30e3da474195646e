import ContractKit
import DriftModel
import DriftRules
import Foundation
import PoliteContracts
import StoreSQL
import Synchronization
import TestSupport
import Testing

@testable import Monitoring

@Suite("Lists that lead from page to page")
struct PagingTests {
  private let scenario: LiveScenario

  init() throws { scenario = try LiveScenario([]) }

  private func list(_ numbers: ClosedRange<Int>, _ more: String = "") -> String {
    "{\"items\": [\(numbers.map { #"{"id":\#($0),"name":"Lamp \#($0)"}"# }.joined(separator: ","))]\(more)}"
  }

  private func watch(_ paging: Paging, limit: Int = 5) {
    scenario.contracts = [
      Contract("shop") { Endpoint("list", get: "/list", query: ["limit": "2"]).paged(by: paging, limit: limit) }
    ]
  }

  private func sent() throws -> [String] { try scenario.requests("list").map(\.path) }

  /// One way in which a provider says where the next page is.
  private struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let paging: Paging
    /// What follows the query `limit=2`, page by page; the first has none.
    let queries: [String]
    /// Members and headers of each page.
    var members: @Sendable (Int) -> String = { _ in "" }
    var headers: @Sendable (Int) -> [String: String] = { _ in [:] }
  }

  private static let ways: [Way] = [
    Way(
      testDescription: "Link", paging: .link, queries: ["", "&page=2", "&page=3"],
      headers: {
        let next = $0 < 3 ? "<list?limit=2&page=\($0 + 1)>; title=\"a, b\"; rel=\"last next\", " : ""
        return ["Link": "<https://example.com/first>; rel=first, \(next)</x>; rel=\"prev\""]
      }),
    Way(
      testDescription: "a link in the body", paging: .link(at: "$.next"), queries: ["", "&page=2", "&page=3"],
      members: { $0 < 3 ? #", "next": "?limit=2&page=\#($0 + 1)""# : #", "next": null"# }),
    Way(
      testDescription: "a cursor", paging: .cursor(at: "$.meta.next", as: "after"),
      queries: ["", "&after=b%3D2%26", "&after=b%3D3%26"],
      members: { $0 < 3 ? #", "meta": {"next": "b=\#($0 + 1)&"}"# : #", "meta": {"next": null}"# }),
    Way(
      testDescription: "an offset", paging: .offset("offset", step: 2, of: "$.items"),
      queries: ["", "&offset=2", "&offset=4", "&offset=6"]),
    Way(
      testDescription: "a number", paging: .number("page", of: "$.items"),
      queries: ["", "&page=2", "&page=3", "&page=4"]),
  ]

  @Test(
    "All pages are asked for in order, until there is none; they are one endpoint with one baseline", arguments: ways)
  private func pages(_ way: Way) async throws {
    watch(way.paging)
    for (index, query) in way.queries.enumerated() {
      let body = index < 3 ? list(index * 2...index * 2 + 1, way.members(index + 1)) : #"{"items": []}"#
      try scenario.tell(
        "list?limit=2\(query.removingPercentEncoding ?? query)", body, headers: way.headers(index + 1))
    }
    let round = try await scenario.round()
    #expect(try sent() == way.queries.map { "/told/list?limit=2\($0)" })
    #expect(round.outcome("list") == .ok && round.result.endpoints.first?.requests == way.queries.count)
    #expect(try await scenario.ledger.requests(environment: nil).count == 1)
    // Again the same: nothing is new, and everything is asked for again.
    let second = try await scenario.round()
    #expect(second.result.transitions.isEmpty && second.report.findings.filter { $0.level > .info }.isEmpty)
    #expect(try sent().count == 2 * way.queries.count)
    let rows = try await scenario.ledger.requests(environment: nil)
    #expect(rows.count == 1)
  }

  @Test("No more pages are asked for than declared, and none twice, however a provider links them")
  func bounds() async throws {
    watch(.link(at: "$.next"), limit: 3)
    try scenario.tell("list", list(1...2, #", "next": "/told/list?n=1""#))
    for page in 1...9 { try scenario.tell("list?n=\(page)", list(1...2, #", "next": "/told/list?n=\#(page + 1)""#)) }
    try await scenario.round()
    #expect(try sent().count == 3)
    // A page that links to itself.
    try scenario.tell("list?n=1", list(1...2, #", "next": "/told/list?n=1""#))
    try await scenario.round()
    #expect(try sent().count == 5)
  }

  @Test("A page that fails ends the list and is named; what the others show counts")
  func failing() async throws {
    watch(.link(at: "$.next"))
    try scenario.tell("list", list(1...2, #", "next": "/told/list?page=2""#))
    try scenario.tell("list?page=2", "{}", status: 503)
    let round = try await scenario.round()
    let endpoint = try #require(round.result.endpoints.first)
    #expect(endpoint.outcome == .outage)
    #expect(endpoint.reason?.hasPrefix("1 of 2 requests: /told/list?limit=2, page 2: 503") == true, "\(endpoint)")
    // A link that leads to another host is not followed.
    try scenario.tell("list", list(1...2, #", "next": "http://127.0.0.2/told/list?page=2""#))
    let foreign = try #require(try await scenario.round().result.endpoints.first)
    #expect(foreign.outcome == .refused && foreign.reason?.contains("leaves the API's own host") == true, "\(foreign)")
  }

  @Test("A cursor of a POST is sent as its member, variable or field, in place of the one that was declared")
  func posts() async throws {
    let paging = Paging.cursor(at: "$.next", as: "after")
    scenario.contracts = [
      Contract("shop") {
        Endpoint("json", post: "/json", json: ["q": "{term}", "after": nil], values: ["term": ["lamp"]]).paged(
          by: paging)
        Endpoint("form", post: "/form", form: ["q": "lamp"]).paged(by: paging)
        Endpoint("graph", graphQL: "query Q { x }", variables: ["first": 2], at: "/graph").paged(by: paging)
      }
    ]
    for name in ["json", "form", "graph"] { try scenario.tell("\(name).post", list(1...2, #", "next": "c/2""#)) }
    try await scenario.round()
    // The second page has the same cursor, so that there is no third.
    func bodies(_ name: String) throws -> [String] { try scenario.requests(name).map(\.body) }
    #expect(try bodies("json") == [#"{"q":"lamp","after":null}"#, #"{"q":"lamp","after":"c/2"}"#])
    #expect(try bodies("form") == ["q=lamp", "q=lamp&after=c%2F2"])
    #expect(
      try bodies("graph") == [
        #"{"query":"query Q { x }","variables":{"first":2}}"#,
        #"{"query":"query Q { x }","variables":{"after":"c/2","first":2}}"#,
      ])
  }

  @Test("A change on the last page alone is found by the app's own code, and names the page")
  func change() async throws {
    scenario.contracts = [catalog]
    func tell(_ page: Int, _ body: String) throws {
      let next = page < 3 ? ["Link": "</told/items?page=\(page + 1)>; rel=next"] : [:]
      try scenario.tell(page == 1 ? "items" : "items?page=\(page)", body, headers: next)
    }
    for page in 1...3 { try tell(page, list(page * 10...page * 10 + 9)) }
    let first = try await scenario.round(["catalog": ["items"]])
    #expect(first.outcome("items") == .ok && first.report.endpoints.first { $0.endpoint == "items" }?.requests == 3)
    try tell(3, list(30...39).replacing("\"id\":39", with: "\"id\":\"39\""))
    let second = try await scenario.round(["catalog": ["items"]])
    let finding = try #require(second.report.findings.first { $0.rule == .decodeTypeMismatch })
    #expect(finding.level == .breaking && finding.path == "$.items[*].id")
    #expect(finding.responses?.names.first?.contains("page 3") == true, "\(finding)")
  }

  private func items(_ numbers: Range<Int>) -> String {
    numbers.map { #"{"id": \#($0), "name": "Lamp \#($0)"}"# }.joined(separator: ",")
  }

  /// The pages of the catalog's list; `nil` is one that fails.
  private func tell(_ pages: [String?]) throws {
    for (index, items) in pages.enumerated() {
      let next = index + 1 < pages.count ? ["Link": "</told/items?page=\(index + 2)>; rel=next"] : [:]
      try scenario.tell(
        index == 0 ? "items" : "items?page=\(index + 1)", #"{"items": [\#(items ?? "")]}"#,
        status: items == nil ? 503 : 200, headers: next)
    }
  }

  @Test("What was found on a page stays while nobody can ask for it, because one before it fails or the time is over")
  func unasked() async throws {
    scenario.contracts = [catalog]
    let selection = ["catalog": Set(["items"])]
    let good = [items(1..<9), items(9..<17), items(17..<25)]
    try tell(good)
    for _ in 0..<3 { try await scenario.round(selection) }
    let broken = [good[0], good[1], good[2].replacing("\"id\": 20", with: "\"id\": \"20\"")]
    try tell(broken)
    #expect(try await scenario.round(selection).exitCode == 1)
    try tell([good[0], nil, broken[2]])
    let blind = try await scenario.round(selection)
    #expect(blind.exitCode == 1 && blind.report.findings.contains { $0.rule == .decodeTypeMismatch })
    #expect(!blind.result.transitions.contains { $0.kind == .resolved })
    // There is time for some pages only, wherever it ends.
    try tell(broken)
    for moments in 1...40 {
      let deadline = ContinuousClock.now + .seconds(3600)
      let asked = Counter()
      scenario.adjust = { plan in
        plan.deadline = deadline
        plan.now = { asked.next() > moments ? deadline : .now }
      }
      let late = try await scenario.round(selection)
      // That nothing was seen for long is over once there is the time for all.
      let resolved = late.result.transitions.filter {
        $0.kind == .resolved && !$0.incident.subject.contains("responses")
      }
      #expect(resolved.isEmpty, "after \(moments) moments")
      let endpoint = try #require(late.result.endpoints.first)
      #expect(endpoint.outcome == .drift || endpoint.outcome == .notChecked, "after \(moments): \(endpoint)")
    }
    scenario.adjust = { _ in }
    try tell(good)
    #expect(try await scenario.round(selection).result.transitions.map(\.kind) == [.resolved])
  }

  @Test("How much a list holds is what all its pages hold: an empty last page is nothing, an empty list is told")
  func volume() async throws {
    watch(.offset("offset", step: 10, of: "$.items"), limit: 4)
    func tell(_ counts: [Int]) throws {
      for (page, count) in counts.enumerated() {
        try scenario.tell(
          page == 0 ? "list?limit=2" : "list?limit=2&offset=\(page * 10)",
          "{\"items\": [\(items(page * 10..<page * 10 + count))]}")
      }
    }
    try tell([10, 10, 10, 10])
    for _ in 0..<14 { try await scenario.round() }
    try tell([10, 10, 10, 0])
    for _ in 0..<12 {
      let round = try await scenario.round()
      #expect(round.report.findings.filter { $0.rule.family == .volume } == [])
    }
    try tell([0])
    var rules: Set<RuleID> = []
    for _ in 0..<12 {
      try await scenario.round().report.findings.filter { $0.rule.family == .volume }.forEach { rules.insert($0.rule) }
    }
    #expect(rules == [.volumeEmpty])
  }

  @Test(
    "A list ends with null, an empty text, false or 0, and without the member",
    arguments: ["null", "\"\"", "false", "0", nil])
  func ends(_ next: String?) async throws {
    watch(.cursor(at: "$.next", as: "after"))
    try scenario.tell("list", list(1...2, next.map { ", \"next\": \($0)" } ?? ""))
    let round = try await scenario.round()
    #expect(try sent().count == 1)
    #expect(round.outcome("list") == .ok)
  }

  @Test("What is wrong with pages is a problem of the contract")
  func problems() {
    func problems(_ endpoint: Endpoint) -> [String] {
      Contract("shop", baseURL: "https://example.com") { endpoint }.problems().map(\.message)
    }
    let list = Endpoint("list", get: "/list")
    #expect(problems(list.paged(by: .link, limit: 100)) == [])
    for wrong in [
      list.paged(by: .link, limit: 1), list.paged(by: .link, limit: 101), list.paged(by: .cursor(at: "$.n", as: "")),
      list.paged(by: .offset("", step: 5, of: "$")), list.paged(by: .offset("o", step: 0, of: "$")),
      list.paged(by: .number("page", first: -1, of: "$")),
      Endpoint("list", writing: "GET", to: "/list").paged(by: .link),
      Endpoint("list", post: "/list", json: [1]).paged(by: .cursor(at: "$.n", as: "n")),
      Endpoint("list", post: "/list", form: ["q": "a"]).paged(by: .link(at: "$.n")),
      Endpoint("list", get: "/list/{id}", values: ["id": .pages(1...60)]).paged(by: .link, limit: 2),
    ] {
      #expect(problems(wrong).count == 1)
    }
  }

  @Test(
    "The target of a relation in the header field Link",
    arguments: [
      (#"<https://a/b?c=1,2>; rel="next""#, "https://a/b?c=1,2"), ("</b>;rel=NEXT", "/b"),
      (#"</a>; rel=prev, </b>; title="x; rel=next, <c>"; rel=next"#, "/b"), (#"</a>; rel="first next last""#, "/a"),
      (#"</a>; rel=prev; rel=next"#, nil), (#"</a>; title="rel=next""#, nil), ("</a>", nil), ("", nil), ("<", nil),
      ("rel=next", nil), (#"</a>; rel="next"#, "/a"), (#"</a>; title="\""; rel=next"#, "/a"), (">; rel=next", nil),
    ] as [(String, String?)])
  func linkHeader(text: String, target: String?) { #expect(LinkHeader.target("next", in: text) == target) }
}

/// Counts how often something is asked.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
