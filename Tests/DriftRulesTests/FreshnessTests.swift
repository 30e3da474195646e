import DriftModel
import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftRules

@Suite("A feed whose newest date stands still")
struct FreshnessTests {
  private static let (hour, day) = (3600.0, 86_400.0)
  private static let start = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01T12:00:00Z, a Sunday

  @Test(
    "The probability that nothing comes is (T / (T + t))^n",
    arguments: [
      (0, 10, 100, 1), (100, 1, 100, 0.5), (100, 10, 100, 0.0009765625), (50, 2, 100, 0.4444444444444444),
      (41.6, 32, 96, 9.929e-6), (1_000, 0, 100, 1), (-5, 10, 100, 1),
    ] as [(Double, Int, Double, Double)])
  func probability(_ stillness: Double, _ advances: Int, _ span: Double, _ expected: Double) {
    let actual = Improbability.ofStillness(stillness, after: advances, in: span)
    #expect(abs(actual - expected) <= expected * 0.01)
  }

  @Test("The time after which it is improbable has that probability", arguments: [1, 10, 32, 1_000])
  func inverse(_ advances: Int) {
    let time = Improbability.stillness(ofProbability: 1e-5, after: advances, in: 100)
    #expect(abs(Improbability.ofStillness(time, after: advances, in: 100) - 1e-5) < 1e-12)
  }

  @Test(
    "What it waits for: enough advances, twice the longest gap, and in a young history a long weekend",
    arguments: [
      // Ten a day for thirty days: twice the longest gap of 20 hours outweighs the improbability.
      (300, 30, 20, 40 / 24.0), (300, 30, 1, 1.174), (32, 4, 3, 4), (9, 30, 3, nil), (10, 30, 3, 64.868),
    ] as [(Int, Double, Double, Double?)])
  func waiting(_ advances: Int, _ days: Double, _ gapInHours: Double, _ expected: Double?) throws {
    var statistics = FreshnessStatistics(list: "$", member: "$[*].at", newest: Self.start, at: Self.start)
    statistics.lastAdvance = Self.start.addingTimeInterval(days * Self.day)
    (statistics.advances, statistics.longestGap) = (advances, gapInHours * Self.hour)
    let wait = statistics.improbableAt?.timeIntervalSince(try #require(statistics.lastAdvance))
    #expect(wait.map { ($0 / Self.day * 1000).rounded() } == expected.map { ($0 * 1000).rounded() })
    statistics.isAhead = true
    #expect(statistics.improbableAt == nil)
  }

  @Test("A steady, a bursty and a regular feed are hardly ever told falsely", arguments: [0.05, 0.5, 1, 1.5])
  func scatter(_ scatter: Double) {
    var state: UInt64 = 7
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 0x1p53
    }
    var falseAlarms = 0
    for _ in 0..<40 {
      var clock = Self.start
      var statistics = FreshnessStatistics(list: "$", member: "$[*].at", newest: clock, at: clock)
      for _ in 0..<250 {
        let sum = (0..<12).reduce(0.0) { sum, _ in sum + random() }
        clock += Self.hour * exp(scatter * (sum - 6))
        if let date = statistics.improbableAt, clock >= date { falseAlarms += 1 }
        statistics.observe(clock, at: clock)
      }
      // It is told in the end.
      #expect(statistics.improbableAt.map { $0 > clock } == true)
    }
    #expect(falseAlarms <= 2)
  }

