import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests {
  @Suite("A batch")
  struct BatchTests {
    @Test("of sixty small responses is examined in order")
    func sixtyResponses() async throws {
      let jobs = (0..<60).map { number in
        Job(
          contract: "hostile", endpoint: "mixed", versions: ["good", "last"], links: ["$[*].id": 100],
          body: Array(#"[{"id":\#(number),"kind":"a"},{"id":\#(number),"kind":"b"}]"#.utf8))
      }
      let facts = await hostileExaminer().examine(Batch(jobs))
      #expect(facts.map { $0.links["$[*].id"] ?? [] } == (0..<60).map { ["\($0)"] })
      #expect(facts.allSatisfy { $0.versions.count == 2 && $0.versions[1].mappings[0].collided.count == 1 })
    }

    @Test("with 5 MB and 10,000 records is examined whole")
    func largeResponse() async throws {
      let padding = String(repeating: "x", count: 400)
      let records = (0..<10_000).map { number in
        #"{"id":"\#(number)","title":"Title \#(number) \#(padding)","tags":["a"],"size":\#(number % 500)}"#
      }
      let text = #"{"response":{"items":[\#(records.joined(separator: ","))]}}"#
      let job = Job(contract: "peculiar", endpoint: "wrapped", versions: ["enveloped"], body: Array(text.utf8))
      #expect(job.bodies[0].count > 4_500_000)
      let facts = try await hostileExaminer(timeout: 20).examine(job)
      let mapping = try #require(facts.versions.first?.mappings.first)
      #expect(mapping.recordsOut == 10_000)
    }

    @Test("with a long text and little in it passes through the pipe whole")
    func longText() async throws {
      let text = String(repeating: "y", count: 8_000_000)
      let facts = try await hostileExaminer(timeout: 20).examine(mixed("fine", text, versions: ["good"]))
      #expect(facts.versions.first?.mappings.first?.recordsOut == 2)
    }

    @Test("is independent of another one that is examined at the same time")
    func twoAtOnce() async throws {
      func batch(_ kind: String) -> Batch {
        Batch((0..<8).map { _ in mixed("fine", kind, versions: ["good", "traps", "last"]) })
      }
      async let dying = hostileExaminer().examine(batch("trap"))
      async let fine = hostileExaminer().examine(batch("a"))
      let (first, second) = await (dying, fine)
      #expect(first.allSatisfy { $0.versions[1].mappings[0].execution.crashReason != nil })
      #expect(second.allSatisfy { $0.versions[1].mappings[0].execution == .succeeded })
      #expect(first.map { $0.versions[0].mappings } == second.map { $0.versions[0].mappings })
    }

    @Test("leaves no descriptor and no zombie process behind, however often it runs")
    func nothingIsLeft() async throws {
      let before = try openDescriptors()
      for round in 0..<200 {
        switch round % 20 {
        case 0: _ = await hostileExaminer().examine(Batch([mixed("fine", versions: ["good"])]))
        case 1: _ = await hostileExaminer().examine(Batch([mixed("trap", versions: ["traps"])]))
        case 2: _ = await Examiner(executable: "/nowhere").examine(Batch([mixed("fine", versions: ["good"])]))
        default: _ = await Examiner(executable: "/bin/true").examine(Batch([mixed("fine", versions: ["good"])]))
        }
      }
      // Other tests run meanwhile and have a few of each; 200 batches that leave one would leave more.
      #expect(try openDescriptors() < before + 60)
      #expect(try deadChildren() < 20)
    }

    private func openDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// Children of this process that nobody waited for, by proc(5).
    private func deadChildren() throws -> Int {
      let own = String(ProcessInfo.processInfo.processIdentifier)
      return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
        guard Int(name) != nil, let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8) else {
          return false
        }
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 && fields[0] == "Z" && fields[1] == own
      }.count
    }
  }
}
