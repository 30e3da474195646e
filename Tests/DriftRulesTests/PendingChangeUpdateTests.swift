import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

/// When what may be chance is told, stays told, is forgotten and is believed again.
@Suite struct PendingChangeUpdateTests {
  struct DelayCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What one response shows.
    let observation: EvidenceObservation
    /// It shows in the first response and in each so-many-th after it.
    var every = 1
    /// The response, counted from the first sight, at which it is told; `nil`: none of a hundred.
    let told: ClosedRange<Int>?

    init(_ name: String, _ observation: EvidenceObservation, every: Int = 1, told: ClosedRange<Int>?) {
      testDescription = name
      self.observation = observation
      self.every = every
      self.told = told
    }
  }

  @Test(
    "It is told when a steady API would hardly ever show the like, and not before",
    arguments: [
      DelayCase("gone from all of twenty records", observation(after: 20, of: 20), told: 1...1),
      DelayCase("gone from one object, known from 20 responses", observation(after: 20), told: 2...5),
      DelayCase("gone from one object, known from 100", observation(after: 100), told: 2...3),
      DelayCase("gone from one object, known from 1,000", observation(after: 1000), told: 2...2),
      DelayCase("gone from one object, once", observation(after: 1000), every: 1000, told: nil),
      DelayCase("from every second object, after 100", observation(after: 100), every: 2, told: 3...15),
      DelayCase("from every second object, after 1,000", observation(after: 1000), every: 2, told: 3...9),
      DelayCase("from every tenth object, after 20", observation(after: 20), every: 10, told: nil),
      DelayCase("from every tenth object, after 1,000", observation(after: 1000), every: 10, told: 11...80),
      DelayCase("from one of twenty new records", observation(0.05, after: 100, of: 20), told: 2...29),
      DelayCase(
        "from one of the same twenty records", observation(0.05, after: 1000, of: 20, isOfSameRecords: true), told: nil),
      DelayCase("from a tenth, as ever", observation(0.1, after: 100, of: 20, habit: 0.1), told: nil),
      DelayCase("from half, and from a tenth before", observation(0.5, after: 100, of: 20, habit: 0.1), told: 1...3),
    ])
  func delay(_ c: DelayCase) {
    var life = PendingChangeSequence()
    var told: Int?
    for look in 1...100 where told == nil {
      let shows = (look - 1) % c.every == 0
      let update = shows ? life.look(c.observation) : life.look()
      #expect(shows || update.states.isEmpty, "a check that shows nothing tells nothing")
      if update.states.values.contains(.confirmed) { told = look }
    }
    if let expected = c.told, let told {
      #expect(expected.contains(told), "told at response \(told)")
    } else {
      #expect(told == nil && c.told == nil, "told at response \(told ?? 0)")
    }
  }

  @Test(
    "What was not confirmed after 100 responses is ordinary, and forgotten once it enters the baseline",
    arguments: [true, false])
  func ordinary(_ isSeenAlways: Bool) {
    let seen = observation(0.05, after: 300, of: 20, isOfSameRecords: true)
    var life = PendingChangeSequence()
    life.look(seen)
    if isSeenAlways { life.look(seen, times: 99) } else { life.lookInVain(99) }
    #expect(life.state == .pending)
    #expect(life.look(seen).states == [seen.subject: .ordinary])
    #expect(life.known == [])
  }

  @Test("What became ordinary in one record is told all the same when it is gone from all of twenty")
  func totalAfterOrdinary() {
    let one = observation(0.05, after: 300, of: 20)
    var life = PendingChangeSequence()
    life.look(one)
    life.lookInVain(110)
    #expect(life.state == .ordinary)
    #expect(life.look(observation(after: 300, of: 20)).states == [one.subject: .confirmed])
  }

  @Test(
    "What was ordinary at a small share is remembered when a single record lacks it, so that four of thirty are no news"
  )
  func remembersOrdinary() {
    let some = observation(0.25, after: 22, of: 4)
    var life = PendingChangeSequence()
    for number in 1...102 { if number % 6 == 1 { life.look(some) } else { life.look() } }
    #expect(life.state == .ordinary)
    let all = observation(after: 322)
    for number in 1...30 { if number % 8 == 1 { life.look(all) } else { life.look() } }
    #expect(life.state == .pending)
    #expect((0.03...0.06).contains(life.known.first?.former.habit ?? 0))
  }

  @Test("What was confirmed and went away is past, and is believed at once when it comes back in a single record")
  func comesBack() {
    let all = observation(after: 100, of: 20)
    var life = PendingChangeSequence()
    life.look(all, times: 4)
    #expect(life.state == .confirmed)
    #expect(life.look().standing == [])
    #expect(life.state == .past)
    life.lookInVain(500)
    #expect(life.state == .past)
    let one = observation(0.05, after: 600, of: 20)
    #expect(one.weight.improbability > EvidencePolicy.falseFindingsPerResponse)
    #expect(life.look(one).states == [all.subject: .confirmed])
  }

  @Test(
    "What was confirmed in all records of a young endpoint, and was over while a third was left, is believed at once when it is in all again",
    arguments: [1, 30, 90])
  func resumes(_ checksWithLess: Int) {
    let all = observation(after: 5, of: 3)
    let less = observation(1.0 / 3, after: 5, of: 3)
    var life = PendingChangeSequence()
    life.look(all, times: 40)
    #expect(life.state == .confirmed)
    life.look(less)
    #expect(life.state == .pending, "a third is no news by itself after five responses")
    for _ in 1..<checksWithLess { life.look(less) }
    #expect(life.look(all).states == [all.subject: .confirmed])
    #expect(life.look(less).states == [all.subject: .pending])
    #expect(life.look(all).states != [all.subject: .confirmed], "what goes up and down is how the responses are")
  }

  @Test(
    "What was resumed is over after as few checks without it as what was confirmed for the first time",
    arguments: [1, 30, 90])
  func resumedEnds(_ checksWithout: Int) {
    let all = observation(after: 5, of: 3)
    var life = PendingChangeSequence()
    life.look(all, times: 40)
    life.look(observation(1.0 / 3, after: 5, of: 3))
    life.lookInVain(checksWithout)
    #expect(life.look(all).states == [all.subject: .confirmed])
    #expect(life.look().standing == [])
    #expect(life.state == .past)
  }

  @Test(
    "A loss that goes up and down at a young endpoint is told twice at most",
    arguments: [
      EvidenceSubject.member(path: "$.price", aspect: .presence),
      .records(MappingKey(version: "v1", mapping: "Product")),
    ])
  func upAndDown(_ subject: EvidenceSubject) {
    var life = PendingChangeSequence()
    let (all, less) = (
      observation(after: 5, of: 3, about: subject), observation(1.0 / 3, after: 5, of: 3, about: subject)
    )
    life.look(all, times: 40)
    var told = 1
    for _ in 0..<20 {
      life.look(less)
      if life.look(all).states.values.first == .confirmed { told += 1 }
    }
    #expect(told == 2)
  }

  @Test("What is a third of its highest share is over, and not back at the next check, whatever its mean was")
  func belowTheHighest() {
    var life = PendingChangeSequence()
    life.look(observation(after: 5, of: 3), times: 10)
    life.look(observation(0.5, after: 5, of: 3), times: 30)
    #expect(life.state == .confirmed)
    let less = observation(0.3, after: 5, of: 3)
    for _ in 0..<5 { #expect(life.look(less).states == [less.subject: .pending]) }
  }

  @Test("What was outgrown before it was confirmed is not believed at once when it is in all again")
  func outgrownWhilePending() {
    var life = PendingChangeSequence()
    life.look(observation(after: 5))
    #expect(life.state == .pending)
    life.look(observation(1.0 / 3, after: 5))
    #expect(life.look(observation(after: 5)).states.values.first == .pending)
  }

  @Test("What comes and goes at a steady rate stays told in between, until it has stayed away for too long")
  func standing() {
    let gone = observation(after: 1000)
    var life = PendingChangeSequence()
    for _ in 1...10 {
      life.look(gone)
      life.lookInVain(9)
    }
    #expect(life.state == .confirmed)
    #expect(life.last.standing == [gone.subject], "nine of ten responses do not show it")
    life.lookInVain(10)
    #expect(life.last.standing == [gone.subject])
    life.lookInVain(80)
    #expect(life.last.standing == [])
    #expect(life.state == .past)
  }

  @Test("A look that could not have shown it neither confirms nor refutes it", arguments: [1, 5])
  func blindChecks(_ seen: Int) {
    let gone = observation(after: 100)
    var life = PendingChangeSequence()
    life.look(gone, times: seen)
    func counts() -> [[Int]] {
      life.known.map { [$0.counts.checks, $0.counts.responses, $0.counts.observations, $0.course.cleanRun] }
    }
    let before = (counts(), life.state)
    for _ in 1...200 { life.look(couldShow: false) }
    #expect((counts(), life.state) == before)
    #expect(life.last.states == [:])
    #expect(life.last.standing == (seen == 5 ? [gone.subject] : []))
  }

  @Test("A cause that was found leaves nothing to chance")
  func proof() {
    let unproven = observation(0.05, after: 1, of: 20)
    #expect(PendingChangeSequence().weighed(unproven) == .pending)
    #expect(PendingChangeSequence().weighed(observation(0.05, after: 1, of: 20, isProven: true)) == .confirmed)
  }

  @Test("Each thing is weighed by itself; the order in which things are known and seen does not matter")
  func order() {
    let sure = observation(after: 100, of: 20, about: .member(path: "$[*].a", aspect: .presence))
    let doubtful = observation(after: 100, about: .member(path: "$[*].b", aspect: .nullability))
    let other = observation(after: 1000, about: .member(path: "$[*].c", aspect: .type))
    func life(_ isReversed: Bool) -> [PendingChangeUpdate] {
      var known: [PendingChange] = []
      return [[sure, doubtful, other], [other, sure], [], [doubtful, other], [sure]].map { observations in
        let update = PendingChangeUpdate(
          known: isReversed ? known.reversed() : known,
          observations: isReversed ? observations.reversed() : observations
        ) { _ in true }
        known = update.pendingChanges
        return update
      }
    }
    let updates = life(false)
    #expect(updates == life(true))
    #expect(updates[0].states == [sure.subject: .confirmed, doubtful.subject: .pending, other.subject: .pending])
    #expect(updates[1].states == [sure.subject: .confirmed, other.subject: .confirmed])
    #expect(updates.allSatisfy { $0.pendingChanges.map(\.subject) == $0.pendingChanges.map(\.subject).sorted() })
  }

  private static func subject(_ name: String) -> EvidenceSubject { .member(path: "$.\(name)", aspect: .scale) }

  @Test("What is settled by somebody's word is forgotten, and stands for nothing")
  func settling() {
    var life = PendingChangeSequence()
    life.look(
      observation(after: 100, of: 20, about: Self.subject("a")),
      observation(after: 100, of: 20, about: Self.subject("b")))
    var update = life.look(couldShow: false)
    #expect(update.standing == [Self.subject("a"), Self.subject("b")])
    update.settle(Self.subject("a"))
    #expect(update.standing == [Self.subject("b")])
    #expect(update.pendingChanges.map(\.subject) == [Self.subject("b")])
  }

  @Test("A place that suspects ever more keeps a bounded number, and lets go of what is past first")
  func bound() {
    var known: [PendingChange] = []
    for number in 0..<PendingChangeUpdate.limit + 50 {
      var past = PendingChange(Self.subject("a\(1000 + number)"), former: PendingChange.Former(responses: 9))
      past.state = .past
      known.append(past)
    }
    let fresh = (0..<20).map { observation(after: 9, about: Self.subject("z\($0)")) }
    let update = PendingChangeUpdate(known: known, observations: fresh) { _ in true }
    #expect(update.pendingChanges.count == PendingChangeUpdate.limit)
    #expect(update.pendingChanges.count { $0.state == .pending } == fresh.count)
  }
}