  @Test(
    "A mean time in words",
    arguments: [
      (10_800, "every 3 hours"), (3_700, "every 62 minutes"), (86_400, "every 24 hours"), (172_800, "every 2 days"),
      (5, "every minute"), (900, "every 15 minutes"),
    ])
  func words(_ seconds: Double, _ expected: String) { #expect(StaleList.rhythm(seconds) == expected) }

  /// What is told of a list over hours, as `72 open`; `json` gives the response at an hour.
  private func told(_ hours: Int, every step: Int = 1, isReal: Bool = true, _ json: (Int) -> String) throws -> [String]
  {
    var memory = RequestMemory()
    var told: [String] = []
    for hour in stride(from: 0, to: hours, by: step) {
      let shape = PayloadShape(of: try JSONDocument(Array(json(hour).utf8)))
      var facts = RequestFacts(
        request: requestKey, signature: "GET /", versions: [], outlines: [:],
        responses: [RequestFacts.Response(url: "u", examination: Examination(shape: shape))], round: hour,
        clock: Self.start.addingTimeInterval(Double(hour) * Self.hour),
        settings: EvaluationSettings(hasUnknownReaders: true))
      facts.hasRealTime = isReal
      let evaluation = evaluate(memory, facts)
      for transition in evaluation.transitions {
        told.append("\(hour) \(transition.kind.rawValue) \(transition.incident.subject)")
      }
      memory = memory.applying(evaluation)
    }
    return told
  }

  /// The list of the latest posts at an hour, newest first, each at one of `hours`.
  private func posts(_ hours: some Sequence<Int>, at now: Int, extra: (Int) -> String = { _ in "" }) -> String {
    let latest = hours.filter { $0 <= now }.suffix(5).reversed()
    let records = latest.map { "{\"id\":\($0 + 10_000),\"publishedAt\":\"\(date($0))\"\(extra($0))}" }
    return "{\"items\":[\(records.joined(separator: ","))]}"
  }

  private func date(_ hour: Int) -> String {
    Self.start.addingTimeInterval(Double(hour) * Self.hour).formatted(.iso8601)
  }

  @Test("It is told once, lasts while the list holds less, and is resolved by the next post")
  func stale() throws {
    let hours = Array(stride(from: -30, through: 96, by: 3)) + [250]
    let subject = "how new $.items is"
    #expect(
      try told(300) { now in now == 220 ? "{\"items\":[]}" : posts(hours, at: now) }.filter { $0.contains(subject) }
        == [
          "192 opened \(subject)", "250 resolved \(subject)",
        ])
  }

  @Test("Without real times nothing is told")
  func untimed() throws {
    let hours = Array(stride(from: -30, through: 96, by: 3))
    #expect(try told(300, isReal: false) { posts(hours, at: $0) } == [])
  }

  @Test("Nights and weekends are no standstill, from the first week on")
  func rhythms() throws {
    let nights = (-200..<720).filter { (8..<24).contains((($0 + 12) % 24 + 24) % 24) }
    #expect(try told(720) { posts(nights, at: $0) } == [])
    // The clock begins on a Sunday at noon: working hours from Monday to Friday.
    let work = (-300..<900).filter { hour in
      let sinceSunday = ((hour + 12) % 168 + 168) % 168
      return (1...5).contains(sinceSunday / 24) && (9..<18).contains(sinceSunday % 24)
    }
    #expect(try told(900) { posts(work, at: $0) } == [])
  }

  @Test("A list of birthdays is no feed, nor is a calendar of what is to come")
  func others() throws {
    let birthdays = (1...9).map { "{\"id\":\($0),\"birthday\":\"19\(60 + $0)-0\($0)-11\"}" }.joined(separator: ",")
    #expect(try told(2_000, every: 20) { _ in "[\(birthdays)]" } == [])
    // Until hour 300 there is a new event each third hour, some days ahead.
    #expect(
      try told(1_000, every: 2) { now in
        let last = min(now, 300) / 3 * 3
        return "["
          + (0..<5).map { "{\"id\":\(last + $0),\"startsAt\":\"\(date(last + 60 + 3 * $0))\"}" }.joined(separator: ",")
          + "]"
      } == [])
  }

  @Test("A list that is sorted otherwise for a while, or lost its newest records, is not told")
  func sorted() throws {
    let hours = Array(stride(from: -60, through: 300, by: 3))
    #expect(
      try told(600, every: 3) { now in
        // From hour 150 on the list holds older posts only, each time others.
        now > 150 ? posts(hours.filter { $0 <= 150 - 3 * (1 + now % 4) }, at: now) : posts(hours, at: now)
      }.filter { $0.contains("new") } == [])
  }

  @Test("Two members of one list are one finding, read from the one that advances more often")
  func oneFinding() throws {
    let hours = Array(stride(from: -30, through: 96, by: 3))
    let told = try told(300) { now in
      posts(hours, at: now) { ",\"updatedAt\":\"\(date($0 / 6 * 6))\"" }
    }
    #expect(told.count == 1)
  }
}
