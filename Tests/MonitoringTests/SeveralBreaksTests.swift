import DriftModel
import DriftRules
import Landmarks
import PlatziStore
import Testing

/// What one break must not hide of another.
@Suite struct SeveralBreaksTests {
  @Test(
    "While a release cannot decode at all, what its mapping lost before stays open, and resolves when it is seen well")
  func hiddenLoss() async throws {
    let scenario = try RecordedScenario([landmarks])
    try scenario.copyRecordings(of: "Landmarks", date: "2025-09-25")
    scenario.selection = ["landmarks": ["list"]]
    let list = "landmarks/landmarks"
    let good = try scenario.text(list)
    try await scenario.rounds(30)
    try scenario.edit(list) { $0.member("items") { for index in 0..<8 { $0.element(index) { $0["name"] = nil } } } }
    #expect(try await scenario.round().happenings == ["opened $.items[*].name"])
    let lossy = try scenario.text(list)
    try scenario.edit(list) { $0.member("items") { $0.element(9) { $0["latitude"] = "north" } } }
    let worse = try await scenario.round()
    #expect(worse.happenings == ["opened $.items[*].latitude"])
    #expect(worse.openIncidents.map(\.subject).sorted() == ["$.items[*].latitude", "$.items[*].name"])
    try scenario.write(list, text: lossy)
    #expect(try await scenario.round().happenings == ["resolved $.items[*].latitude"])
    try scenario.write(list, text: good)
    let mended = try await scenario.round()
    #expect(mended.happenings == ["resolved $.items[*].name"])
    #expect(mended.exitCode == 0)
  }

  @Test("Two changes at once are two incidents, each with its own path, all told in one round")
  func twoAtOnce() async throws {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["categories"]]
    try await scenario.round()
    try scenario.edit("platzi-store/api/v1/categories") { list in
      list.each {
        $0["id"] = "seven"
        $0["image"] = nil
      }
    }
    let round = try await scenario.round()
    #expect(round.happenings == ["opened $[*].id", "opened $[*].image"])
    #expect(round.findings(.decodeTypeMismatch, at: "$[*].id").map(\.hit) == ["v1 v2 v3"])
    #expect(round.findings(.decodeKeyNotFound, at: "$[*].image").map(\.hit) == ["v1 v2 v3"])
  }
}
