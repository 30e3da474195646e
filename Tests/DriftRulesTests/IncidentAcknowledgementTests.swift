import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

/// An acknowledged incident is quiet until it is worse or resolved.
@Suite struct IncidentAcknowledgementTests {
  /// So many of twenty-four records lost, and perhaps a property.
  private static func lost(
    _ count: Int, _ level: Level = .warning, versions: [String] = ["v1", "v2"], rule: RuleID = .mappingRecordDropped
  ) -> Finding {
    let properties = rule == .mappingPropertyLost ? ["price"] : []
    return finding(
      rule, level, "$[*].a", versions: versions,
      mappings: [AffectedMapping(version: "v1", mapping: "Product", properties: properties)], count: count, total: 24)
  }

  struct CheckCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let findings: [Finding]
    let told: [IncidentTransition.Kind]
    let state: Incident.State

    init(
      _ name: String, _ findings: [Finding], told: [IncidentTransition.Kind] = [],
      _ state: Incident.State = .acknowledged
    ) {
      (testDescription, self.findings, self.told, self.state) = (name, findings, told, state)
    }
  }

  @Test(
    "What is as it was or less stays acknowledged and quiet; what is worse is open again, and told",
    arguments: [
      CheckCase("as it was", [lost(3)]),
      CheckCase("a little more", [lost(4)]),
      CheckCase("fewer records", [lost(1)]),
      CheckCase("fewer versions", [lost(3, versions: ["v1"])]),
      CheckCase("clearly more records", [lost(12)], told: [.escalated], .open),
      CheckCase("a higher level", [lost(3, .breaking)], told: [.escalated], .open),
      CheckCase("a further version", [lost(3, versions: ["v1", "v2", "v3"])], told: [.escalated], .open),
      CheckCase("another loss", [lost(3), lost(3, rule: .mappingPropertyLost)], told: [.escalated], .open),
      CheckCase("other versions than before", [lost(3, versions: ["v3"])], told: [.reopened], .open),
      CheckCase("gone", [], told: [.resolved], .resolved),
    ])
  func nextCheck(_ c: CheckCase) throws {
    var life = IncidentSequence()
    life.look([Self.lost(3)])
    life.acknowledge()
    let word = life.known.first?.acknowledgement
    #expect(life.look(c.findings) == c.told)
    let incident = try #require(life.known.first)
    #expect(life.known.count == 1)
    #expect(incident.state == c.state)
    #expect(incident.acknowledgement == (c.state == .acknowledged ? word : nil))
  }

  @Test("What was acknowledged while it was breaking is still breaking: the exit code counts it")
  func counts() {
    var life = IncidentSequence()
    let breaking = Self.lost(24, .breaking)
    life.look([breaking])
    life.acknowledge()
    life.look([breaking])
    #expect(life.known.map(\.isOpen) == [true])
    #expect(life.known.map(\.level) == [.breaking])
    #expect(life.last?.findings.map(\.level) == [.breaking])
  }

  @Test("The word ends with the incident: what comes back is news")
  func comesBack() {
    var life = IncidentSequence()
    life.look([Self.lost(3)])
    life.acknowledge()
    #expect(life.look("0101", Self.lost(3)) == "gbgf")
    #expect(life.known.map(\.acknowledgement) == [nil])
    #expect(life.known.map(\.state) == [.open])
  }

  @Test("What became worse can be acknowledged again, and is then quiet at what it is")
  func again() {
    var life = IncidentSequence()
    life.look([Self.lost(3)])
    life.acknowledge()
    #expect(life.look([Self.lost(12, .breaking)]) == [.escalated])
    life.acknowledge(by: "Bob")
    #expect(life.look("111", Self.lost(12, .breaking)) == "...")
    #expect(life.known.map(\.acknowledgement?.by) == ["Bob"])
  }

  @Test(
    "What gets better for a check and is then no worse than what was acknowledged stays quiet",
    arguments: [
      CheckCase("fewer records in between", [lost(2, .breaking)]),
      CheckCase("a lower level in between", [lost(2)]),
      CheckCase("fewer versions in between", [lost(12, .breaking, versions: ["v1"])]),
    ])
  func backToWhatWasKnown(_ c: CheckCase) {
    var life = IncidentSequence()
    let known = Self.lost(12, .breaking)
    life.look([known])
    life.acknowledge()
    #expect(life.look(c.findings) == c.told)
    #expect(life.look([known]) == [])
    #expect(life.known.map(\.state) == [c.state])
    #expect(life.known.map(\.acknowledgement?.by) == ["Ann"])
  }

  @Test("What is flapping and acknowledged comes and goes in silence, and is resolved when it stays away")
  func flapping() {
    var life = IncidentSequence()
    life.look("10101", Self.lost(3))
    life.acknowledge()
    #expect(life.look("0101010101", Self.lost(3)) == "..........")
    #expect(life.known.map(\.acknowledgement?.by) == ["Ann"])
    #expect(life.known.map(\.isFlapping) == [true])
    let end = life.look(String(repeating: "0", count: 50), Self.lost(3))
    #expect(end.filter { $0 != "." } == "g")
    #expect(life.known.map(\.state) == [.resolved])
    #expect(life.known.map(\.acknowledgement) == [nil])
  }
}
