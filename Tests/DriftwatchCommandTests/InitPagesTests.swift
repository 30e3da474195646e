import Foundation
import TestSupport
import Testing

@Suite("Lists that lead from page to page, in a package of a team's own")
struct InitPagesTests {
  let driftwatch: Driftwatch
  let server: HostileServer

  init() throws {
    driftwatch = try Driftwatch()
    server = try HostileServer(files: driftwatch.place.path("files"))
  }

  /// How the provider leads to the next page, and what is declared for it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The first page; SERVER is the address of the server.
    let first: String
    /// The header `Link` of the first page.
    var link: String?
    /// The query of the request for the second page, and that page.
    let query: String
    let second: String
    /// The end of the endpoint's declaration; `nil` if it is not followed.
    let paged: String?
    /// A line of the types.
    var property: String?
    /// What is said of it.
    var remark: String?
  }

  private static let last = #"{"items": [{"id": 2}], "total": 2}"#

  static let cases = [
    Case(
      testDescription: "a link in a header", first: #"[{"id": 1}]"#, link: "</told/orders?page=2>; rel=\"next\"",
      query: "page=2", second: #"[{"id": 2, "note": "x"}]"#, paged: ".paged(by: .link, limit: 2)",
      property: "  let note: String?"),
    Case(
      testDescription: "an absolute link in a member",
      first: #"{"items": [{"id": 1}], "total": 2, "next": "SERVER/told/orders?page=2"}"#,
      query: "page=2", second: last, paged: #".paged(by: .link(at: "$.next"), limit: 2)"#, property: "  let next: URL?"),
    Case(
      testDescription: "a cursor, though both pages have one",
      first: #"{"items": [{"id": 1}], "next_cursor": "a+b", "total": 2}"#, query: "cursor=a+b",
      second: #"{"items": [{"id": 2}], "next_cursor": "c", "total": 2}"#,
      paged: #".paged(by: .cursor(at: "$.next_cursor", as: "cursor"), limit: 2)"#, property: "  let nextCursor: String?"
    ),
    Case(
      testDescription: "a token below a member beside the list",
      first: #"{"items": [{"id": 1}], "meta": {"size": 1, "nextPageToken": "t1"}, "total": 2}"#, query: "pageToken=t1",
      second: #"{"items": [{"id": 2}], "meta": {"size": 1}, "total": 2}"#,
      paged: #".paged(by: .cursor(at: "$.meta.nextPageToken", as: "pageToken"), limit: 2)"#,
      property: "  let nextPageToken: String?"),
    Case(
      testDescription: "a member that the provider does not take back",
      first: #"{"items": [{"id": 1}], "cursor": "here", "total": 2}"#, query: "other=1", second: last, paged: nil,
      remark: "/told/orders: $.cursor seems to lead to a next page, but what came is none"),
    Case(
      testDescription: "a link to another host",
      first: #"{"items": [{"id": 1}], "next": "https://x.invalid/told/orders?page=2"}"#,
      query: "page=2", second: last, paged: nil),
    Case(
      testDescription: "a link to another endpoint",
      first: #"{"items": [{"id": 1}], "next": "SERVER/told/users?page=2"}"#,
      query: "page=2", second: last, paged: nil),
    Case(
      testDescription: "a cursor that no URL can hold",
      first: #"{"items": [{"id": 1}], "next_cursor": "\#(String(repeating: "x", count: 9000))"}"#,
      query: "page=2", second: last, paged: nil),
    Case(
      testDescription: "a name without a list beside it", first: #"{"id": 1, "next": "SERVER/told/orders?page=2"}"#,
      query: "page=2", second: #"{"id": 2}"#, paged: nil),
    Case(
      testDescription: "a page that cannot be had", first: #"[{"id": 1}]"#, link: "</status/503>; rel=next",
      query: "page=2",
      second: "[]", paged: nil, remark: "the header Link leads to a next page, which could not be fetched, so it is not"
    ),
  ]

  @Test("A list that leads to a next page is followed, and what the last page lacks is optional", arguments: cases)
  func pages(_ c: Case) async throws {
    struct Told: Encodable { let headers: [String: String], body: String }
    func tell(_ name: String, _ body: String, _ headers: [String: String]) throws {
      let told = Told(headers: headers, body: body.replacing("SERVER", with: server.url("")))
      try driftwatch.place.write(
        String(decoding: try JSONEncoder().encode(told), as: UTF8.self), to: "files/\(name).http.json")
    }
    try tell("orders", c.first, c.link.map { ["Link": $0] } ?? [:])
    try tell("orders?\(c.query)", c.second, [:])
    let ending = try await driftwatch.call(
      ["init", "shop-drift", "--url", server.url("/told/orders")],
      environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) },
      folder: driftwatch.place.url.path)
    #expect(ending.code == 0 && ending.text.contains("1 endpoint, 1 response recorded"), "\(ending)")
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: driftwatch.place.path("shop-drift/Contracts/Shop/V1/\(name).swift"), encoding: .utf8)
    }
    let (adapter, types) = (try text("Adapter"), try text("Types"))
    if let paged = c.paged { #expect(adapter.contains(paged), "\(adapter)") }
    #expect(adapter.contains(".paged(") == (c.paged != nil), "\(adapter)")
    if let property = c.property {
      #expect(types.contains(property), "\(types)")
      // Why it is optional though it never was missing.
      if property.contains("ext") { #expect(types.contains("last page has no next one"), "\(types)") }
    }
    if let remark = c.remark {
      #expect(ending.errors.contains(remark), "\(ending.errors)")
    } else {
      #expect(ending.errors.isEmpty, "\(ending.errors)")
    }
    #expect(try server.requests(under: "/told/orders").count <= 2)
  }

  @Test("Of an archive each page counts once, though one leads to the next")
  func archivedPages() async throws {
    let entries = (0..<3).map { page in
      let records = (0..<8).map { number in
        let plan = number == 5 && page == 1 ? "carlasmith" : ["free", "pro"][number % 2]
        return #"{\"id\": \#(page * 8 + number), \"plan\": \"\#(plan)\"}"#
      }
      let next = page < 2 ? #"\"t\#(page + 1)x\""# : "null"
      let query = page == 0 ? "" : "?cursor=t\(page)x"
      return #"""
        {"startedDateTime": "2026-01-01T00:00:0\#(page).000Z", "request": {"method": "GET", "url": "https://api.example.com/v1/items\#(query)"},
         "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json",
         "text": "{\"items\": [\#(records.joined(separator: ","))], \"next_cursor\": \#(next)}"}}}
        """#
    }
    try driftwatch.place.write(
      #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))]}}"#, to: "pages.har")
    let ending = try await driftwatch.call(
      ["init", "shop-drift", "--har", driftwatch.place.path("pages.har")],
      environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) },
      folder: driftwatch.place.url.path)
    #expect(ending.code == 0, "\(ending)")
    func text(_ name: String) throws -> String {
      try String(
        contentsOfFile: driftwatch.place.path("shop-drift/Contracts/Example/V1/\(name).swift"), encoding: .utf8)
    }
    let (adapter, types) = (try text("Adapter"), try text("Types"))
    #expect(types.contains("3 responses") && !types.contains("carlasmith"), "\(types)")
    #expect(adapter.contains(".paged(by: .cursor(at: \"$.next_cursor\"") && !adapter.contains("keep:"), "\(adapter)")
  }
}
