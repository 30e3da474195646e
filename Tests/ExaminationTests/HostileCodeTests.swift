import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

struct Offence: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let version: String
  let kind: String
  /// Part of the reason of the crash; nil: a timeout.
  let reason: String?
}

extension WorkerTests {
  @Suite("Author code that ends the process or does not end itself")
  struct HostileCodeTests {
    @Test(
      "is reported for its version, mapping and response, and changes nothing else in the batch",
      arguments: [
        Offence(testDescription: "it traps", version: "traps", kind: "trap", reason: "Index out of range"),
        Offence(testDescription: "it hangs", version: "hangs", kind: "hang", reason: nil),
        Offence(testDescription: "it calls exit", version: "exits", kind: "exit", reason: "exit(0)"),
        Offence(testDescription: "it recurses for ever", version: "overflows", kind: "overflow", reason: "SIGSEGV"),
        Offence(testDescription: "it eats memory", version: "eats", kind: "eat", reason: "failed to allocate"),
        Offence(
          testDescription: "it closes descriptors", version: "closes", kind: "close", reason: "closed a file descriptor"
        ),
        Offence(
          testDescription: "it leaves a child behind", version: "starts", kind: "start",
          reason: "left a child  [31mbehind"),
      ])
    func isAFactOnExactlyThatMapping(_ offence: Offence) async throws {
      func batch(_ versions: [String]) -> Batch {
        Batch([
          mixed("fine", "a", versions: versions), mixed("fine", offence.kind, "b", versions: versions),
          mixed("fine", "c", versions: versions),
        ])
      }
      var examiner = hostileExaminer(timeout: offence.reason == nil ? 1 : 60)
      examiner.memoryLimit = 600 << 20
      let facts = await examiner.examine(batch(["good", offence.version, "last"]))
      let undisturbed = await hostileExaminer().examine(batch(["good", "last"]))
      try #require(facts.count == 3)
      #expect(facts.map { $0.without(offence.version) } == undisturbed)
      for (index, response) in facts.enumerated() {
        let version = try response.version(offence.version)
        #expect(response.versions.map(\.version) == ["good", offence.version, "last"])
        #expect(version.decoding == .succeeded)
        #expect(version.typeName == "[Record]")
        let mapping = try #require(version.mappings.first)
        #expect(version.mappings.count == 1 && mapping.name == "Thing" && mapping.domainType == "Thing")
        #expect(version.explanationMissing == nil)
        #expect(!version.fields.isEmpty)
        if index != 1 {
          #expect(mapping == response.versions[0].mappings[0])
        } else if let reason = offence.reason {
          #expect(mapping.execution.crashReason?.contains(reason) == true, "\(mapping.execution)")
        } else {
          #expect(mapping.execution == .timedOut(seconds: 1))
        }
      }
    }

    @Test("is a result of decoding if it happens there; the version's mappings are not run, other versions are")
    func decodingDies() async throws {
      let facts = try await hostileExaminer().examine(
        mixed("fine", "trap while decoding", versions: ["good", "fragile", "last"]))
      let fragile = try facts.version("fragile")
      #expect(fragile.decoding.crashReason?.contains("SIG") == true)
      #expect(fragile.typeName == "[FragileRecord]")
      #expect(fragile.mappings.isEmpty)
      #expect(try facts.version("last").mappings.first?.recordsOut == 2)
      #expect(facts.shape != nil)
    }

    @Test("is a result of decoding too if decoding does not end")
    func decodingHangs() async throws {
      let facts = try await hostileExaminer(timeout: 1).examine(
        mixed("fine", "hang while decoding", versions: ["good", "fragile", "last"]))
      #expect(try facts.version("fragile").decoding == .timedOut(seconds: 1))
      #expect(try facts.version("last") == facts.version("good").renamed("last"))
    }

    @Test("is no result if it only happens with the seed of hash tables that all workers share, and no app has")
    func hangsWithTheKnownSeed() async throws {
      let facts = try await hostileExaminer(timeout: 1).examine(
        mixed("fine", "hang with the known seed", versions: ["good", "fragile", "last"]))
      #expect(try facts.version("fragile").decoding == .succeeded)
      #expect(try facts.version("fragile").explanationMissing == nil)
      #expect(try facts.version("last") == facts.version("good").renamed("last"))
    }

