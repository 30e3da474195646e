import ContractKit
import Foundation
import PlatziStore
import Testing

@Suite("platzi-store")
struct PlatziStoreTests {
  static let category = """
    {"id": 74, "name": "Electronics", "slug": "electronics", "image": "https://i.imgur.com/ZANVnHE.jpeg"}
    """

  static func product(
    price: String = "44", slug: String = #""slug": "headphones","#, images: String = #"["https://i.imgur.com/a.jpeg"]"#,
    date: String = "2025-09-25T20:31:13.000Z"
  ) -> String {
    """
    [{"id": 2, "title": "Headphones", \(slug) "price": \(price), "description": "Thirty hours.",
      "category": \(category), "images": \(images), "creationAt": "\(date)", "updatedAt": "\(date)"}]
    """
  }

  @Test("A product keeps its values in every release", arguments: ["v1", "v2", "v3"])
  func productIsMapped(version: String) async throws {
    let app = try AppCode(platziStore, version, "products")
    let product = try #require(try await app.domain(Self.product(price: "44.5"))[0])
    #expect(product["title"] == "Headphones")
    #expect(product["price"] == "44.5")
    #expect(product["images"] == "[https://i.imgur.com/a.jpeg]")
    #expect(product["category.imageURL"] == "https://i.imgur.com/ZANVnHE.jpeg")
    #expect(product.identity == ["2"])
  }

  @Test(
    "A product under 50 is affordable",
    arguments: [("49.99", "true"), ("50", "false"), ("0", "true"), ("1e2", "false")])
  func affordability(price: String, expected: String) async throws {
    let app = try AppCode(platziStore, "v1", "products")
    let product = try #require(try await app.domain(Self.product(price: price))[0])
    #expect(product["isAffordable"] == expected)
    #expect(product.brokenRules == [])
  }

  @Test("A price below zero breaks the rule")
  func negativePrice() async throws {
    let app = try AppCode(platziStore, "v1", "products")
    let product = try #require(try await app.domain(Self.product(price: "-1"))[0])
    #expect(product.brokenRules == ["price is not negative"])
  }

  @Test("Release 1.5 needs the slug and makes the address to share from it")
  func slug() async throws {
    let app = try AppCode(platziStore, "v2", "products")
    let product = try #require(try await app.domain(Self.product())[0])
    #expect(product["shareURL"] == "https://shop.example.com/products/headphones")
    #expect(product["createdAt"] == "2025-09-25 20:31:13 +0000")
    #expect(throws: DecodingError.self) { try app.decode(Data(Self.product(slug: "").utf8)) }
    #expect(throws: DecodingError.self) { try app.decode(Data(Self.product(date: "yesterday").utf8)) }
    #expect(throws: Never.self) {
      try AppCode(platziStore, "v1", "products").decode(Data(Self.product(slug: "").utf8))
    }
  }

  @Test("JSON text cut at its commas in `images` loses the whole list", arguments: ["v1", "v2", "v3"])
  func cutImages(version: String) throws {
    let images = #"["[\"https://i.imgur.com/a.jpeg\"", "\"https://i.imgur.com/b.jpeg\"]"]"#
    let app = try AppCode(platziStore, version, "products")
    #expect(throws: DecodingError.self) { try app.decode(Data(Self.product(images: images).utf8)) }
  }

  @Test("A price that became an object breaks every release", arguments: ["v1", "v2", "v3"])
  func priceObject(version: String) throws {
    let app = try AppCode(platziStore, version, "products")
    let body = Self.product(price: #"{"amount": 44, "currency": "USD"}"#)
    #expect(throws: DecodingError.self) { try app.decode(Data(body.utf8)) }
  }

  @Test("A category whose image is no URL is kept, without a picture")
  func categoryImage() async throws {
    let app = try AppCode(platziStore, "v1", "categories")
    let values = try await app.domain(
      """
      [{"id": 1, "name": "Clothes", "image": "https://i.imgur.com/a.jpeg"}, {"id": 2, "name": "Odd", "image": ""}]
      """)
    #expect(values.map { $0?["imageURL"] } == ["https://i.imgur.com/a.jpeg", nil])
    #expect(values.map { $0?["name"] } == ["Clothes", "Odd"])
  }

  @Test("The body sent for a product names its category by id, unlike the response", arguments: ["v1", "v2", "v3"])
  func createBody(version: String) async throws {
    struct Body: Decodable, Equatable {
      let title: String
      let price: Double
      let description: String
      let categoryId: Int
      let images: [String]
    }
    let app = try AppCode(platziStore, version, "products")
    let product = try #require(try await app.domain(Self.product())[0])
    let sends = try #require(app.version.sends.first)
    let body = try #require(try sends.encode(product.raw))
    #expect(
      try JSONDecoder().decode(Body.self, from: body)
        == Body(
          title: "Headphones", price: 44, description: "Thirty hours.", categoryId: 74,
          images: ["https://i.imgur.com/a.jpeg"]))
    #expect(try sends.encode("no product") == nil)
  }

  @Test("The coming release asks page by page, those that shipped ask once")
  func requests() throws {
    let endpoint = try #require(platziStore.endpoint("products"))
    let queries = platziStore.versions.map { platziStore.request(for: endpoint, in: $0).query.map(\.name) }
    #expect(queries == [["limit"], ["limit"], ["offset", "limit"]])
  }
}
