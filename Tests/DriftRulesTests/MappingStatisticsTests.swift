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

  @Test("What did not run tells nothing; no record tells nothing of shares")
  func nothing() {
    var statistics = MappingStatistics()
    statistics.absorb([ended(.crashed(reason: "signal 4")), ended(.notRun(reason: "no value"))])
    #expect(statistics == MappingStatistics())
    statistics.absorb(mapping(0, made: 0))
    #expect(statistics.records.highestLoss == 0)
    #expect(statistics.responses == 1)
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
