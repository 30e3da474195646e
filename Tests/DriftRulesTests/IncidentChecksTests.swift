import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

/// What is told of an incident that comes and goes, and what is remembered of it.
@Suite struct IncidentChecksTests {
  private static let removed = finding(.fieldRemoved, .warning, "$.a")

  private static func lost(_ count: Int, of total: Int = 24, _ level: Level = .warning, versions: [String] = ["v1"])
    -> Finding
  {
    finding(
      .mappingRecordDropped, level, "$[*].a", versions: versions,
      mappings: [AffectedMapping(version: versions.first ?? "v1", mapping: "Product")], count: count, total: total)
  }

  private static func away(_ checks: Int) -> String { String(repeating: "0", count: checks) }
  private static func there(_ checks: Int) -> String { String(repeating: "1", count: checks) }
  private static func silence(_ checks: Int) -> String { String(repeating: ".", count: checks) }

  // MARK: Coming and going

  @Test(
    "Each coming and going is told, until it is flapping: that is told once, then nothing",
    arguments: [
      ("11111", "o...."), ("0001", "...o"), ("10", "og"), ("1011", "ogb."), ("1010", "ogbg"),
      ("10101", "ogbgf"), ("1010101010101010", "ogbgf..........."), ("1100110011", "o.g.b.g.f."),
      ("101011111", "ogbgf...."), ("1000000100000010", "og.....bg.....f."),
    ])
  func comingAndGoing(_ pattern: String, _ told: String) {
    var life = IncidentSequence()
    #expect(life.look(pattern, Self.removed) == told)
  }

