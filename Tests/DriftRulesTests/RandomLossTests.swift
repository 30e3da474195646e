import Foundation
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

/// What a mapping loses by chance is no alarm, and what it loses by a change is.
@Suite struct RandomLossTests {
  @Test("The tail of a habit is the sum of its terms, and large counts cost neither time nor precision")
  func tails() {
    // Beta-binomial with n = 2 after 1 of 4: a = 2, b = 4; P(2) = B(4, 4) / B(2, 4) = (1/140) / (1/20) = 1/7.
    #expect(abs(lossImprobability(2, of: 2, after: 1, of: 4) - 1.0 / 7) < 1e-12)
    // P(1) + P(2) = 1 - B(2, 6) / B(2, 4) = 1 - (1/42) / (1/20) = 22/42.
    #expect(abs(lossImprobability(1, of: 2, after: 1, of: 4) - 22.0 / 42) < 1e-12)
    #expect(lossImprobability(70_000, of: 100_000, after: 500_000, of: 1_000_000) < 1e-100)
    #expect(lossImprobability(3, of: 24, after: 12, of: 96) == 1)  // no more than is to be expected
    #expect(lossImprobability(0, of: 24, after: 0, of: 48) == 1)
    let near = lossImprobability(50_200, of: 100_000, after: 500_000, of: 1_000_000)
    #expect(near > 0.05 && near < 0.2)
  }

  private func judged(
    lost: Int, of total: Int, after before: [(lost: Int, total: Int)], property: Bool = false,
    isEssential: Bool = false
  ) -> Finding? {
    func part(_ lost: Int, _ total: Int) -> MappingExamination {
      mapping(total, made: property ? total : total - lost) {
        if property {
          $0.properties = [PropertyExamination(name: "note", isEssential: isEssential, total: total, nilCount: lost)]
        }
      }
    }
    var known = MappingStatistics()
    for round in before { known.absorb(part(round.lost, round.total)) }
    return findings(
      response(facts("v1") { $0.mappings = [part(lost, total)] }), versions: [version("v1")],
      mappings: ["v1": ["Product": known]], isWeighed: true
    ).first
  }

  @Test(
    "A loss that so short a history cannot tell from chance is pending; the same after more of it is a warning",
    arguments: [
      (2, 24, [(0, 24), (0, 24)], .warning), (1, 24, [(0, 24), (0, 24)], .warning), (1, 3, [(0, 3)], .info),
      (1, 3, [(0, 3), (0, 3), (0, 3), (0, 3), (0, 3), (0, 3), (0, 3)], .breaking), (3, 22, [(0, 5)], .warning),
      (5, 22, [(0, 5)], .breaking), (2, 5, [(0, 3)], .info), (3, 3, [(0, 3)], .breaking),
      (3, 24, [(2, 24), (1, 12)], .info), (9, 24, [(1, 24), (0, 24), (1, 24)], .breaking),
      (5, 24, [(1, 24), (0, 24), (1, 24), (1, 24)], .warning),
    ] as [(Int, Int, [(Int, Int)], Level)])
  func records(_ lost: Int, _ total: Int, _ before: [(Int, Int)], _ level: Level) {
    let found = judged(lost: lost, of: total, after: before)
    #expect(found?.level == level)
    #expect(found?.isPending == (level == .info))
    #expect((found?.hint != nil) == (level == .info))
  }

  @Test(
    "A property that may be nil is once; one that is declared essential is not",
    arguments: [
      (1, 24, [(0, 24), (0, 24)], .info, .breaking), (1, 24, [(0, 5)], .info, .info),
      (14, 22, [(1, 5)], .info, .info), (3, 22, [(0, 5)], .info, .breaking), (24, 24, [(14, 24)], .warning, .breaking),
      (22, 22, [(0, 5)], .warning, .breaking), (3, 24, [(0, 120)], .warning, .breaking),
      (1, 24, [(0, 480)], .info, .breaking),
    ] as [(Int, Int, [(Int, Int)], Level, Level)])
  func properties(_ lost: Int, _ total: Int, _ before: [(Int, Int)], _ level: Level, _ essential: Level) {
    for (isEssential, expected) in [(false, level), (true, essential)] {
      let found = judged(lost: lost, of: total, after: before, property: true, isEssential: isEssential)
      #expect(found?.level == expected)
      #expect(found?.isPending == (expected == .info))
    }
  }

