import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

@Suite("What the facts of a round cannot tell")
struct WhatCannotBeKnownTests {
  private func shape(_ texts: String...) throws -> PayloadShape {
    try texts.reduce(into: PayloadShape()) { $0.merge(PayloadShape(of: try JSONDocument(Array($1.utf8)))) }
  }

  private func judgement(
    _ examinations: Examination..., baseline: PayloadShape? = nil, changes: [ShapeChange] = []
  ) -> Judgement {
    var judgement = Judgement(
      key: requestKey, versions: [version("v1")], examinations: examinations, changes: changes)
    judgement.baseline = baseline
    return judgement
  }

  // MARK: Who reads a member

  @Test("A change is not said to be read by no version if the explanation of one is missing, or does not cover it")
  func readers() throws {
    let removed = change(.fieldRemoved, "$[*].text")
    func message(_ facts: (inout VersionExamination) -> Void) throws -> String {
      var examined = DriftRulesTests.facts("v1")
      examined.fields = [field("$[*].kind")]
      facts(&examined)
      let found = judgement(response(examined), changes: [removed]).findings()
      return try #require(found.first { $0.rule == .fieldRemoved }).message
    }
    #expect(try message { _ in }.hasSuffix("read by no version."))
    #expect(try message { $0.hiddenBelow = ["$.other"] }.hasSuffix("read by no version."))
    #expect(try !message { $0.explanationMissing = "a subclass of JSONDecoder" }.contains("read by no version"))
    #expect(try !message { $0.contradiction = "we disagree" }.contains("read by no version"))
    #expect(try !message { $0.hiddenBelow = ["$[*]"] }.contains("read by no version"))
    #expect(try !message { $0.hiddenBelow = ["$"] }.contains("read by no version"))
    #expect(try !message { $0.decoding = .crashed(reason: "it trapped") }.contains("read by no version"))
  }

  @Test("A value of a dictionary is read by who asks for the dictionary")
  func dictionaryValues() throws {
    var examined = facts("v1")
    examined.fields = [field("$.rates")]
    let found = judgement(response(examined), changes: [change(.fieldTypeChanged, "$.rates.*")]).findings()
    let finding = try #require(found.first { $0.rule == .fieldTypeChanged })
    #expect(finding.versions.map(\.version) == ["v1"])
    #expect(!finding.message.contains("read by no version"))
  }

  // MARK: Members that were there before

  @Test("A member that was there before is not said to be never there")
  func neverThere() throws {
    var examined = facts("v1")
    examined.fields = [field("$[*].note", isRequired: false, seen: 0, missing: 1)]
    func rules(_ baseline: PayloadShape?) -> [RuleID] {
      judgement(response(examined), baseline: baseline).findings().map(\.rule)
    }
    #expect(rules(nil) == [.evidenceNeverSeen])
    #expect(rules(try shape(#"[{"id":1}]"#)) == [.evidenceNeverSeen])
    let nulls = Array(repeating: #"[{"note":null}]"#, count: 5).reduce(into: PayloadShape()) { shape, text in
      if let document = try? JSONDocument(Array(text.utf8)) { shape.merge(PayloadShape(of: document)) }
    }
    #expect(rules(nulls) == [.evidenceOnlyNull])
    #expect(rules(try shape(#"[{"note":"a"}]"#, #"[{"note":null}]"#)) == [])
  }

  @Test("A member that is null now and held a value before is no evidence either")
  func nullNow() throws {
    var examined = facts("v1")
    examined.fields = [field("$[*].note", isRequired: false, seen: 0, null: 2)]
    #expect(judgement(response(examined), baseline: try shape(#"[{"note":"a"}]"#)).findings().map(\.rule) == [])
    #expect(
      judgement(response(examined), baseline: try shape(#"[{"id":1}]"#)).findings().map(\.rule) == [.evidenceOnlyNull])
  }

  // MARK: Counts

  @Test("Several ways in which one member of one response fails are counted in values, and its visits once")
  func counts() throws {
    var examined = facts("v1", .failed(message: "no"))
    var other = failure(.decodeTypeMismatch, "$[*].price", pointer: "/2/price", count: 1, total: 3)
    other.found = "object"
    examined.failures = [failure(.decodeTypeMismatch, "$[*].price", count: 1, total: 3), other]
    let finding = try #require(judgement(response(examined)).findings().first { $0.rule == .decodeTypeMismatch })
    #expect((finding.count, finding.total) == (2, 3))
    let twice = try #require(
      judgement(response(examined), response(examined)).findings().first { $0.rule == .decodeTypeMismatch })
    #expect((twice.count, twice.total) == (4, 6))
  }

  // MARK: What a response that does not decode can tell

  /// Rules at warning or above, of one version, after a round of each of the examinations.
  private func course(_ examinations: [VersionExamination], known: [Finding]) throws -> [RuleID] {
    var memory = RequestMemory()
    memory.findings = known
    for (round, examined) in examinations.enumerated() {
      var examination = Examination(
        shape: PayloadShape(of: try JSONDocument(Array(#"[{"kind":1,"text":"a","at":"b","imageURL":"u"}]"#.utf8))))
      examination.versions = [examined]
      let facts = RequestFacts(
        request: requestKey, signature: "GET /", versions: [version("v1")], outlines: [:],
        responses: [RequestFacts.Response(url: "u", examination: examination)], round: round,
        clock: Date(timeIntervalSince1970: 1_780_000_000 + Double(round) * 3600), settings: EvaluationSettings())
      memory = memory.applying(evaluate(memory, facts))
    }
    return memory.findings.filter { $0.level >= .warning }.map(\.rule).sorted { $0.rawValue < $1.rawValue }
  }

  @Test("It resolves no finding that only one that decodes can resolve")
  func resolved() throws {
    let known = [
      finding(.evidenceNeverSeen, .warning, "$[*].imageURL"), finding(.lossErrorSwallowed, .warning, "$[*].text"),
      finding(.lossEnumFallback, .warning, "$[*].kind"), finding(.decodePlatformDependent, .warning, "$[*].at"),
    ]
    var failed = facts("v1", .failed(message: "no"))
    failed.failures = [failure(.decodeTypeMismatch, "$[*].kind", pointer: "/0/kind", total: 1)]
    failed.fields = [field("$[*].text", seen: 1), field("$[*].kind", seen: 1), field("$[*].at", seen: 1)]
    #expect(
      try course([failed], known: known) == [
        .decodePlatformDependent, .decodeTypeMismatch, .evidenceNeverSeen, .lossEnumFallback, .lossErrorSwallowed,
      ])
    let fine = facts("v1") {
      $0.fields = [field("$[*].text", seen: 1), field("$[*].kind", seen: 1), field("$[*].at", seen: 1)]
    }
    #expect(try course([failed, fine], known: known) == [])
  }

  @Test("It resolves a failure elsewhere, unless that may be hidden")
  func hidden() throws {
    let known = [
      finding(.decodeTypeMismatch, .breaking, "$[*].text"), finding(.decodeKeyNotFound, .breaking, "$[*].at"),
    ]
    var failed = facts("v1", .failed(message: "no"))
    failed.failures = [failure(.decodeEnumUnknownValue, "$[*].kind", pointer: "/0/kind", total: 1)]
    #expect(try course([failed], known: known) == [.decodeEnumUnknownValue])
    failed.hiddenBelow = ["$[*]"]
    #expect(
      try course([failed], known: known) == [.decodeEnumUnknownValue, .decodeKeyNotFound, .decodeTypeMismatch])
    failed.hiddenBelow = ["$.other"]
    #expect(try course([failed], known: known) == [.decodeEnumUnknownValue])
  }
}
