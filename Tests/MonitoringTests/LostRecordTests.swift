import DriftModel
import DriftRules
import Landmarks
import OmgLol
import PokeAPI
import Testing
import ToDo

private let list = "landmarks/landmarks"
private let tutorial = "landmarks/matthewogtong/Landmarks/HEAD/Landmarks/Landmarks/Resources/landmarkData.json"

/// Landmarks that vanish although everything decodes.
@Suite struct LostRecordTests {
  private func scenario() throws -> RecordedScenario {
    let scenario = try RecordedScenario([landmarks])
    try scenario.copyRecordings(of: "Landmarks", date: "2025-09-25")
    scenario.selection = ["landmarks": ["list"]]
    return scenario
  }

  /// What the provider does to so many of the 24 landmarks, and the path to blame.
  struct Loss: CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    let path: String
    let level: Level
    let change: @Sendable (inout EditableJSON) -> Void
  }

  @Test(
    "Records that a mapping drops are a warning, from a fifth on breaking, and the member to blame is named",
    arguments: [
      Loss(testDescription: "an unknown category", count: 2, path: "$.items[*].category", level: .warning) {
        $0["category"] = "deserts"
      },
      Loss(testDescription: "a category in other letter case", count: 3, path: "$.items[*].category", level: .warning) {
        $0["category"] = "Lakes"
      },
      Loss(testDescription: "six landmarks without a name", count: 6, path: "$.items[*].name", level: .breaking) {
        $0["name"] = nil
      },
      Loss(testDescription: "six landmarks whose name is null", count: 6, path: "$.items[*].name", level: .breaking) {
        $0["name"] = .null
      },
      Loss(testDescription: "five of 24 landmarks", count: 5, path: "$.items[*].category", level: .breaking) {
        $0["category"] = "deserts"
      },
    ])
  func droppedRecords(_ loss: Loss) async throws {
    let scenario = try scenario()
    #expect(try await scenario.rounds(30).alarms == [])
    try scenario.edit(list) { response in
      response.member("items") { items in for index in 0..<loss.count { items.element(index, loss.change) } }
    }
    for _ in 0..<2 {
      let round = try await scenario.round()
      let finding = try #require(round.findings(.mappingRecordDropped).first)
      #expect(finding.level == loss.level)
      #expect(finding.path == loss.path)
      #expect(finding.countOfTotal == "\(loss.count) of 24")
      #expect(finding.hit == "v4")
      #expect(finding.mappings.map(\.mapping) == ["Landmark"])
      #expect(finding.mappings.map(\.recordsOut) == [24 - loss.count])
      // The value to blame, or the record that lacks it.
      let value = loss.path.replacing("$.items[*].", with: "/items/0/")
      #expect(finding.example.map { ["/items/0", value].contains($0.pointer) && !$0.excerpt.isEmpty } == true)
      #expect(round.endpoint("list")?.versions.map(\.verdict) == [.decodes])
      #expect(round.exitCode == (loss.level == .breaking ? 1 : 0))
      #expect(round.openIncidents.map(\.subject) == [loss.path])
      // Another response of the same form, so that it is looked at anew.
      try scenario.edit(list) { $0.member("items") { $0.element(20) { $0["note"] = "Closed on Mondays, sadly." } } }
    }
  }

  @Test("A category that is an object instead of text loses the whole response")
  func categoryBecomesObject() async throws {
    let scenario = try scenario()
    try await scenario.round()
    try scenario.edit(list) { $0.member("items") { $0.each { $0["category"] = ["id": 3, "name": "lakes"] } } }
    let round = try await scenario.round()
    let finding = try #require(round.findings(.decodeTypeMismatch, at: "$.items[*].category").first)
    #expect(finding.level == .breaking)
    #expect(finding.versions.map(\.property) == ["LandmarkDTO.category: String"])
    #expect(finding.countOfTotal == "24 of 24")
    #expect(finding.domainProperties == ["Landmark.category"])
    #expect(round.exitCode == 1)
    #expect(round.happenings == ["opened $.items[*].category"])
  }

  @Test("In the first round drops are information, and one more later is chance; most of the records are breaking")
  func baselineTells() async throws {
    let scenario = try scenario()
    func lose(_ count: Int) throws {
      try scenario.copyRecordings(of: "Landmarks", date: "2025-09-25")
      try scenario.edit(list) {
        $0.member("items") { for index in 0..<count { $0.element(index) { $0["name"] = "  " } } }
      }
    }
    var levels: [Level] = []
    for (count, rounds) in [(3, 1), (2, 1), (3, 1), (4, 1), (3, 30), (18, 1)] {
      try lose(count)
      levels.append(try #require(try await scenario.rounds(rounds).findings(.mappingRecordDropped).first).level)
    }
    #expect(levels == [.info, .info, .info, .info, .info, .breaking])
  }

  @Test("A loss that grows until nothing is left is one incident, told as worse, with the change that came with it")
  func growing() async throws {
    let scenario = try scenario()
    func rename(_ count: Int) throws {
      try scenario.copyRecordings(of: "Landmarks", date: "2025-09-25")
      try scenario.edit(list) {
        $0.member("items") { for index in 0..<count { $0.element(index) { $0["category"] = "plateaus" } } }
      }
    }
    let path = "$.items[*].category"
    var happenings: [[String]] = []
    for count in [0, 1, 24, 3, 3, 0] {
      try rename(count)
      let round = try await scenario.round()
      happenings.append(round.happenings)
      guard count > 0 else { continue }
      let finding = try #require(round.findings(.mappingRecordDropped).first)
      #expect(finding.path == path)
      #expect((finding.hint?.contains(path) == true) == (count == 24))
      // The new value is what drops them: it stands with the loss, not among what is harmless.
      #expect(round.findings(.fieldEnumValueAdded, at: path).map(\.incident) == [finding.incident])
    }
    #expect(happenings == [[], ["opened \(path)"], ["escalated \(path)"], [], [], ["resolved \(path)"]])
  }

  @Test("Landmarks that come and go, some without a place, are no alarm, and are learned")
  func churn() async throws {
    let scenario = try scenario()
    try scenario.edit(list) { $0.member("items") { $0.each { $0["location"] = "Utah" } } }
    let whole = try scenario.text(list)
    for (round, count) in [9, 14, 24, 24, 11, 24].enumerated() {
      try scenario.write(list, text: whole)
      try scenario.edit(list) {
        $0.member("items") { items in
          items.elements = Array(items.elements.dropFirst(round % 2).prefix(count))
          if round >= 2 { items.element(3) { $0["location"] = nil } }
        }
      }
      let result = try await scenario.round()
      #expect(result.alarms == [], "round \(round)")
      #expect(result.findings(.mappingPropertyLost).allSatisfy { $0.isPending })
    }
    try scenario.edit(list) { $0.member("items") { $0.each { $0["location"] = .null } } }
    #expect(try await scenario.round().findings(.mappingPropertyLost).map(\.level) == [.warning])
  }

  @Test("All records lost is breaking in the first round already")
  func everyRecord() async throws {
    let scenario = try scenario()
    try scenario.edit(list) { $0.member("items") { $0.each { $0["category"] = "plateaus" } } }
    let round = try await scenario.round()
    let finding = try #require(round.findings(.mappingRecordDropped).first)
    #expect(finding.level == .breaking)
    #expect(finding.hit == "v4" && finding.countOfTotal == "24 of 24")
    #expect(round.openIncidents.map(\.level) == [.breaking])
    #expect(round.exitCode == 1)
  }

  @Test("A member under another name: the closed releases break, and the change is called a renaming")
  func imageNameBecomesImageURL() async throws {
    let scenario = try RecordedScenario([landmarks])
    try scenario.copyRecordings(of: "Landmarks", date: "2020-10-01")
    scenario.selection = ["landmarks": ["tutorial"]]
    try await scenario.round()
    try scenario.edit(tutorial) { $0.each { $0.rename("imageName", to: "image_url") } }
    let round = try await scenario.round()
    let finding = try #require(round.findings(.decodeKeyNotFound, at: "$[*].imageName").first)
    #expect(finding.level == .breaking)
    #expect(
      finding.versions.filter { $0.version != "v1" }.map(\.property)
        == ["Landmark.imageName: String", "Landmark.imageName: String"])
    #expect(finding.domainProperties.contains("Landmark.imageName"))
    let change = round.findings(.fieldRenamed) + round.findings(.fieldRemoved)
    #expect(change.map(\.path) == ["$[*].imageName"])
    #expect((change.first.map { "\($0.actual) \($0.hint ?? "")" } ?? "").contains("image_url"))
    #expect(round.exitCode == 1)
  }
}

