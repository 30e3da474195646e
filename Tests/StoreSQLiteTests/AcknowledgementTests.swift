import DriftModel
import DriftRules
import Foundation
import Store
import Testing

@testable import StoreSQLite

@Suite("Incidents are looked at and acknowledged")
struct AcknowledgementTests {
  private let id = "7f3a000000000001"

  /// A ledger with one incident in `state`.
  private func ledger(_ state: Incident.State = .open, at path: String) async throws -> SQLiteStore {
    let ledger = try SQLiteStore(path: path)
    try await ledger.look { result in
      let incident = Samples.incident(state: state)
      result.incidents = [incident]
      result.transitions = [IncidentTransition(kind: .opened, at: Samples.start, incident: incident)]
    }
    return ledger
  }

  @Test("Acknowledged by a person with a note, once more by another, and taken back")
  func acknowledging() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await ledger(at: folder.file())
    var expected = Samples.incident()
    expected.state = .acknowledged
    for (person, note) in [("Ann", nil), ("Bo", "the shop knows: 'ticket' \u{0} 12")] as [(String, String?)] {
      let at = Samples.start.addingTimeInterval(0.000_1)
      expected.acknowledgement = Incident.Acknowledgement(by: person, note: note, at: at)
      #expect(try await ledger.acknowledge(id, by: person, note: note, at: at) == expected)
      #expect(try await SQLiteStore(path: folder.file(), access: .readOnly).incidents() == [expected])
      #expect(try await ledger.verify() == [])
    }
    for _ in 0..<2 { #expect(try await ledger.unacknowledge(id) == Samples.incident()) }
    #expect(try await ledger.incidents() == [Samples.incident()])
    #expect(try await ledger.history(ofIncident: id).count == 1, "somebody's word is no transition")
  }

