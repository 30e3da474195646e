import DriftModel
import DriftRules
import Foundation
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import Testing
import ToDo

private let products = "platzi-store/api/v1/products"

/// What becomes of findings and incidents from round to round.
@Suite struct LifecycleTests {
  private func shop() throws -> World {
    let world = try World([platziStore], from: ["PlatziStore"])
    world.selection = ["platzi-store": ["categories"]]
    return world
  }

  private let categories = "platzi-store/api/v1/categories"

  @Test(
    "A break is told in each round it lasts; mended it resolves; broken again it is the same incident, with a count")
  func lasts() async throws {
    let world = try shop()
    let good = try world.text(categories)
    try await world.round()
    let lastGood = world.clock
    try world.edit(categories) { $0.each { $0["image"] = .null } }
    let first = try await world.round()
    #expect(first.happenings == ["opened $[*].image"])
    let incident = try #require(first.openIncidents.first)
    #expect(incident.openedAt == world.clock)
    #expect(incident.lastGoodAt == lastGood)
    #expect(incident.responsesBefore == 1)
    for index in 0..<3 {
      // Unchanged at first, then with other values: the state is the same.
      if index > 0 { try world.edit(categories) { $0.each { $0["name"] = .text("Shelf \(index)") } } }
      let round = try await world.round()
      #expect(round.exitCode == 1)
      #expect(round.happenings == [])
      #expect(Set(round.alarms.map(\.fingerprint)).isSuperset(of: incident.fingerprints))
      #expect(round.alarms.allSatisfy { $0.incident == incident.id && $0.firstSeen == incident.openedAt })
      #expect(round.openIncidents.first?.lastSeenAt == world.clock)
    }
    try world.write(categories, text: good)
    let mended = try await world.round()
    #expect(mended.happenings == ["resolved $[*].image"])
    #expect(mended.exitCode == 0)
    #expect(mended.openIncidents == [])
    let goodAgain = world.clock
    try world.edit(categories) { $0.each { $0["image"] = .null } }
    let again = try await world.round()
    #expect(again.happenings == ["reopened $[*].image"])
    #expect(again.exitCode == 1)
    let reopened = try #require(again.openIncidents.first)
    #expect(reopened.id == incident.id)
    #expect(reopened.reopenedCount == 1)
    #expect(reopened.openedAt == incident.openedAt)
    #expect(reopened.lastOpenedAt == world.clock)
    #expect(reopened.lastGoodAt == goodAgain)
  }

  @Test("An unchanged response is looked at anew only by other code, and carries its verdicts forward till then")
  func unchanged() async throws {
    let world = try shop()
    #expect(try await world.round().outcome("categories") == .ok)
    world.executable = "/nowhere/driftwatch"  // whoever needs a worker now gets none
    let quiet = try await world.round()
    #expect(quiet.outcome("categories") == .unchanged)
    #expect(quiet.exitCode == 0)
    #expect(quiet.endpoint("categories")?.versions.map(\.verdict) == [.decodes, .decodes, .decodes])
    world.executable = "driftwatch"
    try world.edit(categories) { $0.each { $0["image"] = .null } }
    let broken = try await world.round()
    world.executable = "/nowhere/driftwatch"
    let same = try await world.round()
    #expect(same.outcome("categories") == .drift)
    #expect(same.exitCode == 1)
    #expect(same.alarms.map(\.fingerprint) == broken.alarms.map(\.fingerprint))
    #expect(same.openIncidents.map(\.id) == broken.openIncidents.map(\.id))
    world.buildID = "build 2"
    let other = try await world.round()
    #expect(other.outcome("categories") == .notChecked)
    #expect(other.exitCode == 1)
    #expect(other.openIncidents.map(\.id) == broken.openIncidents.map(\.id))
    #expect(other.happenings == [])
  }

  @Test("Environments have histories of their own")
  func environments() async throws {
    let world = try shop()
    let good = try world.text(categories)
    try await world.round()
    try world.edit(categories) { $0.each { $0["image"] = .null } }
    world.environment = "staging"
    let staging = try await world.round()
    #expect(staging.exitCode == 1)
    try world.write(categories, text: good)
    world.environment = "production"
    let production = try await world.round()
    #expect(production.exitCode == 0)
    #expect(production.happenings == [])
    #expect(production.report.incidents.isEmpty)
    #expect(production.alarms == [])
    try world.edit(categories) { $0.each { $0["image"] = .null } }
    let both = try await world.round()
    #expect(both.happenings == ["opened $[*].image"])
    #expect(both.openIncidents.first?.id != staging.openIncidents.first?.id)
  }

