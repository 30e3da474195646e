import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

/// A response that no version reads.
private func unread(
  _ text: String, links: [String: Int] = [:], acceptWhen: AcceptWhen? = nil, isGraphQL: Bool = false
) -> Job {
  Job(
    contract: "hostile", endpoint: "mixed", versions: [], links: links, acceptWhen: acceptWhen, isGraphQL: isGraphQL,
    body: Array(text.utf8))
}

struct WorkCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let jobs: [Job]
}

extension WorkerTests {
  @Suite("Responses that no version reads")
  struct InProcessWorkTests {
    /// Whatever it is asked to start is not there.
    private let without = Examiner(executable: "/nowhere/at/all")

    private static let responses = [
      WorkCase(testDescription: "a list", jobs: [unread(#"[{"id":1,"price":4.5},{"id":2,"price":null}]"#)]),
      WorkCase(testDescription: "an empty list", jobs: [unread("[]")]),
      WorkCase(testDescription: "a single value", jobs: [unread("\"ok\"")]),
      WorkCase(
        testDescription: "numbers beyond a Double, and the like",
        jobs: [unread("[1e999,-1e999,1e-999,-0.0,0.1,123456789012345678901234567890,3e2]")]),
      WorkCase(
        testDescription: "texts of any form",
        jobs: [unread(#"{"a":"\u0000","b":"e\u0301","c":"2026-11-21T09:00:00Z","d":"","\u0301":"x"}"#)]),
      WorkCase(
        testDescription: "as deep as a text may be",
        jobs: [unread(String(repeating: "[", count: 500) + String(repeating: "]", count: 500))]),
      WorkCase(
        testDescription: "what is no JSON to whoever reads it",
        jobs: [unread(#"{"a":1,"a":2}"#), unread("[1,]"), unread("\u{FEFF}[]")]),
      WorkCase(
        testDescription: "envelopes that say failure",
        jobs: [
          unread(#"{"ok":false,"why":"no plan"}"#, acceptWhen: AcceptWhen("$.ok", equals: true, message: "$.why")),
          unread(#"{"errors":[{"message":"no such field"}],"data":null}"#, isGraphQL: true),
        ]),
      WorkCase(
        testDescription: "links to others",
        jobs: [unread(#"{"results":[{"id":7},{"id":8},{"id":7}]}"#, links: ["$.results[*].id": 9, "$.none": 9])]),
      WorkCase(
        testDescription: "several at once", jobs: (1...40).map { unread("[{\"id\":\($0),\"name\":\"n\($0)\"}]") }),
    ]

    @Test("are examined without a process, as a worker would have examined them", arguments: responses)
    func isDoneHere(_ work: WorkCase) async throws {
      // Beside a response that is read, a worker does them all.
      let reference = await hostileExaminer().examine(Batch(work.jobs + [mixed("fine", versions: ["good"])]))
      #expect(reference.last?.versions.first?.decoding == .succeeded)
      let facts = await without.examine(Batch(work.jobs))
      #expect(facts == reference.dropLast())
      for response in facts {
        if case .notExamined(let reason) = response.text { Issue.record("\(reason)") }
      }
    }

    @Test(
      "get a worker if they are large, or if another parser must be asked",
      arguments: [
        WorkCase(
          testDescription: "much",
          jobs: [unread("[" + String(repeating: " ", count: InProcessWork.maximumBytes) + "]")]),
        WorkCase(
          testDescription: "much together",
          jobs: (0..<4).map { _ in unread("[" + String(repeating: " ", count: InProcessWork.maximumBytes / 3) + "]") }),
        WorkCase(testDescription: "no JSON", jobs: [unread("<html>")]),
        WorkCase(testDescription: "one that is read besides", jobs: [unread("[]"), mixed("fine", versions: ["good"])]),
      ])
    func needsWorker(_ work: WorkCase) async throws {
      for response in await without.examine(Batch(work.jobs)) {
        guard case .notExamined(let reason) = response.text else {
          Issue.record("\(response.text)")
          continue
        }
        #expect(reason.contains("cannot be started"))
      }
      for response in await hostileExaminer().examine(Batch(work.jobs)) {
        if case .notExamined(let reason) = response.text { Issue.record("\(reason)") }
      }
    }

    @Test("are not examined after the task is cancelled")
    func interrupted() async throws {
      let examiner = without
      let task = Task { () async -> [Examination] in
        while !Task.isCancelled { await Task.yield() }
        return await examiner.examine(Batch([unread("[]")]))
      }
      task.cancel()
      let facts = await task.value
      #expect(facts.map(\.text) == [.notExamined(reason: WorkerEnding.interrupted.words)])
    }

    @Test("get a worker for their lineage")
    func lineage() async throws {
      let job = Job.lineage(contract: "hostile", endpoint: "mixed", versions: [], body: Array("[]".utf8))
      #expect(InProcessWork(Batch([job])) == nil)
    }
  }
}
