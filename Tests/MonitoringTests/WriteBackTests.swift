import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

private let article = "catalogue/article"
private let articles = "catalogue/articles"
private let categories = "catalogue/categories"

/// Of the worker's contract as much as a round needs to know.
private let catalogue = Contract("catalogue", versions: [firstRelease, wholeRelease]) {
  for id in ["article", "articles", "categories"] { Endpoint(id, get: "/\(id)") }
  Endpoint("update", writing: "PUT", to: "/article")
}

private struct Article: Codable {
  let id: Int
  let categoryID: Int?
}

private let firstRelease = Version("v1", shippedIn: "1.0") {
  Reads("article", as: Article.self) { Mapping("Article", records: "$", each: { [$0] }, identity: \.id) }
  Reads("articles", as: [Article].self) {
    Mapping(
      "Article", records: "$[*]", each: \.self, identity: \.id,
      referring: Reference("category", to: "categories", mapping: "Category") { $0.categoryID })
  }
  Reads("categories", as: [Article].self) { Mapping("Category", records: "$[*]", each: \.self, identity: \.id) }
}

private let wholeRelease = Version("v2", shippedIn: "2.0", status: .candidate) { Reads("article", as: Article.self) }

/// What a release would erase or change if it wrote back what it reads.
@Suite struct WriteBackRoundTests {
  private func scenario() throws -> RecordedScenario {
    let scenario = try RecordedScenario([catalogue], executable: "fixture-contracts")
    scenario.selection = ["catalogue": ["article"]]
    try scenario.write(article, ["id": 1, "title": "Lamp", "price": 12.5, "note": "n", "categoryID": 4])
    return scenario
  }

  @Test(
    "A member that the provider adds and a release does not keep is a warning, the same in each round, until it is kept"
  )
  func erasedMember() async throws {
    let scenario = try scenario()
    #expect(try await scenario.round().alarms == [])
    try scenario.edit(article) { $0["slug"] = "lamp" }
    let round = try await scenario.round()
    let finding = try #require(round.findings(.requestRoundtripLoss).first)
    #expect(round.alarms.map(\.fingerprint) == [finding.fingerprint])
    #expect(finding.level == .warning && finding.hit == "v1" && finding.path.isEmpty && finding.paths == ["$.slug"])
    #expect(finding.countOfTotal == "1 of 1")
    #expect(finding.example == Finding.Example(pointer: "/slug", excerpt: "\"lamp\""))
    #expect(round.happenings == ["opened what is written back to update"])
    #expect(round.exitCode == 0)
    // Another value, and another member beside it: the same finding, told once more since more is lost.
    try scenario.edit(article) { $0["slug"] = "lamp-2" }
    let same = try await scenario.round()
    #expect(same.findings(.requestRoundtripLoss).map(\.fingerprint) == [finding.fingerprint])
    #expect(same.happenings == [])
    try scenario.edit(article) { $0["tags"] = ["a"] }
    let worse = try await scenario.round()
    #expect(worse.findings(.requestRoundtripLoss).map(\.fingerprint) == [finding.fingerprint])
    #expect(worse.findings(.requestRoundtripLoss).first?.paths == ["$.slug", "$.tags"])
    #expect(worse.happenings == ["escalated what is written back to update"])
    try scenario.edit(article) {
      $0["slug"] = nil
      $0["tags"] = nil
    }
    let mended = try await scenario.round()
    #expect(mended.happenings == ["resolved what is written back to update"])
    #expect(mended.findings(.requestRoundtripLoss) == [])
  }

  @Test("While the write cannot be tried, what it would erase stays told")
  func untriedWrite() async throws {
    let scenario = try scenario()
    try scenario.edit(article) { $0["slug"] = "lamp" }
    let finding = try #require(try await scenario.round().findings(.requestRoundtripLoss).first)
    for (name, value) in [("price", "cheap"), ("title", "trap")] as [(String, EditableJSON)] {
      let good = try scenario.text(article)
      try scenario.edit(article) { $0[name] = value }
      let round = try await scenario.round()
      #expect(round.findings(.requestRoundtripLoss).map(\.fingerprint) == [finding.fingerprint], "\(name)")
      let spoiled = round.findings(.requestShapeChanged)
      #expect(spoiled.map(\.level) == (name == "title" ? [.breaking] : []))
      #expect(spoiled.allSatisfy { $0.hit == "v1" })
      try scenario.write(article, text: good)
    }
    #expect(try await scenario.round().findings(.requestRoundtripLoss).map(\.fingerprint) == [finding.fingerprint])
  }