  @Test(
    "A response that cannot be had or read changes no incident, and hides none",
    arguments: [
      (401, Outcome.auth), (404, .gone), (429, .rateLimited), (503, .outage), (nil, .notChecked), (200, .notJSON),
    ] as [(Int?, Outcome)])
  func failedFetches(_ status: Int?, _ outcome: Outcome) async throws {
    let world = try shop()
    let good = try world.text(categories)
    func fail() throws {
      guard let status else { return try world.remove(categories) }
      try world.write(categories, text: "<!DOCTYPE html><title>Sorry</title>", status: status)
    }
    try await world.round()
    try fail()
    let well = try await world.round()
    #expect(well.outcome("categories") == outcome)
    #expect(well.exitCode == 3)
    #expect(well.happenings == [])
    #expect(well.alarms == [])
    try world.write(categories, text: good, status: 200)
    try world.edit(categories) { $0.each { $0["image"] = .null } }
    let broken = try await world.round()
    try fail()
    for _ in 0..<2 {
      let round = try await world.round(allowIncomplete: true)
      #expect(round.outcome("categories") == outcome)
      #expect(round.exitCode == 1)
      #expect(round.happenings == [])
      #expect(round.openIncidents == broken.openIncidents)
    }
    try world.write(categories, text: good, status: 200)
    #expect(try await world.round().happenings == ["resolved $[*].image"])
  }

  @Test(
    "What was seen at one sample id stays until that id is seen to be well",
    arguments: ["not recorded", "503"])
  func sampleIDs(_ how: String) async throws {
    let world = try World([pokeAPI], from: ["PokeAPI"])
    world.selection = ["pokeapi": ["pokemon"]]
    let pikachu = "pokeapi/api/v2/pokemon/25"
    let good = try world.text(pikachu)
    #expect(try await world.round().alarms == [])
    try world.edit(pikachu) { $0["weight"] = "60 kg" }
    let broken = try await world.round()
    let finding = try #require(broken.findings(.decodeTypeMismatch, at: "$.weight").first)
    #expect(finding.countOfTotal == "1 of 13")
    #expect(broken.happenings == ["opened $.weight"])
    if how == "503" { try world.setStatus(pikachu, 503) } else { try world.remove(pikachu) }
    let without = try await world.round(allowIncomplete: true)
    #expect(without.happenings == [])
    #expect(without.findings(.decodeTypeMismatch, at: "$.weight").count == 1)
    #expect(without.exitCode == 1)
    #expect(without.endpoint("pokemon")?.examined == 12)
    #expect(without.endpoint("pokemon")?.reason?.hasPrefix(how == "503" ? "1 of 13 requests" : "12 of 13") == true)
    try world.write(pikachu, text: good, status: 200)
    let mended = try await world.round()
    #expect(mended.happenings == ["resolved $.weight"])
    #expect(mended.exitCode == 0)
  }

  @Test("What is normal for one sample id is no loss, and what is not is told, however few records a response has")
  func singleRecords() async throws {
    let world = try World([pokeAPI], from: ["PokeAPI"])
    world.selection = ["pokeapi": ["species"]]
    let ids = ["1", "4", "7", "25", "39", "94", "132", "133", "143", "150"]
    func forget(_ ids: some Sequence<String>) throws {
      for id in ids {
        try world.edit("pokeapi/api/v2/pokemon-species/\(id)") { $0["flavor_text_entries"] = [] }
      }
    }
    try forget(ids.prefix(1))
    #expect(try await world.round().findings(.mappingPropertyLost) == [])
    try world.remove("pokeapi/api/v2/pokemon-species/4")
    #expect(try await world.round().findings(.mappingPropertyLost) == [])
    try forget(ids.dropFirst(2))
    let round = try await world.round()
    let lost = round.findings(.mappingPropertyLost).first {
      $0.domainProperties == ["PokemonSpecies.englishFlavorText"]
    }
    #expect(lost?.level == .warning)
  }

