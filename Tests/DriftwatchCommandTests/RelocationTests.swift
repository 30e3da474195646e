import Foundation
import TestSupport
import Testing

/// Backtests over files of a good and then of a changed response.
@Suite("A backtest says where values stand that were renamed or moved")
struct RelocationTests {
  private struct Case: Sendable {
    let title: String
    /// What the five products were before: a list of them, unless it says something else.
    var before: @Sendable ([[String: JSONValue]]) -> JSONValue = { .list($0.map { .object($0) }) }
    /// Whether a version reads it, which every change to the whole response breaks.
    var isRead = true
    /// What becomes of the five products: the text of the response.
    let change: @Sendable ([[String: JSONValue]]) -> JSONValue
    /// By rule and path: what the hint must contain.
    let hints: [String: String]

    init(_ title: String, _ hints: [String: String], _ change: @escaping @Sendable ([[String: JSONValue]]) -> JSONValue)
    {
      (self.title, self.hints, self.change) = (title, hints, change)
    }
  }

  private indirect enum JSONValue: Sendable, Encodable {
    case text(String), number(Double), object([String: JSONValue]), list([JSONValue])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .object(let members): try container.encode(members)
      case .list(let elements): try container.encode(elements)
      }
    }
  }

  private static let products: [[String: JSONValue]] = (0..<5).map { number in
    [
      "id": .number(Double(number + 4)), "title": .text(["Hoodie", "Lamp", "Old Cap", "Mouse", "Table"][number]),
      "slug": .text("slug-\(number)"), "price": .number([44, 17, 100, 250, 99][number]),
      "description": .text("Description \(number)"), "images": .list([.text("https://a.example/\(number).jpeg")]),
      "creationAt": .text("2025-09-2\(number)T20:31:07.000Z"), "updatedAt": .text("2025-09-2\(number)T21:31:07.000Z"),
      "category": .object([
        "id": .number(Double(number + 1)), "name": .text("Category \(number)"), "slug": .text("category-\(number)"),
        "image": .text("https://a.example/c\(number).jpeg"), "creationAt": .text("2025-09-25T20:31:07.000Z"),
        "updatedAt": .text("2025-09-25T20:31:07.000Z"),
      ]),
    ]
  }

  private static func each(
    _ change: @escaping @Sendable (inout [String: JSONValue]) -> Void
  ) -> @Sendable ([[String: JSONValue]]) -> JSONValue {
    { products in
      .list(
        products.map { product in
          var product = product
          change(&product)
          return .object(product)
        })
    }
  }

  private static let cases = [
    Case(
      "another name",
      [
        "decode-key-not-found $[*].title": "renamed to `name`", "field-renamed $[*].title": "renamed to `name`",
      ], each { $0["name"] = $0.removeValue(forKey: "title") }),
    Case(
      "a number into an object",
      [
        "decode-type-mismatch $[*].price": "$[*].price.amount", "field-type-changed $[*].price": "$[*].price.amount",
      ], each { $0["price"] = .object(["amount": $0["price"] ?? .text(""), "currency": .text("USD")]) }),
    Case("a list into an envelope", ["decode-type-mismatch $": "$.data", "field-type-changed $": "$.data"]) {
      .object(["data": .list($0.map { .object($0) }), "total": .number(5)])
    },
    Case(
      "the first of a list",
      ["decode-key-not-found $[*].images": "$[*].image", "field-removed $[*].images": "$[*].image"],
      each { product in
        if case .list(let images)? = product.removeValue(forKey: "images") { product["image"] = images[0] }
      }),
    Case(
      "each record into an envelope",
      ["decode-key-not-found $[*].price": "$[*].product", "field-removed $[*].category": "$[*].product"],
      each { $0 = ["product": .object($0)] }),
    Case(
      "a nested object into its parent",
      [
        "decode-key-not-found $[*].category": "its name perhaps moved to $[*].category_name",
        "field-removed $[*].category": "its name perhaps moved to $[*].category_name",
      ],
      each { product in
        guard case .object(let category)? = product.removeValue(forKey: "category") else { return }
        for (name, value) in category { product["category_\(name)"] = value }
      }),
    Case(
      "a value into an object that is new",
      ["decode-key-not-found $[*].price": "$[*].pricing.price", "field-removed $[*].price": "$[*].pricing.price"],
      each {
        $0["pricing"] = .object(["price": $0.removeValue(forKey: "price") ?? .text(""), "currency": .text("USD")])
      }),
    Case(
      "a value out of its object",
      ["decode-key-not-found $[*].category.name": "$[*].name", "field-removed $[*].category.name": "$[*].name"],
      each { product in
        guard case .object(var category)? = product["category"] else { return }
        product["name"] = category.removeValue(forKey: "name")
        product["category"] = .object(category)
      }),
    freed,
  ]

  /// A list that was in an envelope, as no version of the shop reads it.
  private static var freed: Case {
    var freed = Case("a list out of its envelope", ["field-type-changed $": "its data perhaps moved to $"]) {
      .list($0.map { .object($0) })
    }
    freed.before = { .object(["data": .list($0.map { .object($0) }), "total": .number(5)]) }
    freed.isRead = false
    return freed
  }

  /// A line of a backtest.
  private struct Line: Decodable {
    struct Finding: Decodable {
      let rule: String
      let path: String
      let hint: String?
    }
    let findings: [Finding]?
  }

  @Test(
    "The failure to decode and the change both name the new place, and one change is one finding",
    arguments: cases.indices)
  func places(_ index: Int) async throws {
    let (driftwatch, item) = (try Driftwatch(), Self.cases[index])
    var files: [String] = []
    for number in 0..<14 {
      let body = number < 12 ? item.before(Self.products) : item.change(Self.products)
      let name = "response-\(number + 10).json"
      try driftwatch.place.write(String(decoding: try JSONEncoder().encode(body), as: UTF8.self), to: name)
      files.append(name)
    }
    let ending = try await driftwatch.call(
      ["backtest", "--format", "json"] + (item.isRead ? ["--contract", "platzi-store/products"] : []) + files)
    let found = ending.text.split(separator: "\n").flatMap {
      (try? JSONDecoder().decode(Line.self, from: Data($0.utf8)))?.findings ?? []
    }
    for (place, hint) in item.hints {
      let here = found.filter { "\($0.rule) \($0.path)" == place }
      #expect(
        here.count == 1 && here.allSatisfy { $0.hint?.contains(hint) == true }, "\(item.title): \(place): \(found)")
    }
    let changes = found.filter { $0.rule.hasPrefix("field-") && $0.rule != "field-added" }
    #expect(changes.count == 1, "\(item.title): \(changes)")
  }
}
