import DriftModel
import Foundation
import Testing

@testable import DriftRules

@Suite("Values of a property that are others than ever before")
struct MeaningShiftTests {
  private static let clock = Date(timeIntervalSince1970: 1_780_000_000)

  private static func values(
    _ cases: [ValueCase: Int] = [:], of total: Int, numbers: [Double] = [], dates: Bool = false
  )
    -> ValueDistribution
  {
    var values = ValueDistribution()
    (values.total, values.cases) = (total, cases)
    values.numbers = ValueDistribution.Quartiles(numbers, areDates: dates)
    return values
  }

  private static func shifts(_ now: ValueDistribution, after history: [ValueDistribution]) -> [String] {
    var known = ValueHistory()
    for values in history { known.absorb([values]) }
    return known.shifts("x", [now], at: clock).map { "\($0.shift.words): \($0.value) in \($0.holding); \($0.before)" }
  }

  @Test(
    "are spoken of from a fifth of the values on, beyond the lowest and highest share of all",
    arguments: [
      (0, ["fewer true: true in none; in 40 to 50 % before"]), (4, ["fewer true: true in 4; in 40 to 50 % before"]),
      (5, []), (12, []), (13, []), (14, ["more true: true in 14; in 40 to 50 % before"]),
    ])
  func shares(_ count: Int, _ expected: [String]) {
    let history = (0..<200).map { Self.values([.isTrue: 8 + $0 % 3], of: 20) }
    #expect(Self.shifts(Self.values([.isTrue: count], of: 20), after: history) == expected)
  }

  @Test("are each case of a closed set, a new one too; of an open set nothing is said")
  func closedSets() {
    let history = (0..<50).map { _ in Self.values([.named("a"): 10, .named("b"): 10], of: 20) }
    #expect(
      Self.shifts(Self.values([.named("c"): 20], of: 20), after: history) == [
        "fewer .a: .a in none; in 50 % before", "fewer .b: .b in none; in 50 % before",
        "more .c: .c in 20; in none before",
      ])
    let open = (0..<50).map { Self.values([.named("\($0)"): 20], of: 20) }
    #expect(Self.shifts(Self.values([.named("new"): 20], of: 20), after: open).isEmpty)
  }

  @Test("are no more than a property that is lost, where more of them are nil")
  func missing() {
    let history = (0..<50).map { _ in Self.values([.none: 10], of: 20) }
    #expect(Self.shifts(Self.values([.none: 20], of: 20), after: history).isEmpty)
    #expect(
      Self.shifts(Self.values(of: 20), after: history) == ["fewer nil or empty: nil or empty in none; in 50 % before"])
  }

  @Test("are told with the share of all before, where a list of two once was as they are now")
  func shortList() {
    let history = (0..<60).map { _ in Self.values([.none: 20], of: 20) } + [Self.values(of: 2)]
    #expect(
      Self.shifts(Self.values([.none: 9], of: 29), after: history) == [
        "fewer nil or empty: nil or empty in 9; in 99 % of all before"
      ])
  }

  @Test(
    "are numbers beyond twice the largest or below half of the smallest, whatever their sign",
    arguments: [
      ([5.0, 50], [101.0, 200], true), ([5, 50], [60, 99], false), ([5, 50], [1, 2], true), ([5, 50], [3, 4], false),
      ([-50, -5], [-200, -101], true), ([-50, -5], [-2, -1], true), ([-50, -5], [-4, -3], false),
      ([-10, 30], [80, 90], true), ([-10, 30], [35, 60], false), ([-10, 30], [-60, -55], true),
      ([0, 0], [1, 1], true),
      ([1, 1], [2, 2], false), ([1, 1], [3, 3], true), ([5, 50], [20, 200], true),
      ([5, 50], [20, 20, 20, 20, 200], true), ([5, 50], [20, 20, 20, 20, 20, 200], false),
      ([5, 50], [1, 20, 20, 200, 20, 20, 20, 20], true), ([5, 50], [1, 1, 20], true), ([5, 50], [1, 200], true),
    ])
  func ranges(_ before: [Double], _ now: [Double], _ isTold: Bool) {
    let history = (0..<50).map { _ in Self.values(of: before.count, numbers: before) }
    let found = Self.shifts(Self.values(of: now.count, numbers: now), after: history).filter { $0.hasPrefix("range") }
    #expect(found.isEmpty != isTold)
  }

  @Test(
    "are dates a year beyond all before and the clock, and farther than these lie apart",
    arguments: [(-30.0, false), (300, false), (500, true), (-300, false), (-900, true), (-20_000, true)])
  func dates(_ days: Double, _ isTold: Bool) {
    let now = Self.clock.timeIntervalSince1970
    let history = (0..<50).map { _ in Self.values(of: 2, numbers: [now - 86_400 * 60, now], dates: true) }
    let date = now + days * 86_400
    #expect(Self.shifts(Self.values(of: 2, numbers: [date, date], dates: true), after: history).isEmpty != isTold)
  }

  @Test("are learned but for what is pending, so that nothing else waits for it")
  func learning() {
    var known = ValueHistory()
    known.absorb([Self.values([.zero: 2], of: 4, numbers: [0, 0, 1, 2])])
    known.absorb([Self.values([.zero: 4], of: 4, numbers: [0, 0, 0, 9])], skipping: [.more(.zero)])
    #expect(known.shares[.zero]?.highest == 0.5)
    #expect(known.range?.highest == 9)
    known.absorb([Self.values([.zero: 4], of: 4, numbers: [90])], skipping: [.range])
    #expect(known.shares[.zero]?.highest == 1)
    #expect(known.range?.highest == 9)
    #expect(known.total == 12)
  }

  @Test(
    "are not read where stored counts cannot be",
    arguments: [
      #"{"total":0,"present":-9223372036854775808,"shares":{}}"#,
      #"{"total":-9223372036854775808,"present":1,"shares":{}}"#,
      #"{"total":2,"present":3,"shares":{}}"#,
      #"{"total":2,"present":2,"shares":{"true":{"count":1,"total":-9223372036854775808,"lowest":0,"lowestOf":1,"highest":1,"highestOf":1}}}"#,
    ])
  func impossible(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ValueHistory.self, from: Data(text.utf8)) }
  }
}