/// Responses of the other three contracts.
@Suite struct OtherContractsTests {
  @Test("A Pokémon's link that ends in its name decodes, and loses the id and the sprite")
  func linkEndsInName() async throws {
    let scenario = try RecordedScenario([pokeAPI], from: ["PokeAPI"])
    scenario.selection = ["pokeapi": ["pokemon-list"]]
    #expect(try await scenario.round().alarms == [])
    try scenario.edit("pokeapi/api/v2/pokemon") { response in
      response.member("results") {
        $0.each { item in
          if case .text(let name)? = item["name"] { item["url"] = .text("https://pokeapi.co/api/v2/pokemon/\(name)/") }
        }
      }
    }
    let round = try await scenario.round()
    #expect(round.endpoint("pokemon-list")?.versions.map(\.verdict) == [.decodes])
    let lost = round.findings(.mappingPropertyLost)
    #expect(Set(lost.flatMap(\.domainProperties)) == ["PokemonListItem.id", "PokemonListItem.spriteURL"])
    #expect(lost.first { $0.domainProperties == ["PokemonListItem.id"] }?.level == .breaking)
    #expect(lost.first { $0.domainProperties == ["PokemonListItem.spriteURL"] }?.level == .warning)
    #expect(round.exitCode == 1)
  }

  @Test("Eight of twenty links that end in a name are blamed on the link")
  func oneLinkEndsInName() async throws {
    let scenario = try RecordedScenario([pokeAPI], from: ["PokeAPI"])
    scenario.selection = ["pokeapi": ["pokemon-list"]]
    try await scenario.rounds(20)
    try scenario.edit("pokeapi/api/v2/pokemon") { response in
      response.member("results") { list in
        for index in 3..<11 { list.element(index) { $0["url"] = "https://pokeapi.co/api/v2/pokemon/charmander/" } }
      }
    }
    let round = try await scenario.round()
    let lost = round.findings(.mappingPropertyLost)
    #expect(lost.map(\.path) == ["$.results[*].url", "$.results[*].url"])
    #expect(Set(lost.flatMap(\.domainProperties)) == ["PokemonListItem.id", "PokemonListItem.spriteURL"])
    #expect(lost.allSatisfy { $0.count == 8 && $0.example?.pointer == "/results/3/url" })
    #expect(round.openIncidents.map(\.subject).contains("$.results[*].url"))
  }

