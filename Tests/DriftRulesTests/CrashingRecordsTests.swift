import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

struct CrashCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let execution: Execution
  let crashing: [CrashingRecords?]
  var count = (1, 1)
  var pointer: String?
}

@Suite("A mapping that ends the process")
struct CrashingRecordsTests {
  @Test(
    "is told with the records that did it, how many they are and where the first one stands, as far as that is known",
    arguments: [
      CrashCase(
        testDescription: "one record", execution: .crashed(reason: "SIGILL"),
        crashing: [CrashingRecords(count: 1, first: 3, example: "/results/3")],
        count: (1, 30), pointer: "/results/3"),
      CrashCase(
        testDescription: "records that stand nowhere", execution: .timedOut(seconds: 10),
        crashing: [CrashingRecords(count: 2, first: 3)],
        count: (2, 30)),
      CrashCase(
        testDescription: "too many", execution: .crashed(reason: "SIGILL"),
        crashing: [CrashingRecords(count: 10, untried: 18, first: 0, example: "/0")],
        count: (10, 30), pointer: "/0"),
      CrashCase(
        testDescription: "in two responses", execution: .crashed(reason: "SIGILL"),
        crashing: [CrashingRecords(count: 1, first: 3), CrashingRecords(count: 2, first: 0, example: "/0")],
        count: (3, 60), pointer: "/0"),
      CrashCase(
        testDescription: "a response of which nobody knows", execution: .crashed(reason: "SIGILL"),
        crashing: [CrashingRecords(count: 1, first: 3, example: "/3"), nil],
        count: (2, 2), pointer: "/3"),
    ])
  func keys(_ c: CrashCase) throws {
    let responses = c.crashing.map { crashing in
      Examination(
        versions: [
          facts("v1") {
            $0.mappings = [
              mapping(30, made: 0) { mapping in
                (mapping.dropped, mapping.execution, mapping.crashing) = (0, c.execution, crashing)
              }
            ]
          }
        ])
    }
    let judgement = Judgement(
      key: requestKey, versions: [version("v1")], examinations: responses, changes: [], mappings: [:], outlines: [:])
    let found = judgement.findings().filter { [.mappingCrash, .mappingTimeout].contains($0.rule) }
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect((finding.count, finding.total) == c.count)
    #expect(finding.example?.pointer == c.pointer)
    // The same finding as before anybody knew which records it was.
    let plain = Examination(versions: [facts("v1") { $0.mappings = [ended(c.execution)] }])
    #expect(findings(plain, versions: [version("v1")]).first?.fingerprint == finding.fingerprint)
  }

  @Test("is told with the members that do it, and with what the execution cannot tell")
  func hints() throws {
    let crashing = CrashingRecords(
      count: 1, first: 0, example: "/0", blame: ["$[*].name"], reason: "it used more than 20 s of processor time")
    let response = response(
      facts("v1") {
        $0.mappings = [mapping(3, made: 2) { ($0.execution, $0.crashing) = (.timedOut(seconds: 10), crashing) }]
      })
    let finding = try #require(findings(response).first { $0.rule == .mappingTimeout })
    #expect(finding.actual == "it used more than 20 s of processor time")
    #expect(finding.hint?.contains("$[*].name") == true)
    #expect(finding.path.isEmpty)
  }

  @Test("may stand in facts that were stored before records were looked at")
  func storedFacts() throws {
    let new = mapping(3, made: 3) { $0.crashing = CrashingRecords(count: 1) }
    let text = String(decoding: try JSONEncoder().encode(new), as: UTF8.self)
    #expect(try JSONDecoder().decode(MappingExamination.self, from: Data(text.utf8)) == new)
    let old = mapping(3, made: 3)
    let oldText = String(decoding: try JSONEncoder().encode(old), as: UTF8.self)
    #expect(!oldText.contains("crashing"))
    #expect(try JSONDecoder().decode(MappingExamination.self, from: Data(oldText.utf8)) == old)
  }

  @Test("teaches the baseline nothing, whatever became of its other records")
  func baseline() {
    var known = MappingStatistics()
    known.absorb([
      mapping(30, made: 30),
      mapping(30, made: 20) { ($0.execution, $0.crashing) = (.crashed(reason: "x"), CrashingRecords(count: 10)) },
    ])
    #expect(known.responses == 1 && known.records.total == 30 && known.records.lost == 0)
  }
}