extension PendingChangeSequence {
  /// Where something stands that is seen for the first time.
  fileprivate func weighed(_ observation: EvidenceObservation) -> PendingChange.State? {
    var life = self
    return life.look(observation).states[observation.subject]
  }
}

@Test("A change at several paths stays in question only at those that are not settled")
func partsOfChanges() {
  var several = change(.fieldBecameOptional, "$.a")
  several.paths = ["$.b", "$.c"]
  let subjects = several.subjects
  #expect(subjects == ["$.a", "$.b", "$.c"].map { .member(path: $0, aspect: .presence) })
  func paths(_ settled: Set<EvidenceSubject>) -> [String]? {
    several.part { !settled.contains($0) }.map { [$0.path] + $0.paths }
  }
  #expect(paths([]) == ["$.a", "$.b", "$.c"] && paths(Set(subjects)) == nil)
  #expect(
    paths([subjects[0]]) == ["$.b", "$.c"] && paths([subjects[1]]) == ["$.a", "$.c"]
      && paths([subjects[0], subjects[2]]) == ["$.b"])
  // Of many paths only the first ones are evidence by themselves; the others go with them.
  several.paths = (1...20).map { "$.m\($0)" }
  let first = Set(several.subjects.prefix(3))
  #expect(paths(first)?.count == 18 && paths(Set(several.subjects)) == nil)
}
