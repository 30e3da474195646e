import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

@Suite struct IncidentUpdateTests {
  private func date(_ hour: Int) -> Date { Date(timeIntervalSince1970: Double(hour) * 3600) }

  private func update(
    _ findings: [Finding], known: [Incident] = [], hour: Int = 1, lastGood: Int? = nil
  ) -> IncidentUpdate {
    IncidentUpdate(
      key: requestKey, findings: findings, known: known, now: now(date(hour), lastGoodAt: lastGood.map(date)))
  }

  @Test("Findings below one changed path are one incident; others have their own; information has none")
  func grouping() {
    let update = update([
      finding(.fieldTypeChanged, .warning, "$[*].price"),
      finding(.decodeTypeMismatch, .breaking, "$[*].price.amount"),
      finding(.decodeKeyNotFound, .breaking, "$[*].price_old"),
      finding(.mappingThrew, .breaking, "", mappings: [AffectedMapping(version: "v1", mapping: "Product")]),
      finding(.decodeCrash, .breaking, "", mappings: [AffectedMapping(version: "v1", mapping: "Product")]),
      finding(.fieldAdded, .info, "$[*].new"),
    ])
    #expect(update.incidents.map(\.subject) == ["$[*].price", "$[*].price_old", "decode-crash", "mapping Product"])
    #expect(update.transitions.map(\.kind) == [.opened, .opened, .opened, .opened])
    #expect(update.findings.map { $0.incident == nil } == [false, false, false, false, false, true])
    #expect(update.findings[0].incident == update.findings[1].incident)
    #expect(Set(update.incidents.map(\.id)).count == 4)
  }

  @Test("A finding below the path of an open incident belongs to it, and makes it worse where it says of a new loss")
  func joinsOpenOne() {
    let open = update([finding(.fieldTypeChanged, .warning, "$[*].price")]).incidents
    let next = update([finding(.decodeTypeMismatch, .warning, "$[*].price.amount")], known: open, hour: 2)
    #expect(next.incidents.map(\.id) == open.map(\.id))
    #expect(next.transitions.map(\.kind) == [.escalated])
    let later = update(
      [finding(.decodeTypeMismatch, .warning, "$[*].price.amount")], known: next.incidents, hour: 3)
    #expect(later.transitions.map(\.kind) == [])
  }

  @Test("What people feel has a past tense, whoever loses what; a rule's own sentence has none")
  func past() throws {
    func past(_ finding: Finding) throws -> String? { try #require(update([finding]).incidents.first).pastHeadline }
    func lost(_ rule: RuleID, _ properties: [String], _ count: Int, of total: Int) -> Finding {
      finding(
        rule, .breaking, "",
        mappings: [AffectedMapping(version: "v1", mapping: "Product", properties: properties)], count: count,
        total: total)
    }
    func response(_ rule: RuleID) -> Finding { finding(rule, .breaking, "$.a", losesResponse: true) }
    #expect(try past(response(.decodeTypeMismatch)) == "v1 could not load products")
    #expect(try past(response(.decodeCrash)) == "v1 crashed on products")
    #expect(try past(response(.decodeTimeout)) == "v1 hung on products")
    #expect(try past(lost(.mappingRecordDropped, [], 3, of: 20)) == "3 of 20 products were missing in v1")
    #expect(try past(lost(.mappingRecordDropped, [], 1, of: 20)) == "1 of 20 products was missing in v1")
    #expect(try past(lost(.mappingRecordDropped, [], 20, of: 20)) == "All 20 products were missing in v1")
    #expect(try past(lost(.mappingPropertyLost, ["price"], 3, of: 20)) == "Product.price was lost in 3 of 20")
    #expect(
      try past(lost(.mappingPropertyLost, ["a", "b"], 3, of: 20)) == "Product.a and Product.b were lost in 3 of 20")
    #expect(try past(lost(.mappingPropertyDefaulted, ["a"], 3, of: 20)) == "Product.a was defaulted in 3 of 20")
    #expect(try past(finding(.fieldRemoved, .warning, "$.a", message: "$.a is gone; it was string.")) == nil)
  }

