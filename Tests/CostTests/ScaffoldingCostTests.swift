import JSONDocument
import Testing

@testable import Scaffolding

@Suite("The cost of making a package of responses")
struct ScaffoldingCostTests {
  private static func page(_ number: Int) -> String {
    #"{"items": [{"id": \#(number), "plan": "free"}], "next_cursor": "t\#(number + 1)x"}"#
  }

  @Test("Pages of which each leads to the next one")
  func pages() throws {
    try CostOracle.expectLinear(
      "scaffolding: pages", from: 100,
      make: { count in
        try (0..<count).map { number in
          ObservedExchange(
            url: "https://api.example.com/v1/items?cursor=t\(number)x",
            document: try JSONDocument(Array(Self.page(number).utf8)))
        }
      }
    ) { exchanges in
      let sent = SentItems(of: exchanges.map(\.url))
      for exchange in exchanges {
        let paging = ObservedPaging(after: exchange.url, exchange.document, link: nil, sent: sent)
        #expect(paging?.source == #".cursor(at: "$.next_cursor", as: "cursor")"#)
      }
      let api = try #require(try ObservedAPI.all(of: exchanges, without: nil, fallback: "shop").first)
      #expect(api.endpoints.map(\.documents.count) == [exchanges.count])
    }
  }

  @Test("A query of many items")
  func query() throws {
    try CostOracle.expectLinear(
      "scaffolding: items of a query", from: 500,
      make: { count in
        "https://a.example.com/" + String(repeating: "p", count: count) + "?"
          + (0..<count).map { "i\($0)=\($0)" }.joined(separator: "&")
      }
    ) { url in
      let sent = SentItems(of: [url])
      _ = sent
    }
  }

  @Test(
    "Records that are seen again, with identifiers and without, in envelopes of one text",
    arguments: [
      #"{"id": N, "plan": "free", "owner": {"name": "n"}}"#, #"{"plan": "free", "owner": {"name": "N"}}"#,
    ])
  func records(_ record: String) throws {
    try CostOracle.expectLinear(
      "scaffolding: records \(record.prefix(6))", from: 200,
      make: { count in
        let records = (0..<count).map { record.replacing("N", with: "\($0)") }.joined(separator: ",")
        return try (0..<2).map { try JSONDocument(Array(#"{"token": \#($0), "data": {"items": [\#(records)]}}"#.utf8)) }
      }
    ) { documents in
      var inference = DTOInference(name: "Thing")
      for document in documents { inference.add(document) }
      #expect(!inference.deduction(.init()).0.declarations.isEmpty)
    }
  }
}
