import DriftModel
import DriftRules
import Foundation
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import StoreSQL
import StoreSQLite
import Testing
import ToDo

private let products = "platzi-store/api/v1/products"

/// What becomes of findings and incidents from round to round.
@Suite struct LifecycleTests {
  private func shop() throws -> RecordedScenario {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["categories"]]
    return scenario
  }

  private let categories = "platzi-store/api/v1/categories"

  @Test(
    "A break is told in each round it lasts; mended it resolves; broken again it is the same incident, with a count")
  func lasts() async throws {
    let scenario = try shop()
    let good = try scenario.text(categories)
    try await scenario.round()
    let lastGood = scenario.clock
    try scenario.edit(categories) { $0.each { $0["image"] = .null } }
    let first = try await scenario.round()
    #expect(first.happenings == ["opened $[*].image"])
    let incident = try #require(first.openIncidents.first)
    #expect(incident.openedAt == scenario.clock)
    #expect(incident.lastGoodAt == lastGood)
    #expect(incident.responsesBefore == 1)
    for index in 0..<3 {
      // Unchanged at first, then with other values: the state is the same.
      if index > 0 { try scenario.edit(categories) { $0.each { $0["name"] = .text("Shelf \(index)") } } }
      let round = try await scenario.round()
      #expect(round.exitCode == 1)
      #expect(round.happenings == [])
      #expect(Set(round.alarms.map(\.fingerprint)).isSuperset(of: incident.fingerprints))
      #expect(round.alarms.allSatisfy { $0.incident == incident.id && $0.firstSeen == incident.openedAt })
      #expect(round.openIncidents.first?.lastSeenAt == scenario.clock)
    }
    try scenario.write(categories, text: good)
    let mended = try await scenario.round()
    #expect(mended.happenings == ["resolved $[*].image"])
    #expect(mended.exitCode == 0)
    #expect(mended.openIncidents == [])
    let goodAgain = scenario.clock
    try scenario.edit(categories) { $0.each { $0["image"] = .null } }
    let again = try await scenario.round()
    #expect(again.happenings == ["reopened $[*].image"])
    #expect(again.exitCode == 1)
    let reopened = try #require(again.openIncidents.first)
    #expect(reopened.id == incident.id)
    #expect(reopened.reopenedCount == 1)
    #expect(reopened.openedAt == incident.openedAt)
    #expect(reopened.lastOpenedAt == scenario.clock)
    #expect(reopened.lastGoodAt == goodAgain)
  }

  @Test("An unchanged response is looked at anew only by other code, and carries its verdicts forward till then")
  func unchanged() async throws {
    let scenario = try shop()
    #expect(try await scenario.round().outcome("categories") == .ok)
    scenario.executable = "/nowhere/driftwatch"  // whoever needs a worker now gets none
    let quiet = try await scenario.round()
    #expect(quiet.outcome("categories") == .unchanged)
    #expect(quiet.exitCode == 0)
    #expect(quiet.endpoint("categories")?.versions.map(\.verdict) == [.decodes, .decodes, .decodes])
    scenario.executable = "driftwatch"
    try scenario.edit(categories) { $0.each { $0["image"] = .null } }
    let broken = try await scenario.round()
    scenario.executable = "/nowhere/driftwatch"
    let same = try await scenario.round()
    #expect(same.outcome("categories") == .drift)
    #expect(same.exitCode == 1)
    #expect(same.alarms.map(\.fingerprint) == broken.alarms.map(\.fingerprint))
    #expect(same.openIncidents.map(\.id) == broken.openIncidents.map(\.id))
    scenario.buildID = "build 2"
    let other = try await scenario.round()
    #expect(other.outcome("categories") == .notChecked)
    #expect(other.exitCode == 1)
    #expect(other.openIncidents.map(\.id) == broken.openIncidents.map(\.id))
    #expect(other.happenings == [])
  }

  @Test("Environments have histories of their own")
  func environments() async throws {
    let scenario = try shop()
    let good = try scenario.text(categories)
    try await scenario.round()
    try scenario.edit(categories) { $0.each { $0["image"] = .null } }
    scenario.environment = "staging"
    let staging = try await scenario.round()
    #expect(staging.exitCode == 1)
    try scenario.write(categories, text: good)
    scenario.environment = "production"
    let production = try await scenario.round()
    #expect(production.exitCode == 0)
    #expect(production.happenings == [])
    #expect(production.report.incidents.isEmpty)
    #expect(production.alarms == [])
    try scenario.edit(categories) { $0.each { $0["image"] = .null } }
    let both = try await scenario.round()
    #expect(both.happenings == ["opened $[*].image"])
    #expect(both.openIncidents.first?.id != staging.openIncidents.first?.id)
  }

  @Test(
    "A response that cannot be had or read changes no incident, and hides none",
    arguments: [
      (401, Outcome.auth), (404, .gone), (429, .rateLimited), (503, .outage), (nil, .notChecked), (200, .notJSON),
    ] as [(Int?, Outcome)])
  func failedFetches(_ status: Int?, _ outcome: Outcome) async throws {
    let scenario = try shop()
    let good = try scenario.text(categories)
    func fail() throws {
      guard let status else { return try scenario.remove(categories) }
      try scenario.write(categories, text: "<!DOCTYPE html><title>Sorry</title>", status: status)
    }
    try await scenario.round()
    try fail()
    let well = try await scenario.round()
    #expect(well.outcome("categories") == outcome)
    #expect(well.exitCode == 3)
    #expect(well.happenings == [])
    #expect(well.alarms == [])
    try scenario.write(categories, text: good, status: 200)
    try scenario.edit(categories) { $0.each { $0["image"] = .null } }
    let broken = try await scenario.round()
    try fail()
    for _ in 0..<2 {
      let round = try await scenario.round(allowIncomplete: true)
      #expect(round.outcome("categories") == outcome)
      #expect(round.exitCode == 1)
      #expect(round.happenings == [])
      #expect(round.openIncidents == broken.openIncidents)
    }
    try scenario.write(categories, text: good, status: 200)
    #expect(try await scenario.round().happenings == ["resolved $[*].image"])
  }

  @Test(
    "What was seen at one sample id stays until that id is seen to be well",
    arguments: ["not recorded", "503"])
  func sampleIDs(_ how: String) async throws {
    let scenario = try RecordedScenario([pokeAPI], from: ["PokeAPI"])
    scenario.selection = ["pokeapi": ["pokemon"]]
    let pikachu = "pokeapi/api/v2/pokemon/25"
    let good = try scenario.text(pikachu)
    #expect(try await scenario.round().alarms == [])
    try scenario.edit(pikachu) { $0["weight"] = "60 kg" }
    let broken = try await scenario.round()
    let finding = try #require(broken.findings(.decodeTypeMismatch, at: "$.weight").first)
    #expect(finding.countOfTotal == "1 of 13")
    #expect(broken.happenings == ["opened $.weight"])
    if how == "503" { try scenario.setStatus(pikachu, 503) } else { try scenario.remove(pikachu) }
    let without = try await scenario.round(allowIncomplete: true)
    #expect(without.happenings == [])
    #expect(without.findings(.decodeTypeMismatch, at: "$.weight").count == 1)
    #expect(without.exitCode == 1)
    #expect(without.endpoint("pokemon")?.examined == 12)
    #expect(without.endpoint("pokemon")?.reason?.hasPrefix(how == "503" ? "1 of 13 requests" : "12 of 13") == true)
    try scenario.write(pikachu, text: good, status: 200)
    let mended = try await scenario.round()
    #expect(mended.happenings == ["resolved $.weight"])
    #expect(mended.exitCode == 0)
  }

  @Test("What is normal for one sample id is no loss, and what is not is told, however few records a response has")
  func singleRecords() async throws {
    let scenario = try RecordedScenario([pokeAPI], from: ["PokeAPI"])
    scenario.selection = ["pokeapi": ["species"]]
    let ids = ["1", "4", "7", "25", "39", "94", "132", "133", "143", "150"]
    func forget(_ ids: some Sequence<String>) throws {
      for id in ids {
        try scenario.edit("pokeapi/api/v2/pokemon-species/\(id)") { $0["flavor_text_entries"] = [] }
      }
    }
    try forget(ids.prefix(1))
    #expect(try await scenario.round().findings(.mappingPropertyLost) == [])
    try scenario.remove("pokeapi/api/v2/pokemon-species/4")
    // After four checks nine of thirteen may still be chance.
    for _ in 0..<5 { #expect(try await scenario.round().findings(.mappingPropertyLost) == []) }
    try forget(ids.dropFirst(2))
    let round = try await scenario.round()
    let lost = round.findings(.mappingPropertyLost).first {
      $0.domainProperties == ["PokemonSpecies.englishFlavorText"]
    }
    #expect(lost?.level == .warning)
  }

  @Test(
    "A sample that is seen for the first time brings its own habits, and is no alarm; one that gets them later is",
    arguments: ["types", "abilities"])
  func newSample(_ member: String) async throws {
    let scenario = try RecordedScenario([pokeAPI], from: ["PokeAPI"])
    scenario.selection = ["pokeapi": ["pokemon"]]
    let late = "pokeapi/api/v2/pokemon/10001"
    let text = try scenario.text(late)
    try scenario.remove(late)
    #expect(try await scenario.rounds(20).alarms == [])
    try scenario.write(late, text: text)
    try scenario.edit(late) { $0[member] = [] }
    let round = try await scenario.round()
    #expect(round.alarms == [])
    for id in ["1", "4", "7", "25", "39"] { try scenario.edit("pokeapi/api/v2/pokemon/\(id)") { $0[member] = [] } }
    let worse = try await scenario.round()
    #expect(worse.alarms.map(\.rule) == [member == "types" ? .mappingThrew : .mappingPropertyLost, .volumeEmpty])
  }

  @Test("A break that moves from one release to another is to people a new one, with its own time")
  func movesToOthers() async throws {
    let scenario = try RecordedScenario([omgLol])
    scenario.selection = ["omg-lol": ["purls"]]
    var rounds: [RecordedScenario.Round] = []
    var times: [Date] = []
    for date in ["2022-03-01", "2023-04-12", "2026-02-06"] {
      try scenario.copyRecordings(of: "OmgLol", date: date)
      rounds.append(try await scenario.round(isDirectory: false))
      times.append(scenario.clock)
    }
    let subject = "$.response.purls[*].counter"
    #expect(rounds.map(\.happenings) == [["opened \(subject)"], ["reopened \(subject)"], []])
    #expect(rounds.map { $0.openIncidents.map(\.versions) } == [[["v2"]], [["v1"]], [["v1"]]])
    let incident = try #require(rounds[2].openIncidents.first)
    #expect(incident.lastOpenedAt == times[1])
    #expect(incident.lastGoodAt == times[0])
    #expect(incident.openedAt == times[0])
    #expect(incident.reopenedCount == 1)
    #expect(rounds.map(\.exitCode) == [1, 1, 1])
    #expect(rounds[1].findings(.decodeTypeMismatch).first?.domainProperties == ["StorablePURL.counter"])
  }

  @Test("No text of a response gets into the ledger's files")
  func noBodies() async throws {
    let scenario = try shop()
    let canaries = [
      "sk-live-51Hq9vLz8", "a canary sings 4711 times in the long grass behind the old mill", "4711-2244-9981",
    ]
    func plant() throws {
      try scenario.edit(categories) { list in
        list.each { $0["secret"] = .text(canaries[0]) }
        list.element(0) { $0["name"] = .text(canaries[1]) }
        list.element(1) { $0["slug"] = .text(canaries[2]) }
      }
    }
    try plant()
    try await scenario.round()
    try scenario.edit(categories) { $0.each { $0["image"] = .text(canaries[1]) } }
    try scenario.edit(categories) { $0.each { $0["id"] = .object(["value": .text(canaries[1])]) } }
    #expect(try await scenario.round().exitCode == 1)
    for ending in ["", "-wal", "-shm"] {
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: scenario.ledgerFile.path + ending)) else { continue }
      for canary in canaries {
        #expect(bytes.range(of: Data(canary.utf8)) == nil, "\(canary) stands in the ledger\(ending)")
      }
    }
  }

  @Test("What is not recorded on a date is not due then, and neither is what follows its links")
  func notDue() async throws {
    let scenario = try RecordedScenario([pokeAPI])
    try scenario.copyRecordings(of: "PokeAPI", date: "2025-09-25")
    let first = try await scenario.round(isDirectory: false)
    #expect(first.outcome("move") == .notDue)
    #expect(first.endpoint("move")?.reason == "no recording")
    #expect(first.outcome("evolution-chain") == .ok)
    try FileManager.default.removeItem(at: scenario.folder.appendingPathComponent("pokeapi"))
    let second = try await scenario.round(isDirectory: false)
    #expect(Set(second.report.endpoints.map(\.outcome)) == [.notDue])
    #expect(Set(second.report.endpoints.map(\.reason)) == ["no recording"])
    let alone = try await scenario.round(isDirectory: true)
    #expect(Set(alone.report.endpoints.map(\.outcome)) == [.notChecked])
    #expect(alone.exitCode == 3)
  }

  @Test("The row of a round has the exit code of its report: where no endpoint takes part, and where none is due")
  func emptyRounds() async throws {
    func codes(_ scenario: RecordedScenario) async throws -> [Int?] {
      [
        try await scenario.round().exitCode,
        try await scenario.ledger.lastRound(completeOnly: true, environment: nil)?.exitCode,
      ]
    }
    // To look at nothing is never to find that all is well.
    #expect(try await codes(try RecordedScenario([])) == [3, 3])
    let scenario = try shop()
    scenario.onlyDue = true
    #expect(try await codes(scenario) == [0, 0])
    #expect(try await codes(scenario) == [0, 0])
    #expect(try await scenario.round().outcome("categories") == .notDue)
    // A break lasts while nobody looks.
    try scenario.edit(categories) { $0.each { $0["image"] = .null } }
    scenario.clock += 86_400
    #expect(try await codes(scenario) == [1, 1])
    #expect(try await codes(scenario) == [1, 1])
    #expect(try await scenario.round().outcome("categories") == .notDue)
  }

  @Test("Only what is due runs, and parents run for a child that is")
  func onlyDue() async throws {
    let scenario = try RecordedScenario([todo, landmarks])
    try scenario.copyRecordings(of: "ToDo", date: "2025-09-25")
    try scenario.copyRecordings(of: "Landmarks", date: "2025-09-25")
    scenario.selection = ["todo": [], "landmarks": ["list"]]
    scenario.onlyDue = true
    let first = try await scenario.round()
    #expect(first.report.endpoints.allSatisfy { $0.outcome == .ok })
    // A quarter of an hour later: the lists of every 30 minutes are not due, but the simple items need a category's id.
    let second = try await scenario.round()
    #expect(second.outcome("list") == .notDue)
    #expect(second.outcome("items")?.isChecked == true)
    #expect(second.outcome("items-simple")?.isChecked == true)
    #expect(second.outcome("categories")?.isChecked == true)
    #expect(second.exitCode == 0)
    let third = try await scenario.round()
    #expect(third.outcome("list") == .unchanged)
  }
}
