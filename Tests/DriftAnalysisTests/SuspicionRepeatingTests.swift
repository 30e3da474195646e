import PayloadShape
import Testing

@testable import DriftAnalysis

/// What an answer does that equals the last one, and so is not examined again.
@Suite struct SuspicionRepeatingTests {
  /// A life, and what its last look saw.
  struct LifeCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let known: [Suspicion]
    let sightings: [Suspicion.Sighting]
    let couldShow: Bool

    init(
      _ name: String, sees sighting: Suspicion.Sighting? = nil, couldShow: Bool = true,
      _ live: (inout SuspicionLife) -> Void
    ) {
      var life = SuspicionLife()
      live(&life)
      testDescription = name
      (known, sightings, self.couldShow) = (life.known, sighting.map { [$0] } ?? [], couldShow)
    }

    /// What the same answer does if it is examined once more.
    var examined: SuspicionUpdate {
      SuspicionUpdate(known: known, sightings: sightings) { [couldShow] _ in couldShow }
    }
  }

  private static let gone = sighting(after: 100)
  private static let all = sighting(after: 100, of: 20)
  private static let seldom = sighting(after: 1000)
  private static let same = sighting(0.05, after: 1000, of: 20, isOfSameRecords: true)

  private static let cases = [
    LifeCase("nothing was ever suspected") { $0.look() },
    LifeCase("a first sight", sees: seldom) { $0.look(seldom) },
    LifeCase("one more sight of what is pending", sees: sighting(after: 20)) { $0.look(sighting(after: 20), times: 2) },
    LifeCase("a look without what is pending") {
      $0.look(gone)
      $0.look()
    },
    LifeCase("what is told and lasts", sees: all) { $0.look(all, times: 3) },
    LifeCase("what comes and goes, at a look without it") { life in
      for _ in 1...10 {
        life.look(seldom)
        life.lookInVain(9)
      }
    },
    LifeCase("what is past") {
      $0.look(all, times: 3)
      $0.look()
    },
    LifeCase("what is ordinary, at a look without it") {
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

  @Test("An equal answer counts for as much as the same answer would if it were examined", arguments: cases)
  func equalToExamined(_ c: LifeCase) {
    guard let repeated = SuspicionUpdate.repeating(c.known) else { return }
    #expect(repeated == c.examined.suspicions)
  }

  @Test("It has to be judged only if there is something to tell or to forget", arguments: cases)
  func judgedOnlyWhereNeeded(_ c: LifeCase) {
    let states = Dictionary(c.known.map { ($0.key, $0.state) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(c.examined.suspicions.map { ($0.key, $0.state) }, uniquingKeysWith: { first, _ in first })
    let repeated = SuspicionUpdate.repeating(c.known)
    #expect((repeated == nil) == (states != after))
    #expect(repeated == nil || repeated?.map(\.state) == c.known.map(\.state))
  }

  @Test("Equal answers confirm what is gone from one object as soon as other answers do", arguments: [20, 100, 300])
  func confirmation(_ history: Int) {
    let sighting = sighting(after: history)
    var examined = SuspicionLife()
    var delay = 0
    while examined.state != .confirmed, delay < 100 {
      examined.look(sighting)
      delay += 1
    }
    var life = SuspicionLife()
    life.look(sighting)
    var known = life.known
    var answers = 1
    while let next = SuspicionUpdate.repeating(known), answers < 100 {
      known = next
      answers += 1
    }
    #expect(answers + 1 == delay, "the answer that is judged is the one at which it is told")
    let judged = SuspicionUpdate(known: known, sightings: [sighting]) { _ in true }
    #expect(judged.states == [sighting.key: .confirmed])
  }

  @Test("Empty lists that equal each other prove nothing of what is pending")
  func emptyLists() {
    let sighting = sighting(after: 20)
    var life = SuspicionLife()
    life.look(sighting)
    life.look(couldShow: false)
    var known = life.known
    for _ in 1...10 {
      known =
        SuspicionUpdate.repeating(known)
        ?? SuspicionUpdate(known: known, sightings: []) { _ in false }.suspicions
    }
    let second = SuspicionUpdate(known: known, sightings: [sighting]) { _ in true }
    #expect(second.states == [sighting.key: .pending], "it was seen twice, which is little after 20 answers")
  }

  @Test("An equal answer without what stood in between is judged once it has stayed away for too long")
  func staysAway() {
    var life = SuspicionLife()
    for _ in 1...10 {
      life.look(Self.seldom)
      life.lookInVain(9)
    }
    var known = life.known
    var answers = 0
    while let next = SuspicionUpdate.repeating(known), answers < 200 {
      known = next
      answers += 1
    }
    #expect((10..<100).contains(answers))
    let judged = SuspicionUpdate(known: known, sightings: []) { _ in true }
    #expect(judged.standing == [])
    #expect(judged.suspicions.map(\.state) == [.past])
  }
}
