import DriftModel
import Testing

@testable import Remedies

@Suite("What speaks against a remedy")
struct VerdictTests {
  private static func failure(_ pattern: String, _ rule: RuleID = .decodeTypeMismatch) -> FieldFailure {
    FieldFailure(
      rule: rule, pattern: pattern, example: Finding.Example(pointer: "/0/a", excerpt: "\"4\""), property: "a",
      expected: "Int", found: "string", count: 1, total: 2)
  }

  private static func fact(
    _ failures: [FieldFailure] = [], swallowed: [FieldFailure] = [], digests: [String] = [], threw: Int = 0
  ) -> VersionExamination {
    var fact = VersionExamination(
      version: "v1", typeName: "[A]", decoding: failures.isEmpty ? .succeeded : .failed(message: "no"))
    (fact.failures, fact.swallowed) = (failures, swallowed)
    guard failures.isEmpty else { return fact }
    var mapping = MappingExamination(
      name: "B", recordsPath: "$[*]", recordType: "A", domainType: "B", execution: .succeeded)
    mapping.valueDigests = digests
    (mapping.recordsIn, mapping.recordsOut, mapping.threw) = (digests.count, digests.count { !$0.isEmpty }, threw)
    fact.mappings = [mapping]
    return fact
  }

  private func objection(
    _ before: VersionExamination, _ after: VersionExamination, isShown: Bool = true, toleratesLoss: Bool = false
  ) throws -> String? {
    var target = try #require(Break(before.failures.first ?? before.swallowed.first ?? Self.failure("$[*].a")))
    if isShown { (target.recordings, target.counts) = ([0], [0: 1]) }
    return Verdict(before: [before], names: ["day"]).objection(
      to: [after], mending: target, besides: [], toleratesLoss: toleratesLoss)
  }

  @Test("Nothing, if the break is gone and everything else is as it was")
  func holds() throws {
    let broken = Self.fact([Self.failure("$[*].a")])
    #expect(try objection(broken, Self.fact(digests: ["1", "2"])) == nil)
    // A record that was lost may come in anywhere; one that differs is the one with the break.
    let lossy = Self.fact(swallowed: [Self.failure("$[*].a", .lossErrorSwallowed)], digests: ["1", "3"])
    #expect(try objection(lossy, Self.fact(digests: ["1", "2", "3"])) == nil)
    #expect(try objection(lossy, Self.fact(digests: ["1", "4"])) == nil)
  }

  @Test("The break itself, another one, a value that differs, a mapping that throws, a new loss")
  func objections() throws {
    let broken = Self.fact([Self.failure("$[*].a")])
    #expect(try objection(broken, broken)?.contains("$[*].a is still refused") == true)
    #expect(try objection(broken, Self.fact([Self.failure("$[*].b")]))?.contains("then $[*].b does not decode") == true)
    #expect(try objection(broken, Self.fact(digests: ["", ""]))?.contains("makes nothing of it") == true)
    #expect(try objection(broken, Self.fact(digests: ["1"], threw: 1))?.contains("throws for 1 of 1") == true)
    let fine = Self.fact(digests: ["1", "2"])
    #expect(try objection(fine, broken, isShown: false)?.contains("does not decode any more") == true)
    #expect(
      try objection(fine, Self.fact(digests: ["1", "4"]), isShown: false)?.contains("1 of 2 values of B") == true)
    #expect(try objection(fine, Self.fact(digests: ["1"]), isShown: false)?.contains("1 of 2 values of B") == true)
    let loss = Self.fact(swallowed: [Self.failure("$[*].c", .lossErrorSwallowed)], digests: ["1", "2"])
    #expect(try objection(fine, loss, isShown: false)?.contains("$[*].c is lost without an error") == true)
    let lossy = Self.fact(swallowed: [Self.failure("$[*].a", .lossErrorSwallowed)], digests: ["1", "2"])
    #expect(try objection(lossy, lossy)?.contains("is lost as before") == true)
  }

  @Test("A loss in the place of the break, unless the remedy is meant to leave it out")
  func tolerance() throws {
    let broken = Self.fact([Self.failure("$[*].a")])
    let nothing = Self.fact(swallowed: [Self.failure("$[*].a", .lossErrorSwallowed)], digests: ["1"])
    #expect(try objection(broken, nothing, toleratesLoss: true) == nil)
  }
}