  @Test("Null that is left out is information, and so is what a candidate keeps whole")
  func harmless() async throws {
    let scenario = try scenario()
    try scenario.edit(article) {
      $0["note"] = .null
      $0["price"] = 0.1
    }
    let round = try await scenario.round()
    #expect(round.alarms == [])
    #expect(round.findings(.requestRoundtripLoss).map(\.level) == [.info])
    #expect(
      round.findings(.requestRoundtripLoss).map(\.message)
        == ["What v1 writes back to update says the same in another way: $.note is left out instead of null."])
  }

  @Test("What was accepted covers the paths of then, and no further one")
  func accepted() async throws {
    let scenario = try scenario()
    try scenario.edit(article) { $0["slug"] = "lamp" }
    let finding = try #require(try await scenario.round().alarms.first)
    let acceptance = Acceptance(of: finding, by: "Ann", reason: "the server keeps it", at: scenario.clock)
    scenario.acceptances = ["catalogue": [IdentifiedAcceptance(id: "a", acceptance: acceptance)]]
    #expect(try await scenario.round().happenings == ["resolved what is written back to update"])
    #expect(try await scenario.round().alarms == [])
    try scenario.edit(article) { $0["tags"] = ["a"] }
    let round = try await scenario.round()
    #expect(round.alarms.map(\.fingerprint) == [finding.fingerprint])
    #expect(round.happenings == ["reopened what is written back to update"])
  }
}

/// A list that is written back whole, by a release whose list leaves out what it cannot read.
@Suite struct WriteBackListTests {
  private let patient = Contract(
    "catalogue", versions: [Version("patient") { Reads("articles", as: [Article].self) }]
  ) {
    for id in ["article", "articles", "categories"] { Endpoint(id, get: "/\(id)") }
    Endpoint("update", writing: "PUT", to: "/article")
  }

  @Test("What is lost of a list stays told while the list is empty, and elements that are left out are lost too")
  func emptyList() async throws {
    let scenario = try RecordedScenario([patient], executable: "fixture-contracts")
    scenario.selection = ["catalogue": ["articles"]]
    try scenario.write(articles, [["id": 1, "price": 1], ["id": 2, "price": 2]])
    #expect(try await scenario.round().findings(.requestRoundtripLoss) == [])
    try scenario.edit(articles) { $0.each { $0["slug"] = "s" } }
    let round = try await scenario.round()
    let finding = try #require(round.findings(.requestRoundtripLoss).first)
    #expect(finding.paths == ["$[*].slug"] && finding.countOfTotal == "2 of 2" && finding.level == .warning)
    try scenario.write(articles, [])
    let empty = try await scenario.round()
    #expect(empty.findings(.requestRoundtripLoss).map(\.fingerprint) == [finding.fingerprint])
    #expect(empty.happenings == [])
    try scenario.write(articles, [["id": 1, "price": 1], ["id": 2], ["id": 3, "price": 3]])
    let lossy = try await scenario.round()
    #expect(lossy.findings(.requestRoundtripLoss).map(\.fingerprint) == [finding.fingerprint])
    #expect(
      lossy.findings(.requestRoundtripLoss).map(\.message)
        == ["patient would erase 1 element of $ when it writes what it read back to update."])
    #expect(lossy.happenings == ["escalated what is written back to update"])
    try scenario.write(articles, [["id": 1, "price": 1], ["id": 3, "price": 3]])
    #expect(try await scenario.round().happenings == ["resolved what is written back to update"])
  }
}

/// An object that comes and goes, with a member that is not kept.
@Suite struct WriteBackNestedTests {
  private let nested = Contract(
    "catalogue", versions: [Version("nested") { Reads("article", as: Article.self) }]
  ) {
    for id in ["article", "articles", "categories"] { Endpoint(id, get: "/\(id)") }
    Endpoint("update", writing: "PUT", to: "/article")
  }

