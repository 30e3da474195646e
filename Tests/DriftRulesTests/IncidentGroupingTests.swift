import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

/// Which findings are one incident, and how it lives on while its form changes.
@Suite struct IncidentGroupingTests {
  private func update(_ findings: [Finding], known: [Incident] = [], hour: Int = 1) -> IncidentUpdate {
    IncidentUpdate(
      key: requestKey, findings: findings, known: known, now: now(Date(timeIntervalSince1970: Double(hour) * 3600)))
  }

  /// What several rounds say: transitions with their subjects.
  private func story(_ rounds: [[Finding]]) -> [[String]] {
    var known: [Incident] = []
    return rounds.enumerated().map { hour, findings in
      let update = update(findings, known: known, hour: hour)
      known = known.filter { old in !update.incidents.contains { $0.id == old.id } } + update.incidents
      return update.transitions.map { "\($0.kind.rawValue) \($0.incident.subject)" }
    }
  }

  private func lost(
    _ count: Int, of total: Int, path: String = "", _ rule: RuleID = .mappingRecordDropped, properties: [String] = [],
    level: Level = .warning
  ) -> Finding {
    finding(
      rule, level, path, mappings: [AffectedMapping(version: "v1", mapping: "Landmark", properties: properties)],
      count: count, total: total)
  }

  @Test(
    "Information about an incident's path, above or below it, belongs to it and raises nothing",
    arguments: [
      (.fieldTypeWidened, "$[*].price", true), (.fieldAdded, "$[*].price.amount", true),
      (.fieldAdded, "$[*].new", false),
      (.fieldBecameOptional, "$[*]", true), (.fieldEnumValueAdded, "$[*].price_old", false),
      (.evidenceNeverSeen, "$[*].price", false), (.lossErrorSwallowed, "$[*].price", true),
    ] as [(RuleID, String, Bool)])
  func information(_ rule: RuleID, _ path: String, _ belongs: Bool) {
    let found = update([
      finding(.decodeTypeMismatch, .breaking, "$[*].price"), finding(rule, .info, path, versions: ["v2"]),
    ])
    #expect(found.findings[1].incident == (belongs ? found.findings[0].incident : nil))
    #expect(found.incidents.map(\.fingerprints) == [[found.findings[0].fingerprint]])
    #expect(found.incidents.map(\.versions) == [["v1"]])
    #expect(update([finding(rule, .info, path)]).findings.map(\.incident) == [nil])
  }

