import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

private enum Status: String, Decodable {
  case active, discontinued, unknown

  init(from decoder: any Decoder) throws {
    self = Status(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}

private struct ProductDTO: Decodable {
  struct Category: Decodable {
    let id: Int
    let name: String
  }

  let url: URL
  let title: String
  let price: Double
  let currency: String?
  let image: String?
  let status: Status
  let category: Category
  let creationAt: Date
}

private struct Price {
  let amount: Double
  let currency: String
}

private struct Product {
  let title: String
  let price: Price
  let image: URL?
  let status: Status
  let categoryName: String
  let page: URL
  var id: Int? { Int(page.lastPathComponent) }

  init?(_ dto: ProductDTO) {
    guard !dto.title.allSatisfy(\.isWhitespace) else { return nil }
    title = dto.title
    price = Price(amount: dto.price, currency: dto.currency ?? "USD")
    image = dto.image.flatMap { URL(string: $0) }
    status = dto.status
    categoryName = dto.category.name
    page = dto.url
  }
}

private let products = Mapping(
  "Product", records: "$[*]", each: \[ProductDTO].self, to: { Product($0) }, observing: { Property("id", \.id) })

private func product(_ number: Int) -> String {
  """
  {"url": "https://example.com/products/\(number)/", "title": "Chair", "price": 44, "currency": "EUR",
   "image": "https://example.com/\(number).png", "status": "active",
   "category": {"id": 3, "name": "Furniture", "slug": "furniture"}, "creationAt": "2024-05-06T07:08:09Z"}
  """
}

private func decoder() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}

struct LineageCase: Sendable, CustomTestStringConvertible {
  let path: String
  let perturbation: Perturbation
  let expected: [String]

  init(_ path: String, _ perturbation: Perturbation, _ expected: String...) {
    (self.path, self.perturbation, self.expected) = (path, perturbation, expected)
  }

  var testDescription: String { "\(path) \(perturbation)" }
}

@Suite("The lineage of a product")
struct LineageProductTests {
  @Test(
    "has for each path and perturbation the effect on response, record and properties",
    arguments: [
      LineageCase("$", .null, "responseLost"),
      LineageCase("$", .wrapped, "responseLost"),
      LineageCase("$", .empty, "everyRecordLost"),
      LineageCase("$[*]", .removed, "recordLost"),
      LineageCase("$[*]", .null, "responseLost"),
      LineageCase("$[*].price", .removed, "responseLost"),
      LineageCase("$[*].price", .null, "responseLost"),
      LineageCase("$[*].price", .asText, "responseLost"),
      LineageCase("$[*].price", .wrapped, "responseLost"),
      LineageCase("$[*].price", .asFraction, "price.amount changed"),
      LineageCase("$[*].price", .alteredOnce, "price.amount changed"),
      LineageCase("$[*].price", .alteredAgain, "price.amount changed"),
      LineageCase("$[*].currency", .removed, "price.currency defaulted"),
      LineageCase("$[*].currency", .null, "price.currency defaulted"),
      LineageCase("$[*].currency", .empty, "price.currency lost"),
      LineageCase("$[*].currency", .unknownValue, "price.currency changed"),
      LineageCase("$[*].currency", .alteredOnce, "price.currency changed"),
      LineageCase("$[*].image", .removed, "image lost"),
      LineageCase("$[*].image", .null, "image lost"),
      LineageCase("$[*].image", .empty, "image lost"),
      LineageCase("$[*].image", .asNumber, "responseLost"),
      // Foundation makes a URL of it.
      LineageCase("$[*].image", .blank, "image changed"),
      LineageCase("$[*].status", .removed, "responseLost"),
      LineageCase("$[*].status", .unknownValue, "status defaulted"),
      LineageCase("$[*].status", .blank, "status defaulted"),
      LineageCase("$[*].status", .alteredOnce, "status changed"),
      LineageCase("$[*].title", .blank, "recordLost"),
      LineageCase("$[*].title", .empty, "recordLost"),
      LineageCase("$[*].title", .alteredOnce, "title changed"),
      LineageCase("$[*].url", .alteredOnce, "id changed", "page changed"),
      LineageCase("$[*].url", .unknownValue, "id lost", "page changed"),
      LineageCase("$[*].url", .empty, "responseLost"),
      // No effect on the domain model whatever it says, and the whole list is lost when it has another type.
      LineageCase("$[*].category.id", .alteredOnce),
      LineageCase("$[*].category.id", .alteredAgain),
      LineageCase("$[*].category.id", .removed, "responseLost"),
      LineageCase("$[*].category.id", .asText, "responseLost"),
      LineageCase("$[*].category.id", .asFraction, "responseLost"),
      LineageCase("$[*].creationAt", .alteredOnce),
      LineageCase("$[*].creationAt", .unknownValue, "responseLost"),
      LineageCase("$[*].category", .asArray, "responseLost"),
      LineageCase("$[*].category", .empty, "responseLost"),
      LineageCase("$[*].category.name", .alteredOnce, "categoryName changed"),
    ])
  func cells(_ c: LineageCase) async throws {
    let text = "[\(product(1)), \(product(2)), \(product(3))]"
    let lineage = try await lineage(of: text, as: [ProductDTO].self, using: decoder(), products)
    #expect(lineage.isPruned)
    #expect(lineage.effects(c.path, c.perturbation) == c.expected)
  }

  @Test("has each read path once, with its readers, and no path that nothing reads")
  func paths() async throws {
    let text = "[\(product(1)), \(product(2))]"
    let lineage = try await lineage(of: text, as: [ProductDTO].self, using: decoder(), products)
    #expect(
      lineage.paths.map { "\($0.pattern) \($0.readers.joined())" } == [
        "$ ", "$[*] ", "$[*].url ProductDTO.url", "$[*].title ProductDTO.title", "$[*].price ProductDTO.price",
        "$[*].currency ProductDTO.currency", "$[*].image ProductDTO.image", "$[*].status ProductDTO.status",
        "$[*].category ProductDTO.category", "$[*].creationAt ProductDTO.creationAt", "$[*].category.id Category.id",
        "$[*].category.name Category.name",
      ])
    #expect(lineage.unexercised.isEmpty && lineage.untried.isEmpty)
    #expect(lineage.effects("$[*].price", .blank) == nil)
  }

  @Test("perturbs the first value of a path that is not null and in a record that is not dropped")
  func representatives() async throws {
    let dropped = product(1).replacing("Chair", with: " ")
    let bare = product(2).replacing(#""https://example.com/2.png""#, with: "null")
    let lineage = try await lineage(
      of: "[\(dropped), \(bare), \(product(3))]", as: [ProductDTO].self, using: decoder(), products)
    #expect(lineage.effects("$[*].price", .alteredOnce) == ["price.amount changed"])
    #expect(lineage.effects("$[*].image", .removed) == ["image lost"])
  }

  @Test("names paths that are read but missing in the response")
  func unexercised() async throws {
    let bare = product(1).replacing(#""currency": "EUR","#, with: "")
    let lineage = try await lineage(of: "[\(bare)]", as: [ProductDTO].self, using: decoder(), products)
    #expect(lineage.unexercised == ["$[*].currency"])
    #expect(lineage.effects("$[*].currency", .removed) == nil)
  }
}
