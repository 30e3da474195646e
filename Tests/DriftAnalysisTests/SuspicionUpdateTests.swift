import PayloadShape
import Testing

@testable import DriftAnalysis

/// When what may be chance is told, stays told, is forgotten and is believed again.
@Suite struct SuspicionUpdateTests {
  struct DelayCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What one answer shows.
    let sighting: Suspicion.Sighting
    /// It shows in the first answer and in each so-many-th after it.
    var every = 1
    /// The answer, counted from the first sight, at which it is told; `nil`: none of a hundred.
    let told: ClosedRange<Int>?

    init(_ name: String, _ sighting: Suspicion.Sighting, every: Int = 1, told: ClosedRange<Int>?) {
      testDescription = name
      self.sighting = sighting
      self.every = every
      self.told = told
    }
  }

  @Test(
    "It is told when a steady API would hardly ever show the like, and not before",
    arguments: [
      DelayCase("gone from all of twenty records", sighting(after: 20, of: 20), told: 1...1),
      DelayCase("gone from one object, known from 20 answers", sighting(after: 20), told: 2...5),
      DelayCase("gone from one object, known from 100", sighting(after: 100), told: 2...3),
      DelayCase("gone from one object, known from 1,000", sighting(after: 1000), told: 2...2),
      DelayCase("gone from one object, once", sighting(after: 1000), every: 1000, told: nil),
      DelayCase("from every second object, after 100", sighting(after: 100), every: 2, told: 3...15),
      DelayCase("from every second object, after 1,000", sighting(after: 1000), every: 2, told: 3...9),
      DelayCase("from every tenth object, after 20", sighting(after: 20), every: 10, told: nil),
      DelayCase("from every tenth object, after 1,000", sighting(after: 1000), every: 10, told: 11...80),
      DelayCase("from one of twenty new records", sighting(0.05, after: 100, of: 20), told: 2...29),
      DelayCase(
        "from one of the same twenty records", sighting(0.05, after: 1000, of: 20, isOfSameRecords: true), told: nil),
      DelayCase("from a tenth, as ever", sighting(0.1, after: 100, of: 20, habit: 0.1), told: nil),
      DelayCase("from half, and from a tenth before", sighting(0.5, after: 100, of: 20, habit: 0.1), told: 1...3),
    ])
  func delay(_ c: DelayCase) {
    var life = SuspicionLife()
    var told: Int?
    for look in 1...100 where told == nil {
      let shows = (look - 1) % c.every == 0
      let update = shows ? life.look(c.sighting) : life.look()
      #expect(shows || update.states.isEmpty, "a look that shows nothing tells nothing")
      if update.states.values.contains(.confirmed) { told = look }
    }
    if let expected = c.told, let told {
      #expect(expected.contains(told), "told at answer \(told)")
    } else {
      #expect(told == nil && c.told == nil, "told at answer \(told ?? 0)")
    }
  }

  @Test(
    "What was not confirmed after 100 answers is ordinary, and forgotten once it enters the baseline",
    arguments: [true, false])
  func ordinary(_ isSeenAlways: Bool) {
    let seen = sighting(0.05, after: 300, of: 20, isOfSameRecords: true)
    var life = SuspicionLife()
    life.look(seen)
    if isSeenAlways { life.look(seen, times: 99) } else { life.lookInVain(99) }
    #expect(life.state == .pending)
    #expect(life.look(seen).states == [seen.key: .ordinary])
    #expect(life.known == [])
  }

  @Test("What became ordinary in one record is told all the same when it is gone from all of twenty")
  func totalAfterOrdinary() {
    let one = sighting(0.05, after: 300, of: 20)
    var life = SuspicionLife()
    life.look(one)
    life.lookInVain(110)
    #expect(life.state == .ordinary)
    #expect(life.look(sighting(after: 300, of: 20)).states == [one.key: .confirmed])
  }

  @Test("What was confirmed and went away is past, and is believed at once when it comes back in a single record")
  func comesBack() {
    let all = sighting(after: 100, of: 20)
    var life = SuspicionLife()
    life.look(all, times: 4)
    #expect(life.state == .confirmed)
    #expect(life.look().standing == [])
    #expect(life.state == .past)
    life.lookInVain(500)
    #expect(life.state == .past)
    let one = sighting(0.05, after: 600, of: 20)
    #expect(one.improbability > EvidencePolicy.standard.falseFindingsPerAnswer)
    #expect(life.look(one).states == [all.key: .confirmed])
  }

  @Test("What comes and goes at a steady rate stays told in between, until it has stayed away for too long")
  func standing() {
    let gone = sighting(after: 1000)
    var life = SuspicionLife()
    for _ in 1...10 {
      life.look(gone)
      life.lookInVain(9)
    }
    #expect(life.state == .confirmed)
    #expect(life.last.standing == [gone.key], "nine of ten answers do not show it")
    life.lookInVain(10)
    #expect(life.last.standing == [gone.key])
    life.lookInVain(80)
    #expect(life.last.standing == [])
    #expect(life.state == .past)
  }

  @Test("A look that could not have shown it neither confirms nor refutes it", arguments: [1, 5])
  func blindLooks(_ seen: Int) {
    let gone = sighting(after: 100)
    var life = SuspicionLife()
    life.look(gone, times: seen)
    func counts() -> [[Int]] { life.known.map { [$0.looks, $0.answers, $0.affectedAnswers, $0.cleanRun] } }
    let before = (counts(), life.state)
    for _ in 1...200 { life.look(couldShow: false) }
    #expect((counts(), life.state) == before)
    #expect(life.last.states == [:])
    #expect(life.last.standing == (seen == 5 ? [gone.key] : []))
  }

  @Test("A cause that was found leaves nothing to chance")
  func proof() {
    let unproven = sighting(0.05, after: 1, of: 20)
    #expect(SuspicionLife().weighed(unproven) == .pending)
    #expect(SuspicionLife().weighed(sighting(0.05, after: 1, of: 20, isProven: true)) == .confirmed)
  }

  @Test("The first loss is believed on little; one that comes and goes is then weighed like the rest")
  func firstLoss() {
    let policy = EvidencePolicy.standard
    let loss = sighting(0.05, after: 48, of: 20, firstSightThreshold: policy.firstLossImprobability)
    #expect(loss.improbability < policy.firstLossImprobability && loss.improbability > policy.falseFindingsPerAnswer)
    #expect(SuspicionLife().weighed(sighting(0.05, after: 48, of: 20)) == .pending)
    var life = SuspicionLife()
    #expect(life.look(loss).states == [loss.key: .confirmed])
    life.look()
    #expect(life.state == .pending, "it went away at once, so that nothing of it is sure")
    #expect(life.look(loss).states == [loss.key: .pending])
  }

  @Test("A first loss that lasts is sure, and is believed at once when it comes back")
  func lastingLoss() {
    let loss = sighting(
      0.05, after: 20, of: 20, firstSightThreshold: EvidencePolicy.standard.firstLossImprobability)
    var life = SuspicionLife()
    #expect(SuspicionLife().weighed(sighting(0.05, after: 20, of: 20)) == .pending)
    life.look(loss, times: 4)
    life.look()
    #expect(life.state == .past)
    #expect(life.look(loss).states == [loss.key: .confirmed])
  }

  @Test("Each thing is weighed by itself; the order in which things are known and seen does not matter")
  func order() {
    let sure = sighting(after: 100, of: 20, key: "presence $[*].a")
    let doubtful = sighting(after: 100, key: "null $[*].b")
    let other = sighting(after: 1000, key: "type $[*].c")
    func life(_ isReversed: Bool) -> [SuspicionUpdate] {
      var known: [Suspicion] = []
      return [[sure, doubtful, other], [other, sure], [], [doubtful, other], [sure]].map { sightings in
        let update = SuspicionUpdate(
          known: isReversed ? known.reversed() : known, sightings: isReversed ? sightings.reversed() : sightings
        ) { _ in true }
        known = update.suspicions
        return update
      }
    }
    let updates = life(false)
    #expect(updates == life(true))
    #expect(updates[0].states == [sure.key: .confirmed, doubtful.key: .pending, other.key: .pending])
    #expect(updates[1].states == [sure.key: .confirmed, other.key: .confirmed])
    #expect(updates.allSatisfy { $0.suspicions.map(\.key) == $0.suspicions.map(\.key).sorted() })
  }

  @Test("What is settled by somebody's word is forgotten, and stands for nothing")
  func settling() {
    var life = SuspicionLife()
    life.look(sighting(after: 100, of: 20, key: "a"), sighting(after: 100, of: 20, key: "b"))
    var update = life.look(couldShow: false)
    #expect(update.standing == ["a", "b"])
    update.settle("a")
    #expect(update.standing == ["b"])
    #expect(update.suspicions.map(\.key) == ["b"])
  }

  @Test("A place that suspects ever more keeps a bounded number, and lets go of what is past first")
  func bound() {
    var known: [Suspicion] = []
    for number in 0..<SuspicionUpdate.limit + 50 {
      var past = Suspicion(sighting(after: 9, key: "a\(1000 + number)"))
      past.state = .past
      known.append(past)
    }
    let fresh = (0..<20).map { sighting(after: 9, key: "z\($0)") }
    let update = SuspicionUpdate(known: known, sightings: fresh) { _ in true }
    #expect(update.suspicions.count == SuspicionUpdate.limit)
    #expect(update.suspicions.count { $0.state == .pending } == fresh.count)
  }
}