    @Test("is a result of the write or aggregate if it happens there; the mapping keeps its counts")
    func laterPartsDie() async throws {
      let facts = try await hostileExaminer().examine(mixed("fine", "trap", versions: ["sends", "last"]))
      let version = try facts.version("sends")
      #expect(version.mappings.first?.recordsOut == 2)
      #expect(version.sends.first?.execution.crashReason?.contains("cannot be sent") == true)
      #expect(version.sends.first?.typeName == "Int")
      #expect(try facts.version("last").mappings.first?.recordsOut == 2)
      let bodies = [mixed("a", versions: []).bodies[0], Array("[]".utf8)]
      let joins = await hostileExaminer().examine(
        Batch([
          Job(contract: "hostile", endpoint: "mixed", version: "sends", join: "Pair", bodies: bodies),
          Job(contract: "hostile", endpoint: "mixed", version: "sends", join: "Pair", bodies: [bodies[0], bodies[0]]),
        ]))
      let pairs = joins.map { $0.versions.first?.mappings.first }
      #expect(pairs[0]?.execution.crashReason?.contains("cannot be paired") == true)
      #expect(pairs[0]?.recordType == "[Record] + [Record]")
      #expect(pairs[1]?.execution == .succeeded && pairs[1]?.recordsOut == 1)
    }