  @Test("A baseline goes on learning all but what is told")
  func learning() {
    var known = MappingStatistics()
    let properties = ["a", "b"].map { PropertyExamination(name: $0, total: 4, nilCount: 1) }
    known.absorb(
      [mapping(8, made: 4) { $0.properties = properties }], skippingRecords: true, skippingProperties: ["a"])
    #expect((known.offered, known.lost, known.highestLoss, known.responses) == (0, 0, 0, 1))
    #expect(known.properties.keys.sorted() == ["b"])
  }

  // MARK: Causes

  private func allLost(_ changes: [ShapeChange], lost: Int = 20, _ more: (inout VersionExamination) -> Void = { _ in })
    -> Finding?
  {
    let reader = facts("v1") {
      $0.fields = [field("$[*].category"), field("$[*].name")]
      $0.mappings = [mapping(20, made: 20 - lost)]
      more(&$0)
    }
    return findings(response(reader), changes: changes, mappings: ["v1": ["Product": statistics(lost: 0, of: 20)]])
      .first { $0.rule == .mappingRecordDropped }
  }

  @Test(
    "Where all records are lost, the one change that came with it is perhaps to blame; none where it is not the only one"
  )
  func causes() {
    let category = change(.fieldEnumValueAdded, "$[*].category")
    #expect(allLost([category])?.path == "$[*].category")
    #expect(allLost([category])?.hint?.contains("$[*].category") == true)
    #expect(allLost([category, change(.fieldTypeChanged, "$[*].category")])?.path == "$[*].category")
    #expect(allLost([])?.path == "")
    #expect(allLost([category, change(.fieldRemoved, "$[*].name")])?.path == "")
    #expect(allLost([change(.fieldRemoved, "$[*].unread")])?.path == "")
    #expect(allLost([change(.fieldRemoved, "$.elsewhere")])?.path == "")
    #expect(allLost([category], lost: 10)?.path == "")
    var rare = category
    rare.count = 3
    #expect(allLost([rare])?.path == "")
    #expect(
      allLost([]) { $0.fallbacks = [failure(.lossEnumFallback, "$[*].kind", count: 20)] }?.path == "$[*].kind")
    #expect(allLost([category]) { $0.mappings[0].droppedBlame = ["$[*].name"] }?.path == "$[*].name")
  }

  @Test(
    "An identity that is made anew for the records that lost it has the same cause as the loss", arguments: [2, 20])
  func identity(_ lost: Int) {
    func part(_ lost: Int) -> MappingExamination {
      mapping(20, made: 20) {
        $0.unstable = lost
        $0.properties = [
          PropertyExamination(name: "id", total: 20, randomCount: lost, blame: lost > 0 ? ["$[*].id"] : [])
        ]
      }
    }
    var known = MappingStatistics()
    known.absorb(part(0))
    let found = findings(
      response(facts("v1") { $0.mappings = [part(lost)] }), mappings: ["v1": ["Product": known]])
    #expect(found.first { $0.rule == .mappingIdentityUnstable }?.path == "$[*].id")
    let update = IncidentUpdate(
      place: place, findings: found, known: [], isComplete: true, at: .distantPast, lastGoodAt: nil, responsesBefore: 1)
    #expect(update.incidents.map(\.subject) == ["$[*].id"])
    #expect(update.findings.count == 2 && update.findings.allSatisfy { $0.incident != nil })
  }

  // MARK: Writes

  private func sent(_ changes: [ShapeChange], isConfirmed: Bool = true) -> [Finding] {
    var judgement = Judgement(
      place: place, versions: [version("v1"), version("v2")], examinations: [],
      sendChanges: ["v1": ["update": changes], "v2": ["update": changes]])
    for observation in judgement.observations() where !isConfirmed { judgement.states[observation.subject] = .pending }
    return judgement.findings()
  }

  @Test("What would be sent is told only where every body changed, for all versions at once")
  func writes() {
    let total = change(.fieldRemoved, "$.note")
    #expect(sent([total]).map(\.level) == [.warning])
    #expect(sent([total]).map { $0.versions.map(\.version) } == [["v1", "v2"]])
    #expect(sent([change(.fieldBecameOptional, "$.note", isTotal: false)]).map(\.level) == [.info])
    let pending = change(.fieldRemoved, "$.note", improbability: 0.3)
    #expect(sent([pending], isConfirmed: false).map(\.level) == [.info])
    #expect(sent([pending], isConfirmed: false).map(\.state) == [.pending])
  }
}