  @Test("It escalates with a higher level or more releases, once")
  func escalation() {
    var known = update([finding(.fieldRemoved, .warning, "$.a")]).incidents
    let steps: [([Finding], [IncidentTransition.Kind])] = [
      ([finding(.fieldRemoved, .warning, "$.a")], []),
      ([finding(.fieldRemoved, .breaking, "$.a")], [.escalated]),
      ([finding(.fieldRemoved, .breaking, "$.a")], []),
      ([finding(.fieldRemoved, .breaking, "$.a", versions: ["v1", "v2"])], [.escalated]),
      ([finding(.fieldRemoved, .warning, "$.a")], []),
    ]
    for (hour, (findings, kinds)) in steps.enumerated() {
      let next = update(findings, known: known, hour: hour + 2)
      #expect(next.transitions.map(\.kind) == kinds)
      known = next.incidents
    }
    #expect(known.map(\.openedAt) == [date(1)])
    #expect(known.map(\.lastSeenAt) == [date(6)])
  }

  @Test("It resolves when nothing of it is found, and reopens as the same")
  func resolution() {
    let open = update([finding(.fieldRemoved, .warning, "$.a")], lastGood: 0).incidents
    #expect(open.map(\.responsesBefore) == [7])
    let whole = update([], known: open, hour: 3)
    #expect(whole.transitions.map(\.kind) == [.resolved])
    #expect(whole.incidents.map(\.resolvedAt) == [date(3)])
    #expect(update([], known: whole.incidents, hour: 4).transitions == [])
    let again = update([finding(.fieldRemoved, .warning, "$.a")], known: whole.incidents, hour: 5, lastGood: 4)
    #expect(again.transitions.map(\.kind) == [.reopened])
    #expect(again.incidents.map(\.id) == open.map(\.id))
    #expect(again.incidents.map(\.reopenedCount) == [1])
    #expect(again.incidents.map(\.lastGoodAt) == [date(4)])
    #expect(again.incidents.map(\.openedAt) == [date(1)])
  }

  @Test("Another change at the same path is another break, and each comes back as itself")
  func otherChange() {
    var sequence = IncidentSequence()
    let texts = finding(.fieldTypeChanged, .warning, "$.price")
    let cents = finding(.fieldScaleChanged, .warning, "$.price")
    let steps: [([Finding], [IncidentTransition.Kind])] = [
      ([texts], [.opened]), ([], [.resolved]), ([cents], [.opened]), ([], [.resolved]), ([texts], [.reopened]),
      ([], [.resolved]), ([cents], [.reopened]),
    ]
    for (findings, kinds) in steps { #expect(sequence.look(findings) == kinds) }
    #expect(Set(sequence.known.map(\.id)).count == 2 && Set(sequence.known.map(\.subject)) == ["$.price"])
    #expect(sequence.known.map(\.reopenedCount) == [1, 1])
  }

  @Test("Other releases than before are a new break to people; those that only read the member do not count as hit")
  func otherVersions() {
    let open = update([finding(.decodeTypeMismatch, .breaking, "$.a", versions: ["v2"])]).incidents
    let next = update(
      [
        finding(.fieldTypeChanged, .warning, "$.a", versions: ["v1", "v2"]),
        finding(.decodeTypeMismatch, .breaking, "$.a", versions: ["v1"]),
      ], known: open, hour: 9)
    #expect(next.transitions.map(\.kind) == [.reopened])
    let incident = next.incidents.first
    #expect(incident?.versions == ["v1"])
    #expect(incident?.lastOpenedAt == date(9))
    #expect(incident?.resolvedAt == date(9))
    #expect(incident?.lastGoodAt == date(1))
    #expect(incident?.reopenedCount == 1)
    let overlap = update(
      [finding(.decodeTypeMismatch, .breaking, "$.a", versions: ["v1", "v2"])], known: open, hour: 9)
    #expect(overlap.transitions.map(\.kind) == [.escalated])
  }

  @Test("An incident's id belongs to its place: environment, perspective and request keep apart")
  func keys() {
    var keys = [requestKey, requestKey, requestKey, requestKey]
    keys[1].environment = "staging"
    keys[2].perspective = "recorded"
    keys[3].request = "another"
    let ids = keys.flatMap { requestKey in
      IncidentUpdate(
        key: requestKey, findings: [finding(.fieldRemoved, .warning, "$.a")], known: [], now: now(date(1))
      ).incidents.map(\.id)
    }
    #expect(Set(ids).count == 4)
    #expect(ids.allSatisfy { $0.count == 16 })
  }
}
