import DriftModel
import Testing

@testable import Examination

@Suite("The journal of a worker")
struct WorkerJournalTests {
  private static let jobs = [Job(contract: "shop", endpoint: "list", versions: ["v1"], body: [])]
  private static let text = WorkUnit(0, .text)
  private static let judged = WorkUnit(0, .judge, version: "v1")

  /// Whether each message of one worker is taken.
  private static func take(_ messages: [WorkerMessage], _ results: inout ExaminationBuilder) -> [Bool] {
    var journal = WorkerJournal(jobs: [0], only: nil)
    return messages.map { message in
      guard journal.accepts(message, beside: results) else { return false }
      results.add(message)
      return true
    }
  }

  @Test("has a worker followed by another one only behind a result of author code that it brought itself")
  func exhaustion() {
    var results = ExaminationBuilder(jobs: Self.jobs)
    #expect(
      Self.take([.begun(Self.text), .text(Self.text, TextFacts()), .exhausted], &results) == [true, true, false])
    let judging: [WorkerMessage] = [.begun(Self.judged), .judged(Self.judged, .succeeded), .exhausted]
    let first = Self.take(judging, &results)
    #expect(first == [true, true, true])
    // The same again would go on for ever.
    let second = Self.take(judging, &results)
    #expect(second == [true, false, false])
    for unit in [Self.judged, Self.text] {
      let idle = Self.take([.begun(unit), .exhausted], &results)
      #expect(idle == [true, false])
    }
  }

  @Test("cannot tell what units there are, so that workers are followed by others only so often")
  func manyExhaustions() {
    var results = ExaminationBuilder(jobs: Self.jobs + Self.jobs)
    let most = 2 * ExaminationBuilder.maximumExhaustions
    let replies = (0...most).map { _ in results.noteExhaustion() }
    #expect(replies == Array(repeating: true, count: most) + [false])
  }
}
