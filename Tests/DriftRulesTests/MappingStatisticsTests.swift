import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

@Suite struct MappingStatisticsTests {
  @Test("It keeps the highest share of a round, whatever the order of rounds and responses")
  func order() {
    let rounds = [[mapping(10, made: 9), mapping(10, made: 8)], [mapping(30, made: 29)], [mapping(2, made: 2)]]
    var (forward, backward) = (MappingStatistics(), MappingStatistics())
    for round in rounds { forward.absorb(round) }
    for round in rounds.reversed() { backward.absorb(Array(round.reversed())) }
    #expect(forward == backward)
    #expect((forward.records.total, forward.records.lost, forward.responses) == (52, 4, 4))
    #expect(forward.records.highestLoss == 3.0 / 20)
  }

  @Test("What turned out to be ordinary is learned with the rounds that were left out while it was in question")
  func learnsWhatWasLeftOut() {
    var statistics = MappingStatistics()
    for number in 1...100 {
      statistics.absorb([mapping(10, made: 10)])
      statistics.swallowed["$.a", default: MappingStatistics.Losses()].absorb(number == 1 ? 1 : 0, of: 10)
    }
    let key = MappingKey(version: "v1", mapping: "Item")
    var change = PendingChange(.records(key), former: PendingChange.Former(responses: 100))
    (change.counts.leftOut, change.counts.leftOutShares, change.counts.highestShare) = (11, 3.3, 0.4)
    // Equal responses were carried forward and are nothing that was left out.
    (change.counts.observations, change.counts.shown) = (311, 93.3)
    change.last.share = 0.3
    statistics.learn(change, of: key)
    #expect((statistics.records.total, statistics.records.lost) == (1100, 30))
    #expect((statistics.records.highestLoss, statistics.records.highestLossOf) == (0.4, 10))
    #expect(statistics.swallowed["$.a"]?.lost == 1, "it is about something else")
  }

  @Test("What was left out of a property that came late has the size of the rounds that had it")
  func learnsWhatWasLeftOutOfALateProperty() {
    var statistics = MappingStatistics()
    for _ in 1...90 { statistics.absorb([mapping(10, made: 10)]) }
    for number in 1...14 {
      statistics.properties["sale", default: MappingStatistics.Losses()].absorb(number < 5 ? 10 : 0, of: 10)
    }
    let key = MappingKey(version: "v1", mapping: "Item")
    var change = PendingChange(.property(key, name: "sale"), former: PendingChange.Former(responses: 10))
    (change.counts.leftOut, change.counts.leftOutShares, change.counts.highestShare) = (11, 3.3, 0.4)
    change.last.share = 0.3
    statistics.learn(change, of: key)
    let property = statistics.properties["sale"]
    #expect(property?.rounds == 24)
    #expect((property?.total, property?.lost) == (240, 70))
    #expect((property?.stay?.total, property?.stay?.lost) == (200, 30))
    #expect((property?.stay?.highestLoss, property?.stay?.highestLossOf) == (0.4, 10))
  }

  @Test("What did not run tells nothing; no record tells nothing of shares")
  func nothing() {
    var statistics = MappingStatistics()
    statistics.absorb([ended(.crashed(reason: "signal 4")), ended(.notRun(reason: "no value"))])
    #expect(statistics == MappingStatistics())
    statistics.absorb(mapping(0, made: 0))
    #expect(statistics.records.highestLoss == 0)
    #expect(statistics.responses == 1)
  }

  /// Rounds of a life, by what each lost of how many.
  struct Life: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rounds: [(lost: Int, total: Int)]
    /// Rounds of the stay; `nil` where there is none.
    var stay: Int?
    /// Of six values that may be lost.
    let tolerated: Int
  }

  private static func rounds(_ count: Int, lost: Int) -> [(lost: Int, total: Int)] {
    Array(repeating: (lost, 6), count: count)
  }

  private static let never = rounds(20, lost: 6)
  private static let empty: [(lost: Int, total: Int)] = [(0, 0)]

  private static let lives: [Life] = [
    Life(testDescription: "there from the first on", rounds: rounds(20, lost: 0), tolerated: 0),
    Life(testDescription: "never there", rounds: never, tolerated: 6),
    Life(testDescription: "came later", rounds: never + rounds(30, lost: 0), stay: 30, tolerated: 0),
    Life(testDescription: "came after one", rounds: rounds(1, lost: 6) + rounds(4, lost: 0), stay: 4, tolerated: 0),
    Life(testDescription: "came a moment ago", rounds: never + rounds(3, lost: 0), tolerated: 6),
    Life(
      testDescription: "is lost in one record at times", rounds: never + rounds(9, lost: 0) + rounds(1, lost: 1),
      stay: 10,
      tolerated: 1),
    Life(
      testDescription: "came to some first", rounds: never + rounds(1, lost: 3) + rounds(9, lost: 0), stay: 10,
      tolerated: 3),
    Life(testDescription: "goes now and then", rounds: never + rounds(9, lost: 0) + rounds(1, lost: 6), tolerated: 6),
    Life(testDescription: "was there before", rounds: rounds(5, lost: 0) + never + rounds(9, lost: 0), tolerated: 6),
    Life(
      testDescription: "came later, with empty rounds between", rounds: never + empty + rounds(4, lost: 0) + empty,
      stay: 4, tolerated: 0),
  ]

  @Test("What was lost altogether at first, and is kept since, counts from its first sight", arguments: lives)
  private func stays(_ life: Life) throws {
    var known = MappingStatistics.Losses()
    for round in life.rounds { known.absorb(round.lost, of: round.total) }
    #expect(known.roundsOfStay == life.stay)
    #expect(MappingStatistics.tolerated(of: known, in: 6) == life.tolerated)
    #expect(known.total == life.rounds.reduce(0) { $0 + $1.total })
    #expect(known.usual.total == life.stay.map { $0 * 6 } ?? known.total)
    let data = try JSONEncoder().encode(known)
    #expect(try JSONDecoder().decode(MappingStatistics.Losses.self, from: data) == known)
  }

  @Test("A share seen once is tolerated again, exactly", arguments: 1...200)
  func exact(_ offered: Int) {
    for lost in 0...offered {
      #expect(statistics(lost: lost, of: offered).tolerated(of: offered) == lost)
    }
  }

  @Test("Shares carry over to other counts, rounded up; an unknown property has none")
  func otherCounts() {
    let known = statistics(lost: 3, of: 24)
    #expect(known.tolerated(of: 12) == 2)
    #expect(known.tolerated("unknown", of: 12) == nil)
  }
}
