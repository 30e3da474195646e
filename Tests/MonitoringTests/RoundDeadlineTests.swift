import DriftModel
import PoliteContracts
import Synchronization
import Testing

@testable import Monitoring

@Suite("A deadline within a round", .serialized)
struct RoundDeadlineTests {
  /// A clock that goes on by an hour whenever it is asked, so that a deadline passes between two steps of a round.
  private final class Strides: Sendable {
    private let asked = Mutex(0)
    private let begin = ContinuousClock.now

    func now() -> ContinuousClock.Instant {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      return deadline(number)
    }

    /// The deadline that passes when the clock is asked for the `number`th time.
    func deadline(_ number: Int) -> ContinuousClock.Instant { begin + .seconds(3600 * number) }
  }

  private func tell(_ scenario: LiveScenario, id: String) throws {
    try scenario.tell("list", #"[{"id": \#(id), "name": "Ada"}, {"id": \#(id), "name": "Bob"}]"#)
    try scenario.tell("items", #"[{"id": \#(id), "categoryID": 1}]"#)
    try scenario.tell("categories", #"[{"id": \#(id)}]"#)
    try scenario.tell("tags", #"[{"id": \#(id)}]"#)
  }

  /// Outcomes by endpoint, with the reason of those that were not checked.
  private func outcomes(_ round: RecordedScenario.Round) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: round.report.endpoints.map {
        ("\($0.contract)/\($0.endpoint)", $0.outcome == .notChecked ? $0.reason ?? "" : $0.outcome.rawValue)
      })
  }

  @Test("Wherever it passes, what was evaluated stands, the rest is not checked, and the next round makes up for it")
  func passes() async throws {
    let late = "the deadline was reached"
    let scenario = try LiveScenario([stroll(), shelf])
    try tell(scenario, id: "1")
    try await scenario.round()
    try tell(scenario, id: #""one""#)
    let expected = outcomes(try await scenario.round())
    #expect(expected.count == 4 && expected["stroll/list"] == "drift" && expected["shelf/items"] == "drift")
    // What was evaluated in each round that a deadline cut short.
    var parts: [Set<String>] = []
    repeat {
      scenario.adjust = { _ in }
      try tell(scenario, id: "1")
      try await scenario.round()
      try tell(scenario, id: #""one""#)
      let clock = Strides()
      let number = parts.count + 1
      scenario.adjust = {
        $0.deadline = clock.deadline(number)
        $0.now = { clock.now() }
      }
      let cut = outcomes(try await scenario.round())
      #expect(cut.allSatisfy { $1 == expected[$0] || $1 == late }, "\(cut)")
      parts.append(Set(cut.filter { $1 != late }.keys))
      scenario.adjust = { _ in }
      // Whatever was not evaluated is new now, and what was is the same.
      let after = outcomes(try await scenario.round())
      #expect(after == expected || after == expected.mapValues { $0 == "ok" ? "unchanged" : $0 }, "\(after)")
    } while parts.last != Set(expected.keys) && parts.count < 40
    #expect(parts.first == [] && parts.last == Set(expected.keys))
    // Between two requests of one layer, and before those that are combined with others' responses.
    #expect(parts.contains { $0.count == 1 })
    #expect(parts.contains(["stroll/list", "shelf/categories", "shelf/tags"]))
  }
}