  @Test("What held a lost member is null: it may come back. It is gone: there is nothing left to lose")
  func goneParent() async throws {
    let subject = "what is written back to update"
    let scenario = try RecordedScenario([nested], executable: "fixture-contracts")
    scenario.selection = ["catalogue": ["article"]]
    try scenario.write(article, ["id": 1, "seller": ["id": 1, "of": 1]])
    #expect(try await scenario.round().alarms.map(\.paths) == [["$.seller.of"]])
    try scenario.write(article, ["id": 1])
    #expect(try await scenario.round().happenings == ["resolved \(subject)"])
    try scenario.write(article, ["id": 1, "seller": ["id": 1, "of": 1]])
    #expect(try await scenario.round().happenings == ["reopened \(subject)"])
    try scenario.write(article, ["id": 1, "seller": .null])
    let blind = try await scenario.round()
    #expect(blind.alarms.map(\.paths) == [["$.seller.of"]])
    #expect(blind.openIncidents.map(\.subject).contains(subject))
  }
}

/// Records that name another one which is not there.
@Suite struct ReferenceRoundTests {
  private func scenario(_ known: [Int] = [1, 2, 3, 4]) throws -> RecordedScenario {
    let scenario = try RecordedScenario([catalogue], executable: "fixture-contracts")
    scenario.selection = ["catalogue": ["articles", "categories"]]
    try write(known, to: scenario)
    try write(articles: 12, to: scenario)
    return scenario
  }

  private func write(_ known: [Int], to scenario: RecordedScenario) throws {
    try scenario.write(categories, .list(known.map { ["id": .number(Double($0)), "name": .text("category \($0)")] }))
  }

  private func write(articles count: Int, to scenario: RecordedScenario) throws {
    let list = (0..<count).map { number -> EditableJSON in
      ["id": .number(Double(number)), "title": "T", "price": 1, "categoryID": .number(Double(number % 4 + 1))]
    }
    try scenario.write(articles, .list(list))
  }

  @Test("A category that goes while articles still name it is told with the count, until it is back")
  func removedPartner() async throws {
    let scenario = try scenario()
    let before = try await scenario.rounds(30)
    #expect(before.findings(.mappingReferenceUnmatched) == [] && before.alarms == [])
    try write([1, 2, 4], to: scenario)
    let round = try await scenario.round()
    let finding = try #require(round.findings(.mappingReferenceUnmatched).first)
    #expect(finding.endpoint == "articles" && finding.countOfTotal == "3 of 12" && finding.hit == "v1")
    #expect(finding.domainProperties == ["Article.category"])
    #expect(finding.example?.pointer == "/2")
    #expect(finding.level == .warning)
    #expect(round.happenings == ["opened reference category of Article"])
    // The articles are the same; that the categories are down says nothing of them.
    try scenario.write(categories, text: "no", status: 503)
    let blind = try await scenario.round()
    #expect(blind.findings(.mappingReferenceUnmatched).map(\.fingerprint) == [finding.fingerprint])
    #expect(blind.happenings == [])
    try scenario.setStatus(categories, 200)
    try write([1, 2, 4], to: scenario)
    #expect(try await scenario.round().findings(.mappingReferenceUnmatched).map(\.level) == [.warning])
    try write([1, 2, 3, 4], to: scenario)
    var happenings: [String] = []
    for _ in 0..<3 { happenings += try await scenario.round().happenings }
    #expect(happenings == ["resolved reference category of Article"])
    #expect(try await scenario.round().findings(.mappingReferenceUnmatched) == [])
  }

  @Test("Articles that never had a partner are information, and a few more of them are chance")
  func neverMatched() async throws {
    let scenario = try scenario([1, 2, 4])
    for _ in 0..<5 {
      let round = try await scenario.round()
      #expect(round.findings(.mappingReferenceUnmatched).map(\.level) == [.info])
      #expect(round.alarms == [])
    }
    try write(articles: 11, to: scenario)
    #expect(try await scenario.round().alarms == [])
  }

  @Test("Where the partners' endpoint is not there, not wanted or cannot be read, nothing is said")
  func noPartners() async throws {
    let scenario = try scenario()
    for _ in 0..<6 { try await scenario.round() }
    for (text, status) in [("no", 503), (#"[{"id":"one"}]"#, 200)] {
      try scenario.write(categories, text: text, status: status)
      #expect(try await scenario.round().findings(.mappingReferenceUnmatched) == [])
    }
    try scenario.setStatus(categories, 200)
    try write([1, 2, 3, 4], to: scenario)
    scenario.selection = ["catalogue": ["articles"]]
    #expect(try await scenario.round().findings(.mappingReferenceUnmatched) == [])
    // An empty list is a response: all categories are gone.
    scenario.selection = ["catalogue": ["articles", "categories"]]
    try write([], to: scenario)
    #expect(try await scenario.round().findings(.mappingReferenceUnmatched).map(\.countOfTotal) == ["12 of 12"])
  }
}
