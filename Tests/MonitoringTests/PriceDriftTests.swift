import ContractKit
import DriftModel
import DriftRules
import PlatziStore
import Testing

private let products = "platzi-store/api/v1/products"

/// What the shop's provider may change, and what the round says of it.
@Suite struct PriceDriftTests {
  private func scenario() throws -> RecordedScenario {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["products"]]
    return scenario
  }

  @Test("The recordings as they are: nothing is wrong")
  func quiet() async throws {
    let scenario = try scenario()
    for _ in 0..<2 {
      let round = try await scenario.round()
      #expect(round.alarms == [])
      #expect(round.exitCode == 0)
      #expect(round.transitions.isEmpty)
    }
  }

  @Test("A price that turns into an object breaks the releases that expect a number, and names what they lose")
  func priceBecomesObject() async throws {
    let scenario = try scenario()
    try await scenario.round()
    try scenario.edit(products) { list in
      list.each { product in
        product["price"] = ["amount": product["price"] ?? 0, "currency": "USD"]
      }
    }
    let round = try await scenario.round()
    #expect(round.exitCode == 1)
    #expect(round.outcome("products") == .drift)
    let decode = try #require(round.findings(.decodeTypeMismatch, at: "$[*].price").first { $0.level == .breaking })
    #expect(decode.hit == "v1 v2")
    #expect(decode.countOfTotal == "6 of 6")
    #expect(decode.versions.map(\.property) == ["ProductDTO.price: Double", "ProductDTO.price: Double"])
    #expect(decode.versions.allSatisfy { $0.losesResponse })
    #expect(decode.domainProperties == ["Product.price", "Product.price"])
    #expect(decode.mappings.allSatisfy { $0.recordsIn == 6 && $0.recordsOut == 0 })
    #expect(decode.example?.pointer == "/0/price")
    #expect(decode.example?.line != nil)
    let change = try #require(round.findings(.fieldTypeChanged, at: "$[*].price").first)
    #expect(change.expected == "number")
    #expect(change.actual.contains("amount"))
    // The beta asks page by page: another request, so another incident, and never more than a warning.
    let beta = try #require(round.findings(.decodeTypeMismatch, at: "$[*].price").first { $0.hit == "v3" })
    #expect(beta.level == .warning)
    #expect(round.happenings == ["opened $[*].price", "opened $[*].price"])
    #expect(round.openIncidents.map(\.level).sorted() == [.warning, .breaking])
  }

  @Test("The release that expects the new form is spared, and the incident does not name it")
  func newFormSpares() async throws {
    let scenario = try RecordedScenario([prices], executable: "fixture-contracts")
    try scenario.write("prices/products", [["id": 1, "price": 44], ["id": 2, "price": 12.5], ["id": 3, "price": 9]])
    #expect(try await scenario.round().exitCode == 0)
    try scenario.edit("prices/products") { list in
      list.each { $0["price"] = ["amount": $0["price"] ?? 0, "currency": "USD"] }
    }
    let round = try await scenario.round()
    #expect(round.exitCode == 1)
    let breaking = round.findings.filter { $0.level == .breaking }
    #expect(breaking.map(\.rule) == [.decodeTypeMismatch])
    #expect(breaking.map(\.hit) == ["v1"])
    #expect(breaking.first?.domainProperties == ["Product.price"])
    #expect(round.openIncidents.map(\.versions) == [["v1"]])
    let verdicts = round.endpoint("products")?.versions.map(\.verdict)
    #expect(verdicts == [.fails, .decodes])
  }

  @Test("One bad record among fifty loses the whole list, and is told as one of fifty")
  func oneOfFifty() async throws {
    let scenario = try scenario()
    try scenario.edit(products) { list in
      let one = list.elements[0]
      list.elements = (1...50).map { number in
        var product = one
        product["id"] = .number(Double(number))
        return product
      }
    }
    try await scenario.round()
    try scenario.edit(products) { $0.element(37) { $0["title"] = nil } }
    let round = try await scenario.round()
    let finding = try #require(round.findings(.decodeKeyNotFound, at: "$[*].title").first { $0.level == .breaking })
    #expect(finding.countOfTotal == "1 of 50")
    #expect(finding.example?.pointer == "/37/title" || finding.example?.pointer == "/37")
    #expect(finding.versions.map(\.property) == ["ProductDTO.title: String", "ProductDTO.title: String"])
    #expect(round.exitCode == 1)
  }

  @Test(
    "Null in a required field, a number beyond its type and another form each break with a rule of their own",
    arguments: [
      ("title", EditableJSON.null, RuleID.decodeValueNotFound), ("id", 1.5, .decodeNumberOutOfRange),
      ("description", ["a", "b"], .decodeTypeMismatch), ("category", "Clothes", .decodeTypeMismatch),
    ] as [(String, EditableJSON, RuleID)])
  func requiredFields(_ name: String, _ value: EditableJSON, _ rule: RuleID) async throws {
    let scenario = try scenario()
    try await scenario.round()
    try scenario.edit(products) { $0.each { $0[name] = value } }
    let round = try await scenario.round()
    let finding = try #require(round.findings(rule, at: "$[*].\(name)").first { $0.level == .breaking })
    #expect(finding.countOfTotal == "6 of 6")
    #expect(finding.hit == "v1 v2")
    #expect(finding.versions.first?.property?.hasPrefix("ProductDTO.\(name): ") == true)
    #expect(finding.domainProperties.contains { $0.hasPrefix("Product.\(name)") })
    #expect(round.exitCode == 1)
  }

  @Test("Images that hold JSON text cut at its commas lose the whole response")
  func cutJSONText() async throws {
    let scenario = try scenario()
    try await scenario.round()
    try scenario.edit(products) { list in
      list.each { $0["images"] = [#"["https://i.imgur.com/1twoaDy.jpeg""#, #""https://i.imgur.com/2twoaDy.jpeg"]"#] }
    }
    let round = try await scenario.round()
    let losses = round.findings.filter { $0.level == .breaking && $0.rule.family == .decode }
    #expect(losses.map(\.path) == ["$[*].images[*]"])
    #expect(losses.first?.hit == "v1 v2")
    #expect(losses.first?.versions.allSatisfy(\.losesResponse) == true)
    #expect(round.exitCode == 1)
  }

  @Test("Images that hold what is no URL on a phone of the time decode here, and are a warning, never silence")
  func notAURL() async throws {
    let scenario = try scenario()
    try await scenario.round()
    try scenario.edit(products) { $0.element(2) { $0["images"] = ["not a url"] } }
    let round = try await scenario.round()
    let finding = try #require(round.findings(.decodePlatformDependent, at: "$[*].images[*]").first)
    #expect(finding.level == .warning)
    #expect(finding.hit == "v1 v2")
    #expect(finding.count == 1)
    #expect(finding.versions.map(\.losesResponse) == [false, false])
    #expect(round.endpoint("products")?.versions.allSatisfy { $0.verdict == .decodes } == true)
    #expect(round.exitCode == 0)
    #expect(round.report.summary.warnings > 0)
  }

  @Test(
    "What is no drift: other order, numbers written otherwise, records that come and go, a member more",
    arguments: ["order", "numbers", "fewer", "values", "addition"])
  func harmless(_ change: String) async throws {
    let scenario = try scenario()
    try await scenario.round()
    switch change {
    case "order": try scenario.edit(products) { $0.elements = $0.elements.reversed() }
    case "numbers":
      try scenario.write(products, text: scenario.text(products).replacing("\"price\": 38", with: "\"price\": 38.0"))
    case "fewer": try scenario.edit(products) { $0.elements = Array($0.elements.prefix(2)) }
    case "values": try scenario.edit(products) { $0.each { $0["title"] = "Another Thing" } }
    default: try scenario.edit(products) { $0.each { $0["stock"] = 3 } }
    }
    let round = try await scenario.round()
    #expect(round.alarms == [])
    #expect(round.exitCode == 0)
    let added = round.findings(.fieldAdded, at: "$[*].stock")
    #expect(added.map(\.level) == (change == "addition" ? [.info, .info] : []))
  }
}

/// The fixture executable knows the same contract by its own code; here only ids, paths and mappings' names count.
private let prices = Contract("prices", versions: [priceVersion("v1", "1.0"), priceVersion("v2", "1.1")]) {
  Endpoint("products", get: "/products")
}

private func priceVersion(_ id: String, _ releases: String) -> Version {
  struct Product: Decodable { let id: Int }
  return Version(id, shippedIn: releases) {
    Reads("products", as: [Product].self) { Mapping("Product", records: "$[*]", each: \.self, identity: \.id) }
  }
}