extension SuspicionLife {
  /// Where something stands that is seen for the first time.
  fileprivate func weighed(_ sighting: Suspicion.Sighting) -> Suspicion.State? {
    var life = self
    return life.look(sighting).states[sighting.key]
  }
}

@Test("A change at several paths stays in question only at those that are not settled")
func partsOfChanges() {
  var several = change(.fieldBecameOptional, "$.a")
  several.paths = ["$.b", "$.c"]
  let keys = several.suspicionKeys
  #expect(keys == ["presence $.a", "presence $.b", "presence $.c"])
  func paths(_ settled: Set<String>) -> [String]? {
    several.part { !settled.contains($0) }.map { [$0.path] + $0.paths }
  }
  #expect(paths([]) == ["$.a", "$.b", "$.c"] && paths(Set(keys)) == nil)
  #expect(
    paths([keys[0]]) == ["$.b", "$.c"] && paths([keys[1]]) == ["$.a", "$.c"] && paths([keys[0], keys[2]]) == ["$.b"])
  // Of many paths only the first ones have a key; the others go with them.
  several.paths = (1...20).map { "$.m\($0)" }
  let first = Set(several.suspicionKeys.prefix(3))
  #expect(paths(first)?.count == 18 && paths(Set(several.suspicionKeys)) == nil)
}
