import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

/// What a response does that equals the last one, and so is not examined again.
@Suite struct PendingChangeRepeatingTests {
  /// A life, and what its last check saw.
  struct LifeCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let known: [PendingChange]
    let observations: [EvidenceObservation]
    let couldShow: Bool

    init(
      _ name: String, sees observation: EvidenceObservation? = nil, couldShow: Bool = true,
      _ live: (inout PendingChangeSequence) -> Void
    ) {
      var life = PendingChangeSequence()
      live(&life)
      testDescription = name
      (known, observations, self.couldShow) = (life.known, observation.map { [$0] } ?? [], couldShow)
    }

    /// What the same response does if it is examined once more.
    var examined: PendingChangeUpdate {
      PendingChangeUpdate(known: known, observations: observations) { [couldShow] _ in couldShow }
    }
  }

  private static let gone = observation(after: 100)
  private static let all = observation(after: 100, of: 20)
  private static let seldom = observation(after: 1000)
  private static let same = observation(0.05, after: 1000, of: 20, isOfSameRecords: true)

  private static let cases = [
    LifeCase("nothing was ever suspected") { $0.look() },
    LifeCase("a first sight", sees: seldom) { $0.look(seldom) },
    LifeCase("one more sight of what is pending", sees: observation(after: 20)) {
      $0.look(observation(after: 20), times: 2)
    },
    LifeCase("a check without what is pending") {
      $0.look(gone)
      $0.look()
    },
    LifeCase("what is told and lasts", sees: all) { $0.look(all, times: 3) },
    LifeCase("what comes and goes, at a check without it") { life in
      for _ in 1...10 {
        life.look(seldom)
        life.lookInVain(9)
      }
    },
    LifeCase("what is past") {
      $0.look(all, times: 3)
      $0.look()
    },
    LifeCase("what is ordinary, at a check without it") {
      $0.look(gone)
      $0.lookInVain(150)
    },
    LifeCase("some of the same records", sees: same) { $0.look(same, times: 2) },
    LifeCase("an empty list while something is pending", couldShow: false) {
      $0.look(gone)
      $0.look(couldShow: false)
    },
    LifeCase("an empty list while something is told", couldShow: false) {
      $0.look(all)
      $0.look(couldShow: false)
    },
    LifeCase("an empty list while something comes and goes", couldShow: false) { life in
      for _ in 1...10 {
        life.look(seldom)
        life.lookInVain(9)
      }
      life.look(couldShow: false)
    },
  ]

  @Test("An equal response counts for as much as the same response would if it were examined", arguments: cases)
  func equalToExamined(_ c: LifeCase) {
    guard let repeated = PendingChangeUpdate.repeating(c.known) else { return }
    // But the baseline, which learns of no equal response, lacks none either.
    let before = Dictionary(c.known.map { ($0.subject, $0.counts) }, uniquingKeysWith: { first, _ in first })
    #expect(repeated.allSatisfy { $0.counts.leftOut == before[$0.subject]?.leftOut })
    func evidence(_ changes: [PendingChange]) -> [PendingChange] {
      changes.map { change in
        var change = change
        (change.counts.leftOut, change.counts.leftOutShares) = (0, 0)
        return change
      }
    }
    #expect(evidence(repeated) == evidence(c.examined.pendingChanges))
  }

  @Test("It has to be judged only if there is something to tell or to forget", arguments: cases)
  func judgedOnlyWhereNeeded(_ c: LifeCase) {
    let states = Dictionary(c.known.map { ($0.subject, $0.state) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      c.examined.pendingChanges.map { ($0.subject, $0.state) }, uniquingKeysWith: { first, _ in first })
    let repeated = PendingChangeUpdate.repeating(c.known)
    #expect((repeated == nil) == (states != after))
    #expect(repeated == nil || repeated?.map(\.state) == c.known.map(\.state))
  }

  @Test(
    "Equal responses confirm what is gone from one object as soon as other responses do", arguments: [20, 100, 300])
  func confirmation(_ history: Int) {
    let observation = observation(after: history)
    var examined = PendingChangeSequence()
    var delay = 0
    while examined.state != .confirmed, delay < 100 {
      examined.look(observation)
      delay += 1
    }
    var life = PendingChangeSequence()
    life.look(observation)
    var known = life.known
    var responses = 1
    while let next = PendingChangeUpdate.repeating(known), responses < 100 {
      known = next
      responses += 1
    }
    #expect(responses + 1 == delay, "the response that is judged is the one at which it is told")
    let judged = PendingChangeUpdate(known: known, observations: [observation]) { _ in true }
    #expect(judged.states == [observation.subject: .confirmed])
  }

  @Test("Empty lists that equal each other prove nothing of what is pending")
  func emptyLists() {
    let observation = observation(after: 20)
    var life = PendingChangeSequence()
    life.look(observation)
    life.look(couldShow: false)
    var known = life.known
    for _ in 1...10 {
      known =
        PendingChangeUpdate.repeating(known)
        ?? PendingChangeUpdate(known: known, observations: []) { _ in false }.pendingChanges
    }
    let second = PendingChangeUpdate(known: known, observations: [observation]) { _ in true }
    #expect(second.states == [observation.subject: .pending], "it was seen twice, which is little after 20 responses")
  }

  @Test("An equal response without what stood in between is judged once it has stayed away for too long")
  func staysAway() {
    var life = PendingChangeSequence()
    for _ in 1...10 {
      life.look(Self.seldom)
      life.lookInVain(9)
    }
    var known = life.known
    var responses = 0
    while let next = PendingChangeUpdate.repeating(known), responses < 200 {
      known = next
      responses += 1
    }
    #expect((10..<100).contains(responses))
    let judged = PendingChangeUpdate(known: known, observations: []) { _ in true }
    #expect(judged.standing == [])
    #expect(judged.pendingChanges.map(\.state) == [.past])
  }
}