  @Test(
    "A sample that is seen for the first time brings its own habits, and is no alarm; one that gets them later is",
    arguments: ["types", "abilities"])
  func newSample(_ member: String) async throws {
    let world = try World([pokeAPI], from: ["PokeAPI"])
    world.selection = ["pokeapi": ["pokemon"]]
    let late = "pokeapi/api/v2/pokemon/10001"
    let text = try world.text(late)
    try world.remove(late)
    #expect(try await world.round().alarms == [])
    try world.write(late, text: text)
    try world.edit(late) { $0[member] = [] }
    let round = try await world.round()
    #expect(round.alarms == [])
    for id in ["1", "4", "7", "25", "39"] { try world.edit("pokeapi/api/v2/pokemon/\(id)") { $0[member] = [] } }
    let worse = try await world.round()
    #expect(worse.alarms.map(\.rule) == [member == "types" ? .mappingThrew : .mappingPropertyLost])
  }

  @Test("A break that moves from one release to another is to people a new one, with its own time")
  func movesToOthers() async throws {
    let world = try World([omgLol])
    world.selection = ["omg-lol": ["purls"]]
    var rounds: [World.Round] = []
    var times: [Date] = []
    for date in ["2022-03-01", "2023-04-12", "2026-02-06"] {
      try world.copyRecordings(of: "OmgLol", date: date)
      rounds.append(try await world.round(isDirectory: false))
      times.append(world.clock)
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
    let world = try shop()
    let canaries = [
      "sk-live-51Hq9vLz8", "a canary sings 4711 times in the long grass behind the old mill", "4711-2244-9981",
    ]
    func plant() throws {
      try world.edit(categories) { list in
        list.each { $0["secret"] = .text(canaries[0]) }
        list.element(0) { $0["name"] = .text(canaries[1]) }
        list.element(1) { $0["slug"] = .text(canaries[2]) }
      }
    }
    try plant()
    try await world.round()
    try world.edit(categories) { $0.each { $0["image"] = .text(canaries[1]) } }
    try world.edit(categories) { $0.each { $0["id"] = .object(["value": .text(canaries[1])]) } }
    #expect(try await world.round().exitCode == 1)
    for ending in ["", "-wal", "-shm"] {
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: world.ledgerFile.path + ending)) else { continue }
      for canary in canaries {
        #expect(bytes.range(of: Data(canary.utf8)) == nil, "\(canary) stands in the ledger\(ending)")
      }
    }
  }

  @Test("What is not recorded on a date is not due then, and neither is what follows its links")
  func notDue() async throws {
    let world = try World([pokeAPI])
    try world.copyRecordings(of: "PokeAPI", date: "2025-09-25")
    let first = try await world.round(isDirectory: false)
    #expect(first.outcome("move") == .notDue)
    #expect(first.endpoint("move")?.reason == "no recording")
    #expect(first.outcome("evolution-chain") == .ok)
    try FileManager.default.removeItem(at: world.folder.appendingPathComponent("pokeapi"))
    let second = try await world.round(isDirectory: false)
    #expect(Set(second.report.endpoints.map(\.outcome)) == [.notDue])
    #expect(Set(second.report.endpoints.map(\.reason)) == ["no recording"])
    let alone = try await world.round(isDirectory: true)
    #expect(Set(alone.report.endpoints.map(\.outcome)) == [.notChecked])
    #expect(alone.exitCode == 3)
  }

  @Test("Only what is due runs, and parents run for a child that is")
  func onlyDue() async throws {
    let world = try World([todo, landmarks])
    try world.copyRecordings(of: "ToDo", date: "2025-09-25")
    try world.copyRecordings(of: "Landmarks", date: "2025-09-25")
    world.selection = ["todo": [], "landmarks": ["list"]]
    world.onlyDue = true
    let first = try await world.round()
    #expect(first.report.endpoints.allSatisfy { $0.outcome == .ok })
    // A quarter of an hour later: the lists of every 30 minutes are not due, but the simple items need a category's id.
    let second = try await world.round()
    #expect(second.outcome("list") == .notDue)
    #expect(second.outcome("items")?.isChecked == true)
    #expect(second.outcome("items-simple")?.isChecked == true)
    #expect(second.outcome("categories")?.isChecked == true)
    #expect(second.exitCode == 0)
    let third = try await world.round()
    #expect(third.outcome("list") == .unchanged)
  }
}