  @Test("Comings and goings that lie far apart are told each time")
  func farApart() {
    var life = IncidentSequence()
    let cycle = "1" + Self.away(99)
    let silence = Self.silence(98)
    #expect(
      life.look(cycle + cycle + cycle + cycle, Self.removed) == "og\(silence)bg\(silence)bg\(silence)bg\(silence)")
    #expect(life.known.map(\.reopenedCount) == [3])
  }

  @Test(
    "What is flapping is resolved once, when it has stayed away for longer than it used to",
    arguments: [1, 2, 5, 10, 25])
  func endOfFlapping(_ gap: Int) throws {
    var life = IncidentSequence()
    life.look("1" + Self.away(gap) + "1" + Self.away(gap) + "1", Self.removed)
    #expect(life.known.map(\.isFlapping) == [true])
    #expect(life.look(Self.away(gap), Self.removed) == Self.silence(gap), "that is how long it used to stay away")
    #expect(life.known.map(\.isOpen) == [true], "it may be back at any time, so it counts")
    let told = life.look(Self.away(100), Self.removed)
    #expect(told.filter { $0 != "." } == "g")
    let incident = try #require(life.known.first)
    #expect(incident.state == .resolved)
    #expect(!incident.isFlapping)
    #expect(incident.resolution == nil)
  }

  @Test("What has been there ever since is not flapping any more: its end is told at once")
  func calmsDown() {
    var life = IncidentSequence()
    life.look("10101", Self.removed)
    let checks = Incident.checksKept
    #expect(life.look(Self.there(checks) + "0", Self.removed) == Self.silence(checks) + "g")
  }

  @Test("What is flapping and becomes worse is told as worse, once")
  func worseWhileFlapping() {
    var life = IncidentSequence()
    life.look("10101", Self.lost(1))
    #expect(life.look("0101", Self.lost(12, .breaking)) == ".w..")
    #expect(life.known.map(\.level) == [.breaking])
  }

  @Test("A word that covers what is flapping resolves it at once")
  func acceptedWhileFlapping() {
    var life = IncidentSequence()
    life.look("10101", Self.removed)
    var accepted = Self.removed
    (accepted.level, accepted.state) = (.info, .accepted)
    accepted.accepted = Finding.Accepted(by: "Ann", reason: "known", until: nil, level: .warning)
    #expect(life.look([accepted]) == [.resolved])
    #expect(life.known.map(\.resolution) == ["accepted by Ann"])
    #expect(life.known.map(\.isFlapping) == [false])
  }

  @Test("Two servers that each break another version by turns are few messages, however long it lasts")
  func alternatingVersions() {
    var life = IncidentSequence()
    var told: [IncidentTransition.Kind] = []
    for look in 1...40 {
      told += life.look([finding(.decodeTypeMismatch, .breaking, "$.a", versions: [look % 2 == 0 ? "v1" : "v2"])])
    }
    #expect(told.count <= 5, "\(told.map(\.rawValue))")
    #expect(told.count { $0 == .flapping } <= 1)
  }

  struct SwingCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let checks: [Finding]
  }

  @Test(
    "What goes up and down is told as worse once",
    arguments: [
      SwingCase(testDescription: "records", checks: [lost(3), lost(9)]),
      SwingCase(testDescription: "the level", checks: [lost(4), lost(5, .breaking)]),
      SwingCase(testDescription: "the versions", checks: [lost(3), lost(3, versions: ["v1", "v2"])]),
    ])
  func upAndDown(_ c: SwingCase) {
    var life = IncidentSequence()
    let told = (0..<20).flatMap { life.look([c.checks[$0 % 2]]) }
    #expect(told == [.opened, .escalated], "\(told.map(\.rawValue))")
  }

  // MARK: Reopening

  @Test("Back again it is the same incident: first opened then, last opened now, and worse only than since then")
  func reopening() throws {
    var life = IncidentSequence()
    let few = Self.lost(1)
    #expect(life.look([Self.lost(10)]) == [.opened])
    #expect(life.look([]) == [.resolved])
    #expect(life.look([few]) == [.reopened])
    let incident = try #require(life.known.first)
    #expect(life.known.count == 1)
    #expect(incident.openedAt == IncidentSequence.date(1))
    #expect(incident.resolvedAt == IncidentSequence.date(2))
    #expect(incident.lastOpenedAt == IncidentSequence.date(3))
    #expect(incident.lastSeenAt == IncidentSequence.date(3))
    #expect(incident.reopenedCount == 1)
    #expect(incident.worst == Incident.Extent(count: 1, total: 24))
    #expect(life.look([few]) == [])
    #expect(life.look([Self.lost(10)]) == [.escalated])
  }

  @Test("Another level, headline or version on its return is that of its return")
  func otherOnReturn() throws {
    var life = IncidentSequence()
    life.look([Self.lost(24, .breaking)])
    life.look([])
    #expect(life.known.map(\.level) == [.breaking], "the last level while it was open")
    life.look([Self.lost(1, versions: ["v2"])])
    let incident = try #require(life.known.first)
    #expect(incident.level == .warning)
    #expect(incident.versions == ["v2"])
    #expect(incident.headline.contains("v2") && !incident.headline.contains("v1"))
  }

  @Test("A transition holds the incident as it stood after it")
  func transitions() throws {
    var life = IncidentSequence()
    for look in "1010101" {
      life.look(look == "1" ? [Self.removed] : [])
      let update = try #require(life.last)
      for transition in update.transitions {
        #expect(update.incidents.contains(transition.incident))
        #expect(transition.at == IncidentSequence.date(life.hour))
      }
    }
  }

  // MARK: What is remembered

  @Test("Of its checks no more are remembered than are kept, the last ones")
  func checksKept() throws {
    var life = IncidentSequence()
    var pattern = ""
    for look in 0..<350 {
      let isThere = look % 3 != 1 && look % 7 != 2
      pattern += isThere ? "1" : "0"
      life.look(isThere ? [Self.removed] : [])
      let checks = try #require(life.known.first).recentChecks
      #expect(checks == pattern.suffix(Incident.checksKept))
    }
  }

  @Test("What was resolved long ago costs no check anything, and is the same incident when it is back")
  func longAgo() {
    var life = IncidentSequence()
    life.look([Self.removed])
    life.look([])
    #expect(life.last?.incidents.count == 1)
    for _ in 1...Incident.checksKept { life.look([]) }
    #expect(life.last?.incidents == [])
    let id = life.known.map(\.id)
    #expect(life.look([Self.removed]) == [.reopened])
    #expect(life.known.map(\.id) == id)
  }
}
