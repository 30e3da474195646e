import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

@Suite("Incidents are looked at and acknowledged")
struct AcknowledgementTests {
  private let id = "7f3a000000000001"

  /// A store with one incident in `state`.
  private func opened(_ kind: StoreKind, _ state: Incident.State = .open) async throws -> OpenedStore {
    let opened = try kind.open()
    try await opened.store.check { result in
      let incident = Samples.incident(state: state)
      result.incidents = [incident]
      result.transitions = [IncidentTransition(kind: .opened, at: Samples.start, incident: incident)]
    }
    return opened
  }

  @Test("Acknowledged by a person with a note, once more by another, and taken back", arguments: StoreKind.allCases)
  func acknowledging(_ kind: StoreKind) async throws {
    let opened = try await opened(kind)
    let store = opened.store
    var expected = Samples.incident()
    expected.state = .acknowledged
    for (person, note) in [("Ann", nil), ("Bo", "the shop knows: 'ticket' \u{0} 12")] as [(String, String?)] {
      let at = Samples.start.addingTimeInterval(0.000_1)
      let word = Incident.Acknowledgement(by: person, note: note, at: at)
      (expected.acknowledgement, expected.acknowledgements) = (word, expected.acknowledgements + [word])
      #expect(try await store.acknowledge(id, by: person, note: note, at: at) == expected)
      #expect(try await opened.again().incidents() == [expected])
      #expect(try await store.verify() == [])
    }
    (expected.state, expected.acknowledgement) = (.open, nil)
    expected.acknowledgements[1].isTakenBack = true
    for _ in 0..<2 { #expect(try await store.unacknowledge(id) == expected) }
    #expect(try await store.incidents() == [expected])
    #expect(try await store.history(ofIncident: id).count == 1, "somebody's word is no transition")
  }

  @Test(
    "An incident that is resolved or unknown is one clear line, and nothing changes", arguments: StoreKind.allCases,
    [
      ("7f3a000000000001", StoreError.resolvedIncident(store: "", id: "7f3a000000000001")),
      ("7f3a000000000002", .unknownIncident(store: "", id: "7f3a000000000002")),
      ("", .unknownIncident(store: "", id: "")),
      ("a\n\u{1b}[31m%", .unknownIncident(store: "", id: "a31")),
      (String(repeating: "f", count: 100_000), .unknownIncident(store: "", id: String(repeating: "f", count: 16))),
    ])
  func refused(_ kind: StoreKind, _ refusal: (id: String, error: StoreError)) async throws {
    let opened = try await opened(kind, .resolved)
    let store = opened.store
    func check(_ body: () async throws -> Void) async {
      let thrown = await #expect(throws: StoreError.self) { try await body() }
      switch (thrown, refusal.error) {
      case (.resolvedIncident(store.location, let found), .resolvedIncident(_, let wanted)): #expect(found == wanted)
      case (.unknownIncident(store.location, let found), .unknownIncident(_, let wanted)): #expect(found == wanted)
      default: Issue.record("\(String(describing: thrown))")
      }
      #expect(thrown?.description.contains("\n") == false)
      #expect((thrown?.description.utf8.count ?? 1_000) < 300 + store.location.utf8.count)
    }
    await check { try await store.acknowledge(refusal.id, by: "Ann", note: nil, at: Samples.start) }
    await check { try await store.unacknowledge(refusal.id) }
    #expect(try await store.incidents() == [Samples.incident(state: .resolved)])
  }

  @Test(
    "A round that read the incident before it was acknowledged, or before that was taken back, does not undo it",
    arguments: StoreKind.allCases)
  func duringARound(_ kind: StoreKind) async throws {
    let opened = try await opened(kind)
    let (rounds, people) = (opened.store, try opened.again())
    func check(after read: [Incident], kind: IncidentTransition.Kind? = nil) async throws -> Incident? {
      try await rounds.check { result in
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
    var now = try #require(try await check(after: read))
    #expect((now.state, now.acknowledgement?.by) == (.acknowledged, "Ann"))
    #expect(now.lastSeenAt == Samples.start.addingTimeInterval(300), "all else is as the round has it")

    read = try await rounds.incidents()
    try await people.unacknowledge(id)
    now = try #require(try await check(after: read))
    #expect((now.state, now.acknowledgement) == (.open, nil))

    // What is worse is told, whoever knew of it before.
    read = try await rounds.incidents()
    try await people.acknowledge(id, by: "Ann", note: nil, at: Samples.start)
    now = try #require(try await check(after: read, kind: .escalated))
    #expect(now.state == .open)

    // And what is gone is gone.
    try await people.acknowledge(id, by: "Ann", note: nil, at: Samples.start)
    now = try #require(try await check(after: [Samples.incident(state: .resolved)], kind: .resolved))
    #expect(now.state == .resolved)
    #expect(try await people.verify() == [])
  }

  @Test("Many people and rounds at once: each word is stored, nobody is refused", arguments: StoreKind.allCases)
  func together(_ kind: StoreKind) async throws {
    let opened = try await opened(kind)
    let first = opened.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for person in 0..<4 {
        group.addTask {
          let store = try opened.again()
          for index in 0..<10 {
            let incident = try await store.acknowledge(id, by: "\(person)", note: "\(index)", at: Samples.start)
            #expect(incident.acknowledgement?.by == "\(person)")
          }
        }
      }
      group.addTask {
        for _ in 0..<20 {
          let incidents = try await first.incidents()
          try await first.check { $0.incidents = incidents }
        }
      }
      try await group.waitForAll()
    }
    let last = try #require(try await first.incidents().first)
    #expect((last.state, last.acknowledgement?.note) == (.acknowledged, "9"))
  }

  @Test(
    "The history of an incident has every transition with its round and when it was reported, oldest first",
    arguments: StoreKind.allCases)
  func history(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let kinds: [IncidentTransition.Kind] = [.opened, .escalated, .resolved, .reopened, .flapping]
    for (index, kind) in kinds.enumerated() {
      try await store.check(at: Samples.start.addingTimeInterval(Double(index))) { result in
        let other = Samples.incident("00000000000000ff")
        let incident = Samples.incident(state: kind == .resolved ? .resolved : .open)
        result.incidents = [incident, other]
        result.transitions = result.incidents.map { IncidentTransition(kind: kind, at: result.at, incident: $0) }
      }
    }
    let told = Samples.start.addingTimeInterval(60)
    let two = try await store.history(ofIncident: id).prefix(2).map(\.sequence)
    try await store.markDelivered(two, at: told, environment: "production")
    let history = try await store.history(ofIncident: id)
    #expect(history.map(\.transition.kind) == kinds)
    #expect(history.map(\.round) == [1, 2, 3, 4, 5])
    #expect(history.map(\.deliveredAt) == [told, told, nil, nil, nil])
    #expect(history.map(\.sequence) == history.map(\.sequence).sorted())
    #expect(try await store.history(ofIncident: "7f3a") == [])
  }

  @Test("Open ones and those asked for by id are read without the resolved ones", arguments: StoreKind.allCases)
  func openOrOf(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await store.check { result in
      result.incidents = (0..<8).map { index in
        Samples.incident(
          "000000000000000\(index)", state: index.isMultiple(of: 2) ? .resolved : .open,
          at: Samples.start.addingTimeInterval(Double(8 - index)))
      }
    }
    try await store.acknowledge("0000000000000003", by: "Ann", note: nil, at: Samples.start)
    let asked = ["0000000000000004", "0000000000000003", "0000000000000004", "none", ""]
    let incidents = try await store.incidents(openOrOf: asked)
    #expect(incidents.map(\.id) == [7, 5, 4, 3, 1].map { "000000000000000\($0)" }, "oldest first")
    #expect(try await store.incidents(openOrOf: []).count == 4)
    #expect(try await store.incidentIDs() == (0..<8).map { "000000000000000\($0)" })
  }
}