    @Test("is confirmed alone; code that hangs only once is not a timeout")
    func aSlowMomentIsNoTimeout() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: marker) }
      let facts = try await hostileExaminer(timeout: 1).examine(
        mixed("fine", marker, versions: ["good", "hesitates", "last"]))
      #expect(FileManager.default.fileExists(atPath: marker))
      let mapping = try #require(try facts.version("hesitates").mappings.first)
      #expect(mapping == facts.versions[0].mappings[0])
      #expect(try facts.version("last").mappings.first?.recordsOut == 2)
    }

    @Test("is not blamed for a worker that the system killed: tried once more alone, and then not judged")
    func killedWorker() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: marker) }
      let once = try await hostileExaminer().examine(mixed("fine", marker, versions: ["good", "killed", "last"]))
      #expect(FileManager.default.fileExists(atPath: marker))
      #expect(try once.version("killed").mappings.first == once.versions[0].mappings[0])
      let always = try await hostileExaminer().examine(mixed("fine", "kill", versions: ["good", "killed", "last"]))
      guard case .notRun(let reason)? = try always.version("killed").mappings.first?.execution else {
        Issue.record("\(try always.version("killed").mappings)")
        return
      }
      #expect(reason == "its worker was killed: SIGKILL (out of memory, or killed from outside)")
      #expect(try always.version("killed").decoding == .succeeded)
      #expect(try always.version("killed").notJudged == reason && once.version("killed").notJudged == nil)
      #expect(try always.version("last").notJudged == nil)
      #expect(try always.version("last").mappings.first?.recordsOut == 2)
    }

    @Test("is blamed for a bus error only if it has it again alone, since a full file system sends one as well")
    func busError() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: marker) }
      let once = try await hostileExaminer().examine(mixed("fine", marker, versions: ["good", "torn", "last"]))
      #expect(FileManager.default.fileExists(atPath: marker))
      #expect(try once.version("torn").mappings.first == once.versions[0].mappings[0])
      let always = try await hostileExaminer().examine(mixed("fine", "tear", versions: ["good", "torn", "last"]))
      #expect(try always.version("torn").mappings.first?.execution == .crashed(reason: "SIGBUS"))
      #expect(try always.version("last").mappings.first?.recordsOut == 2)
    }

    @Test("in our explanation is a gap and not a crash, because placeholders may crash code that responses do not")
    func explanationDies() async throws {
      let body = Array(#"[{"id":1,"kind":"a"},{"id":2}]"#.utf8)
      let job = Job(contract: "hostile", endpoint: "mixed", versions: ["good", "fragile", "stuck", "last"], body: body)
      let facts = try await hostileExaminer(timeout: 1).examine(job)
      for id in ["fragile", "stuck"] {
        let version = try facts.version(id)
        guard case .failed = version.decoding else {
          Issue.record("\(version.decoding)")
          continue
        }
        // What the response itself tells stands.
        #expect(version.explanationMissing == nil)
        #expect(version.failures.map(\.pattern) == ["$[*].kind"], "\(id)")
        #expect(version.hiddenBelow == ["$"], "\(id)")
      }
      #expect(facts.incomplete.count == 2)
      #expect(facts.incomplete.contains { $0.hasPrefix("what else fails in fragile") && $0.contains("SIG") })
      #expect(
        facts.incomplete.contains {
          $0.hasPrefix("what else fails in stuck") && $0.contains("did not end within 4 s")
        })
      #expect(try facts.version("good").failures.map(\.pattern) == ["$[*].kind"])
      #expect(try facts.version("last").failures == facts.version("good").failures)
      #expect(facts.shape != nil)
    }

    @Test("on a made-up value is not reported, and is not tried on the next response")
    func probeDies() async throws {
      var examiner = hostileExaminer()
      examiner.maximumCrashes = 3
      let body = Array(#"[{"id":1,"kind":"fine"},{"id":2,"kind":"other"}]"#.utf8)
      let jobs = (0..<5).map { _ in Job(contract: "peculiar", endpoint: "shelves", versions: ["exacting"], body: body) }
      for facts in await examiner.examine(Batch(jobs)) {
        let version = try facts.version("exacting")
        #expect(version.decoding == .succeeded && version.mappings.first?.recordsOut == 2)
        #expect(version.explanationMissing == nil && version.fields.map(\.property) == ["id", "kind"])
        #expect(version.failures.isEmpty && version.hiddenBelow.isEmpty && facts.incomplete.isEmpty)
        #expect(facts.shape != nil)
      }
    }

    @Test("on the placeholders of one response is not repeated for the next; both report that more may be hidden")
    func explanationDiesOnce() async throws {
      var examiner = hostileExaminer()
      examiner.maximumCrashes = 2
      let body = Array(#"[{"id":1,"kind":"a"},{"id":2}]"#.utf8)
      let jobs = (0..<3).map { _ in
        Job(contract: "hostile", endpoint: "mixed", versions: ["fragile", "last"], body: body)
      }
      for facts in await examiner.examine(Batch(jobs)) {
        #expect(try facts.version("fragile").failures.map(\.pattern) == ["$[*].kind"])
        #expect(try facts.version("fragile").hiddenBelow == ["$"])
        #expect(facts.incomplete.count == 1 && facts.incomplete.first?.contains("SIG") == true)
        #expect(try facts.version("last").failures.map(\.pattern) == ["$[*].kind"])
      }
    }

    @Test("in the search for blame leaves the counts as they were")
    func blameDies() async throws {
      let facts = try await hostileExaminer().examine(mixed("fine", "drop", versions: ["lonely", "last"]))
      let mapping = try #require(try facts.version("lonely").mappings.first)
      #expect(mapping.execution == .succeeded)
      #expect(mapping.dropped == 1 && mapping.recordsOut == 1 && mapping.droppedBlame.isEmpty)
      #expect(facts.incomplete.count == 1)
      #expect(facts.incomplete.first?.contains("to blame") == true)
      #expect(try facts.version("last").mappings.first?.recordsOut == 2)
    }

    @Test("may print and read without effect on the results")
    func noiseIsNoResult() async throws {
      let facts = try await hostileExaminer().examine(mixed("fine", "a", versions: ["good", "talks"]))
      #expect(try facts.version("talks").mappings == facts.version("good").mappings)
    }

    @Test("is ended at once if the task is cancelled; finished results stay, others are not examined")
    func cancellation() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: marker) }
      let batch = Batch([mixed("fine", versions: ["good"]), mixed(marker, versions: ["good", "hesitates"])])
      let task = Task { await hostileExaminer(timeout: 60).examine(batch) }
      // The file is there when the code that does not end has begun.
      while !FileManager.default.fileExists(atPath: marker) { try await Task.sleep(for: .milliseconds(5)) }
      task.cancel()
      let facts = await task.value
      #expect(facts[1].text == .notExamined(reason: "the examination was interrupted"))
      #expect(facts[1].versions.isEmpty)
      #expect(facts[0].versions.first?.mappings.first?.recordsOut == 1)
    }

    @Test(
      "is ended at the batch's deadline; finished results stay, and time is counted where it went",
      .timeLimit(.minutes(5)))
    func deadline() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: marker) }
      let jobs = [mixed("fine", versions: ["good"]), mixed(marker, versions: ["good", "hesitates"])]
      // The code that does not end has begun long before.
      let batch = Batch(jobs, deadline: .now + .seconds(20))
      let results = await hostileExaminer(timeout: 600).timedExaminations(of: batch)
      #expect(results[1].facts.text == .notExamined(reason: "the deadline was reached"))
      #expect(results[0].facts.versions.first?.mappings.first?.recordsOut == 1)
      #expect(results[1].seconds > results[0].seconds)
    }

    @Test("is left out after a number of crashes, and the results say so")
    func crashesAreLimited() async throws {
      var examiner = hostileExaminer()
      examiner.maximumCrashes = 2
      // What one contract's code does is no loss for another's.
      let other = Job(
        contract: "catalogue", endpoint: "article", versions: ["v1"],
        body: Array(#"{"id":1,"title":"A","price":2}"#.utf8))
      let jobs = (0..<4).map { _ in mixed("fine", "trap", versions: ["good", "traps"]) } + [other]
      let facts = await examiner.examine(Batch(jobs))
      let executions = try facts.prefix(4).map { try $0.version("traps").mappings.first?.execution }
      #expect(executions[0]?.crashReason != nil && executions[1]?.crashReason != nil)
      #expect(facts[2].versions.map(\.version) == ["good", "traps"])
      for response in facts[2..<4] {
        for version in response.versions {
          #expect(version.decoding.notRunReason?.contains("ended the examination process 2 times") == true)
        }
        #expect(response.text == .json)
        #expect(response.incomplete.first?.contains("ended the examination process 2 times") == true)
      }
      #expect(try facts[4].version("v1").decoding == .succeeded && facts[4].shape != nil)
      #expect(
        try facts[0].version("good").explanationMissing?.contains("ended the examination process 2 times") == true)
    }
  }
}
