import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

struct CrashKind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let version: String
  let kind: String
  var isHang = false
}

extension WorkerTests {
  @Suite("A record on which the author's code ends the process")
  struct CrashingRecordTests {
    @Test(
      "is named, and all others are mapped and counted",
      arguments: [
        CrashKind(testDescription: "a trap", version: "traps", kind: "trap"),
        CrashKind(testDescription: "exit", version: "exits", kind: "exit"),
        CrashKind(testDescription: "memory", version: "eats", kind: "eat"),
        CrashKind(testDescription: "no end", version: "hangs", kind: "hang", isHang: true),
      ])
    func othersAreMapped(_ c: CrashKind) async throws {
      var examiner = hostileExaminer(timeout: c.isHang ? 1 : 60)
      examiner.memoryLimit = 600 << 20
      let kinds = ["fine", c.kind, "a", c.kind, "b", "a"]
      let facts = try await examiner.examine(
        Job(contract: "hostile", endpoint: "mixed", versions: [c.version, "last"], body: records(kinds)))
      let mapping = try #require(try facts.version(c.version).mappings.first)
      let others = try #require(try facts.version("last").mappings.first)
      #expect(mapping.execution == .timedOut(seconds: 1) || !c.isHang && mapping.execution.crashReason != nil)
      #expect(mapping.crashing == CrashingRecords(count: 2, first: 1, example: "/1", blame: ["$[*].kind"]))
      #expect(mapping.recordsIn == 6 && mapping.elements == 6 && mapping.recordsOut == 4 && mapping.dropped == 0)
      #expect(mapping.properties.map(\.name) == others.properties.map(\.name))
      #expect(mapping.properties.allSatisfy { $0.total == 4 && $0.lost == 0 })
      #expect(others.recordsOut == 6 && others.crashing == nil)
      #expect(facts.incomplete.isEmpty)
    }

    @Test("is found among ten thousand by halving the list, in far fewer processes than there are records")
    func longListsAreHalved() async throws {
      var kinds = [String](repeating: "fine", count: 10_000)
      kinds[4_017] = "trap"
      let facts = try await hostileExaminer(timeout: 30).examine(
        Job(contract: "hostile", endpoint: "mixed", versions: ["traps"], body: records(kinds)))
      let mapping = try #require(try facts.version("traps").mappings.first)
      #expect(mapping.crashing == CrashingRecords(count: 1, first: 4_017, example: "/4017", blame: ["$[*].kind"]))
      #expect(mapping.recordsOut == 9_999)
    }

    @Test("is one of ten if every record crashes; the others are not tried")
    func trapsOnEveryRecord() async throws {
      let kinds = ["fine"] + [String](repeating: "trap", count: 2_000)
      let facts = try await hostileExaminer().examine(
        Job(contract: "hostile", endpoint: "mixed", versions: ["traps", "last"], body: records(kinds)))
      let mapping = try #require(try facts.version("traps").mappings.first)
      #expect(mapping.execution.crashReason?.contains("Index out of range") == true)
      #expect(
        mapping.crashing == CrashingRecords(count: 10, untried: 1990, first: 1, example: "/1", blame: ["$[*].kind"]))
      #expect(mapping.recordsOut == 1 && mapping.recordsIn == 2001)
      #expect(try facts.version("last").mappings.first?.recordsOut == 2001)
    }

    @Test("is named too if a request body is made of it")
    func bodies() async throws {
      let facts = try await hostileExaminer().examine(
        Job(
          contract: "hostile", endpoint: "mixed", versions: ["sends"], body: records(["fine", "a", "trap", "b"])))
      let version = try facts.version("sends")
      let send = try #require(version.sends.first)
      #expect(send.execution.crashReason?.contains("cannot be sent") == true)
      #expect(send.crashing == CrashingRecords(count: 1, first: 2, example: "/2"))
      #expect(send.offered == 4 && send.made == 3 && send.shape != nil)
      #expect(version.mappings.first?.recordsOut == 4 && version.mappings.first?.execution == .succeeded)
    }

    @Test("does not prevent the request bodies of the others")
    func mappingAndBodies() async throws {
      let facts = try await hostileExaminer().examine(
        Job(
          contract: "hostile", endpoint: "mixed", versions: ["sends"],
          body: records(["unmappable", "fine", "trap", "b"])))
      let version = try facts.version("sends")
      let mapping = try #require(version.mappings.first)
      #expect(mapping.execution.crashReason?.contains("cannot be mapped") == true)
      #expect(
        mapping.crashing == CrashingRecords(count: 1, first: 0, example: "/0", blame: ["$[*].kind"])
          && mapping.recordsOut == 3)
      let send = try #require(version.sends.first)
      #expect(send.execution.crashReason?.contains("cannot be sent") == true)
      #expect(send.crashing == CrashingRecords(count: 1, first: 1, example: "/2"))
      #expect(send.offered == 3 && send.made == 2)
    }

    @Test("is not blamed if it ends the process only once")
    func onceIsNoCrash() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: marker) }
      let facts = try await hostileExaminer().examine(mixed("fine", marker, versions: ["stumbles", "last"]))
      let mapping = try #require(try facts.version("stumbles").mappings.first)
      #expect(try mapping == #require(facts.version("last").mappings.first))
      #expect(facts.incomplete.count == 1 && facts.incomplete.first?.contains("not again") == true)
    }

    @Test("is not named if the mapping crashes before the first record")
    func crashBeforeRecords() async throws {
      let facts = try await hostileExaminer().examine(mixed("fine", versions: ["lonely"]))
      let mapping = try #require(try facts.version("lonely").mappings.first)
      #expect(mapping.execution.crashReason?.contains("alone") == true && mapping.crashing == nil)
    }

    private func records(_ kinds: [String]) -> [UInt8] {
      Array("[\(kinds.enumerated().map { #"{"id":\#($0),"kind":"\#($1)"}"# }.joined(separator: ","))]".utf8)
    }
  }
}
