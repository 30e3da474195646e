import Foundation
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

@Suite("What a date that is written differently costs")
struct DateChangeTests {
  private static let path = "$[*].at"

  private func level(
    _ rule: RuleID, of facts: VersionExamination, isFaint: Bool = false, impact: ImpactMatrix? = nil,
    _ change: (inout ShapeChange) -> Void
  ) -> [Level] {
    var seen = DriftRulesTests.change(rule, Self.path, after: 1000)
    change(&seen)
    seen.isFaint = isFaint
    var judgement = Judgement(
      key: requestKey, versions: [version("v1")], examinations: [response(facts)], changes: [seen], mappings: [:],
      outlines: [:])
    if let impact { judgement.impact = Deferred(impact) }
    return judgement.findings().filter { $0.rule == rule }.map(\.level)
  }

  private var reader: VersionExamination { facts("v1") { $0.fields = [field(Self.path)] } }

  private var broken: VersionExamination {
    facts("v1", .failed(message: "no")) {
      $0.fields = [field(Self.path)]
      $0.failures = [failure(.decodeDateUnparsable, Self.path)]
    }
  }

  @Test(
    "Nothing where the version was seen to take it; the value where it does not decode; as before, if it is no date now"
  )
  func formats() {
    #expect(level(.fieldFormatChanged, of: reader) { $0.isOfDates = true } == [.info])
    #expect(level(.fieldFormatChanged, of: broken) { $0.isOfDates = true } == [.warning])
    #expect(level(.fieldFormatChanged, of: reader) { $0.isOfDates = false } == [.warning])
  }

  @Test("Another spelling of the same moment is named beside a failure, and nowhere else")
  func spellings() {
    #expect(level(.fieldFormatChanged, of: reader, isFaint: true) { $0.isOfDates = true } == [])
    #expect(level(.fieldFormatChanged, of: broken, isFaint: true) { $0.isOfDates = true } == [.info])
  }

  @Test(
    "Milliseconds in place of seconds are another moment, unless trials of the mapping showed that it tells them apart",
    arguments: [
      ([LineageCell(perturbation: .otherTimeUnit, effects: [])], true, .info),
      ([LineageCell(perturbation: .otherTimeUnit, effects: [])], false, .warning),
      ([LineageCell(perturbation: .otherTimeUnit, effects: [.property("at", .changed)])], true, .warning),
      ([], true, .warning),
    ] as [([LineageCell], Bool, Level)])
  func scales(_ cells: [LineageCell], _ isOfTimeUnits: Bool, _ expected: Level) {
    let row = LineagePath(pattern: Self.path, readers: ["ProductDTO.at"], cells: cells)
    for (mapping, expected) in [("Product", expected), ("", .warning)] {
      let impact = ImpactMatrix(
        contract: "shop", endpoint: "products", request: "r", versions: [version("v1")],
        lineages: [Lineage(version: "v1", mapping: mapping, paths: [row])], madeAt: Date(timeIntervalSince1970: 0))
      #expect(
        level(.fieldScaleChanged, of: reader, impact: impact) { $0.isOfTimeUnits = isOfTimeUnits } == [expected])
    }
    #expect(level(.fieldScaleChanged, of: reader) { $0.isOfTimeUnits = isOfTimeUnits } == [.warning])
  }
}
