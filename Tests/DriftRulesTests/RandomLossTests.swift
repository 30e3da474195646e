import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

/// What a mapping loses by chance is no alarm, and what it loses by a change is.
@Suite struct RandomLossTests {
  /// Losses after a history: what `responses` of as many records lost each.
  struct LossCase: Sendable, CustomTestStringConvertible {
    var lost: Int
    var total = 12
    var before = 0
    var responses: Int
    /// Whether the baseline has seen the records.
    var areKnown = true
    var level: Level
    var testDescription: String {
      "\(lost) of \(total)\(areKnown ? "" : " unknown ones") after \(responses) responses that lost \(before)"
    }
  }

  /// Twelve records that the baseline has seen twice, or twelve others.
  private static func overlap(areKnown: Bool) throws -> RecordOverlap {
    func shape(_ ids: Range<Int>) throws -> PayloadShape {
      let list = "[" + ids.map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
      return PayloadShape(of: try JSONDocument(Array(list.utf8)))
    }
    let known = try shape(0..<12)
    return RecordOverlap(
      at: "$[*]", from: known.merged(with: known), to: areKnown ? known : try shape(50..<62))
  }

  private func judged(_ c: LossCase, property: Bool = false, isEssential: Bool = false) throws -> Finding? {
    func part(_ lost: Int) -> MappingExamination {
      mapping(c.total, made: property ? c.total : c.total - lost) {
        if property {
          $0.properties = [PropertyExamination(name: "note", isEssential: isEssential, total: c.total, nilCount: lost)]
        }
      }
    }
    var known = MappingStatistics()
    for _ in 0..<c.responses { known.absorb(part(c.before)) }
    var judgement = Judgement(
      key: requestKey, versions: [version("v1")],
      examinations: [response(facts("v1") { $0.mappings = [part(c.lost)] })], mappings: ["v1": ["Product": known]])
    judgement.recordOverlaps = ["$[*]": try Self.overlap(areKnown: c.areKnown)]
    return weighed(judgement).findings().first
  }

  @Test(
    "A loss is information until a steady API would hardly ever show it, from the first response of a life on",
    arguments: [
      LossCase(lost: 2, responses: 1, level: .info), LossCase(lost: 2, responses: 20, level: .info),
      LossCase(lost: 6, responses: 1, level: .info), LossCase(lost: 1, responses: 100, level: .info),
      LossCase(lost: 2, responses: 500, level: .warning), LossCase(lost: 6, responses: 10, level: .breaking),
      LossCase(lost: 6, responses: 500, areKnown: false, level: .info),
      LossCase(lost: 3, before: 2, responses: 2, level: .info),
      LossCase(lost: 11, before: 1, responses: 30, level: .breaking),
      LossCase(lost: 12, responses: 1, areKnown: false, level: .breaking),
    ])
  func records(_ c: LossCase) throws {
    let found = try judged(c)
    #expect(found?.level == c.level)
    #expect(found?.isPending == (c.level == .info))
  }

  @Test(
    "A lost property waits for the same evidence, whether it is essential or not; its level differs",
    arguments: [
      LossCase(lost: 1, responses: 100, level: .info), LossCase(lost: 2, responses: 500, level: .warning),
      LossCase(lost: 12, responses: 3, level: .warning),
      LossCase(lost: 12, responses: 1, areKnown: false, level: .info),
    ])
  func properties(_ c: LossCase) throws {
    for isEssential in [false, true] {
      let found = try judged(c, property: true, isEssential: isEssential)
      #expect(found?.level == (c.level == .warning && isEssential ? .breaking : c.level))
      #expect(found?.isPending == (c.level == .info))
    }
  }

  @Test("A baseline goes on learning all but what is told")
  func learning() {
    var known = MappingStatistics()
    let properties = ["a", "b"].map { PropertyExamination(name: $0, total: 4, nilCount: 1) }
    known.absorb(
      [mapping(8, made: 4) { $0.properties = properties }], skippingRecords: true, skippingProperties: ["a"])
    #expect(known.records == MappingStatistics.Losses() && known.responses == 1)
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
        $0.unstable.count = lost
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
      key: requestKey, findings: found, known: [], now: now(.distantPast))
    #expect(update.incidents.map(\.subject) == ["$[*].id"])
    #expect(update.findings.count == 2 && update.findings.allSatisfy { $0.incident != nil })
  }

  // MARK: Writes

  private func sent(_ changes: [ShapeChange], isConfirmed: Bool = true) -> [Finding] {
    var judgement = Judgement(
      key: requestKey, versions: [version("v1"), version("v2")], examinations: [])
    judgement.sendChanges = ["v1": ["update": changes], "v2": ["update": changes]]
    for observation in judgement.observations() where !isConfirmed { judgement.states[observation.subject] = .pending }
    return judgement.findings()
  }

  @Test("What would be sent is told only where every body changed, for all versions at once")
  func writes() {
    let total = change(.fieldRemoved, "$.note")
    #expect(sent([total]).map(\.level) == [.warning])
    #expect(sent([total]).map { $0.versions.map(\.version) } == [["v1", "v2"]])
    #expect(sent([change(.fieldBecameOptional, "$.note", isTotal: false)]).map(\.level) == [.info])
    let pending = change(.fieldRemoved, "$.note", after: 1)
    #expect(sent([pending], isConfirmed: false).map(\.level) == [.info])
    #expect(sent([pending], isConfirmed: false).map(\.state) == [.pending])
  }
}