  @Test("A PURL reply that says failure inside a 200 is no drift")
  func envelopeSaysFailure() async throws {
    let scenario = try RecordedScenario([omgLol], from: ["OmgLol"])
    scenario.selection = ["omg-lol": ["purls"]]
    let before = try await scenario.round()
    try scenario.write(
      "omg-lol/address/foo/purls",
      ["request": ["status_code": 200, "success": false], "response": ["message": "That is not your address."]])
    let round = try await scenario.round()
    #expect(round.outcome("purls") == .requestError)
    #expect(round.endpoint("purls")?.reason?.contains("That is not your address.") == true)
    #expect(round.transitions.isEmpty)
    #expect(round.openIncidents.map(\.id) == before.openIncidents.map(\.id))
  }

  @Test("One GraphQL document drifts, the other one of the same address does not")
  func oneDocumentDrifts() async throws {
    let scenario = try RecordedScenario([todo])
    try scenario.copyRecordings(of: "ToDo", date: "2025-09-25")
    #expect(try await scenario.round().alarms == [])
    try scenario.edit("todo/graphql/index.items") { response in
      response.member("data") { $0.member("items") { $0.each { $0["categoryId"] = nil } } }
    }
    let round = try await scenario.round()
    let alarms = round.alarms.filter { $0.rule.family == .decode }
    #expect(alarms.map(\.endpoint) == ["items"])
    #expect(alarms.map(\.rule) == [.decodeKeyNotFound])
    #expect(alarms.map(\.path) == ["$.data.items[*].categoryId"])
    #expect(alarms.first?.domainProperties == ["ToDoItem.categoryID"])
    #expect(round.outcome("items") == .drift)
    #expect(round.outcome("items-simple")?.isChecked == true)
    #expect(round.outcome("items-simple") != .drift)
    #expect(round.exitCode == 1)
  }
}