  @Test("Records, each property, identity and rules of a mapping are apart where no path is to blame")
  func apart() {
    var rule = lost(1, of: 9, .mappingInvariantBroken)
    rule.expected = "price is positive"
    let found = update([
      lost(1, of: 9), lost(1, of: 9, .lossElementDropped), lost(1, of: 9, .mappingPropertyLost, properties: ["a"]),
      lost(1, of: 9, .mappingPropertyLost, properties: ["b"]), lost(1, of: 9, .mappingIdentityCollided), rule,
      lost(1, of: 9, path: "$[*].c", .mappingPropertyLost, properties: ["c"]),
      lost(1, of: 9, path: "$[*].c", .mappingPropertyLost, properties: ["d"]),
    ])
    #expect(
      found.incidents.map(\.subject) == [
        "$[*].c", "identity of Landmark", "mapping Landmark", "mapping Landmark.a", "mapping Landmark.b",
        "rule \"price is positive\" of Landmark",
      ])
    #expect(
      story([
        [lost(1, of: 9, .mappingPropertyLost, properties: ["a"])],
        [lost(1, of: 9, .mappingPropertyLost, properties: ["b"])],
      ]) == [["opened mapping Landmark.a"], ["opened mapping Landmark.b", "resolved mapping Landmark.a"]])
  }

  @Test("A loss whose cause is no longer to be found, or found at last, stays the same incident")
  func causeComesAndGoes() {
    let path = "$[*].category"
    let all = lost(22, of: 22, level: .breaking)
    #expect(
      story([[lost(1, of: 22, path: path)], [all], [lost(3, of: 22, path: path)], [], [all]])
        == [["opened \(path)"], ["escalated \(path)"], [], ["resolved \(path)"], ["opened mapping Landmark"]])
    #expect(
      story([[all], [lost(3, of: 22, path: path), finding(.fieldTypeChanged, .warning, path)], []])
        == [["opened mapping Landmark"], [], ["resolved mapping Landmark"]])
    // Another release's loss has a cause of its own.
    var other = all
    other.versions[0].version = "v2"
    #expect(story([[lost(1, of: 22, path: path)], [other]])[1] == ["opened mapping Landmark", "resolved \(path)"])
  }

  @Test(
    "Clearly more records are told as worse, once; a little more or fewer are not",
    arguments: [
      ([(1, 24), (2, 24), (1, 24), (2, 24)], [1]), ([(3, 24), (4, 24)], []), ([(4, 24), (5, 24)], [1]),
      ([(10, 40), (15, 40), (30, 40)], [2]), ([(1, 50), (1, 20)], []), ([(2, 20), (4, 400)], []),
    ] as [([(Int, Int)], [Int])])
  func worse(_ checks: [(Int, Int)], _ told: [Int]) {
    let story = story(checks.map { [lost($0.0, of: $0.1)] })
    #expect(story.dropFirst().enumerated().filter { !$0.element.isEmpty }.map { $0.offset + 1 } == told)
  }

  @Test("Another loss of the same cause is worse; another rule that tells of the same loss is not")
  func anotherLoss() {
    let path = "$[*].url"
    let first = lost(1, of: 20, path: path, .mappingPropertyLost, properties: ["id"])
    let second = lost(1, of: 20, path: path, .mappingPropertyLost, properties: ["spriteURL"])
    #expect(
      story([[first], [first, second], [first], [first, second]])
        == [["opened \(path)"], ["escalated \(path)"], [], []])
    #expect(
      story([[lost(1, of: 20, path: path)], [lost(1, of: 20, path: path, .mappingThrew)]])
        == [["opened \(path)"], []])
  }

  private func missing(_ name: String, count: Int = 1, owner: String = "ProductDTO") -> Finding {
    var finding = finding(.decodeKeyNotFound, .breaking, "$[*].\(name)", count: count, total: 20, losesResponse: true)
    finding.versions[0].property = "\(owner).\(name): String"
    return finding
  }

  @Test("Three required members missing in the same objects are one thing of another form; fewer, or others, are not")
  func strangeObject() {
    let three = ["id", "title", "price"].map { missing($0) }
    #expect(story([three, [three[2]], []]) == [["opened $[*]"], [], ["resolved $[*]"]])
    #expect(story([[three[0], three[1]]]) == [["opened $[*].id", "opened $[*].title"]])
    #expect(story([[three[0], three[1], missing("price", count: 20)]])[0].count == 3)
    #expect(story([[three[0], three[1], missing("price", owner: "OtherDTO")]])[0].count == 3)
    // What is open goes on under its own path.
    #expect(story([[three[2]], three]) == [["opened $[*].price"], ["opened $[*]"]])
  }

  @Test("What would be sent otherwise since what is read changed belongs to that incident, else to its own")
  func writes() {
    let write = finding(.requestShapeChanged, .warning, "")
    let read = finding(.fieldTypeChanged, .warning, "$.a")
    let worst = lost(9, of: 9, path: "$.b", level: .breaking)
    #expect(story([[write, read], []]) == [["opened $.a"], ["resolved $.a"]])
    #expect(update([write, read, worst]).findings[0].incident == update([worst]).incidents.first?.id)
    #expect(story([[write], [write, read]]) == [["opened request-shape-changed"], ["opened $.a"]])
    let others = finding(.fieldTypeChanged, .warning, "$.a", versions: ["v2"])
    #expect(story([[write, others]]) == [["opened $.a", "opened request-shape-changed"]])
  }
}