  @Test(
    "An incident that is resolved or not there is one clear line, and nothing changes",
    arguments: [
      ("7f3a000000000001", StoreError.resolvedIncident(store: "", id: "7f3a000000000001")),
      ("7f3a000000000002", .unknownIncident(store: "", id: "7f3a000000000002")),
      ("", .unknownIncident(store: "", id: "")),
      ("a\n\u{1b}[31m%", .unknownIncident(store: "", id: "a31")),
      (String(repeating: "f", count: 100_000), .unknownIncident(store: "", id: String(repeating: "f", count: 16))),
    ])
  func refused(id: String, error: StoreError) async throws {
    let folder = try TemporaryFolder()
    let ledger = try await ledger(.resolved, at: folder.file())
    func check(_ body: () async throws -> Void) async {
      let thrown = await #expect(throws: StoreError.self) { try await body() }
      switch (thrown, error) {
      case (.resolvedIncident(_, let found), .resolvedIncident(_, let wanted)): #expect(found == wanted)
      case (.unknownIncident(_, let found), .unknownIncident(_, let wanted)): #expect(found == wanted)
      default: Issue.record("\(String(describing: thrown))")
      }
      #expect(thrown?.description.contains("\n") == false)
      #expect((thrown?.description.utf8.count ?? 1_000) < 300 + folder.path.utf8.count)
    }
    await check { try await ledger.acknowledge(id, by: "Ann", note: nil, at: Samples.start) }
    await check { try await ledger.unacknowledge(id) }
    #expect(try await ledger.incidents() == [Samples.incident(state: .resolved)])
    let reader = try SQLiteStore(path: folder.file(), access: .readOnly)
    await #expect(throws: StoreError.readOnly(store: folder.file())) {
      try await reader.acknowledge(self.id, by: "Ann", note: nil, at: Samples.start)
    }
  }

  @Test("A round that read the incident before it was acknowledged, or before that was taken back, does not undo it")
  func duringARound() async throws {
    let folder = try TemporaryFolder()
    let (rounds, people) = (try await ledger(at: folder.file()), try SQLiteStore(path: folder.file()))
    func look(after read: [Incident], kind: IncidentTransition.Kind? = nil) async throws -> Incident? {
      try await rounds.look { result in
        result.incidents = read.map { incident in
          var incident = incident
          incident.lastSeenAt = Samples.start.addingTimeInterval(300)
          if kind == .escalated { (incident.level, incident.state) = (.breaking, .open) }
          return incident
        }
        if let kind {
          result.transitions = result.incidents.map { IncidentTransition(kind: kind, at: Samples.start, incident: $0) }
        }
      }
      return try await people.incidents().first
    }
    var read = try await rounds.incidents()
    try await people.acknowledge(id, by: "Ann", note: nil, at: Samples.start)
    var now = try #require(try await look(after: read))
    #expect((now.state, now.acknowledgement?.by) == (.acknowledged, "Ann"))
    #expect(now.lastSeenAt == Samples.start.addingTimeInterval(300), "all else is as the round has it")

    read = try await rounds.incidents()
    try await people.unacknowledge(id)
    now = try #require(try await look(after: read))
    #expect((now.state, now.acknowledgement) == (.open, nil))

    // What is worse is told, whoever knew of it before.
    read = try await rounds.incidents()
    try await people.acknowledge(id, by: "Ann", note: nil, at: Samples.start)
    now = try #require(try await look(after: read, kind: .escalated))
    #expect(now.state == .open)

    // And what is gone is gone.
    try await people.acknowledge(id, by: "Ann", note: nil, at: Samples.start)
    now = try #require(try await look(after: [Samples.incident(state: .resolved)], kind: .resolved))
    #expect(now.state == .resolved)
    #expect(try await people.verify() == [])
  }

  @Test("Many people and rounds at once: each word is stored, no lock is seen")
  func together() async throws {
    let folder = try TemporaryFolder()
    let first = try await ledger(at: folder.file())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for person in 0..<4 {
        group.addTask {
          let ledger = try SQLiteStore(path: folder.file())
          for index in 0..<10 {
            let incident = try await ledger.acknowledge(id, by: "\(person)", note: "\(index)", at: Samples.start)
            #expect(incident.acknowledgement?.by == "\(person)")
          }
        }
      }
      group.addTask {
        for _ in 0..<20 {
          let incidents = try await first.incidents()
          try await first.look { $0.incidents = incidents }
        }
      }
      try await group.waitForAll()
    }
    let last = try #require(try await first.incidents().first)
    #expect((last.state, last.acknowledgement?.note) == (.acknowledged, "9"))
  }

  @Test("The history of an incident has every transition with its round and when it was told, oldest first")
  func history() async throws {
    let ledger = try SQLiteStore.temporary()
    let kinds: [IncidentTransition.Kind] = [.opened, .escalated, .resolved, .reopened, .flapping]
    for (index, kind) in kinds.enumerated() {
      try await ledger.look(at: Samples.start.addingTimeInterval(Double(index))) { result in
        let other = Samples.incident("00000000000000ff")
        let incident = Samples.incident(state: kind == .resolved ? .resolved : .open)
        result.incidents = [incident, other]
        result.transitions = result.incidents.map { IncidentTransition(kind: kind, at: result.at, incident: $0) }
      }
    }
    let told = Samples.start.addingTimeInterval(60)
    let two = try await ledger.history(ofIncident: id).prefix(2).map(\.sequence)
    try await ledger.markDelivered(two, at: told)
    let history = try await ledger.history(ofIncident: id)
    #expect(history.map(\.transition.kind) == kinds)
    #expect(history.map(\.round) == [1, 2, 3, 4, 5])
    #expect(history.map(\.deliveredAt) == [told, told, nil, nil, nil])
    #expect(history.map(\.sequence) == history.map(\.sequence).sorted())
    #expect(try await ledger.history(ofIncident: "7f3a") == [])
  }

  @Test("Open ones and those asked for by id are read without the resolved ones")
  func openOrOf() async throws {
    let ledger = try SQLiteStore.temporary()
    try await ledger.look { result in
      result.incidents = (0..<8).map { index in
        Samples.incident(
          "000000000000000\(index)", state: index.isMultiple(of: 2) ? .resolved : .open,
          at: Samples.start.addingTimeInterval(Double(8 - index)))
      }
    }
    try await ledger.acknowledge("0000000000000003", by: "Ann", note: nil, at: Samples.start)
    let asked = ["0000000000000004", "0000000000000003", "0000000000000004", "none", ""]
    let incidents = try await ledger.incidents(openOrOf: asked)
    #expect(incidents.map(\.id) == [7, 5, 4, 3, 1].map { "000000000000000\($0)" }, "oldest first")
    #expect(try await ledger.incidents(openOrOf: []).count == 4)
    #expect(try await ledger.incidentIDs() == (0..<8).map { "000000000000000\($0)" })
  }
}
