import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@testable import Examination

struct BadExecutable: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var path: String?
  /// Text of a shell script, where there is no file for it.
  var script: String?
  let reason: String
}

extension WorkerTests {
  @Suite("An executable that is not an examination process")
  struct WorkerStartTests {
    @Test(
      "is reported at once, for every response",
      arguments: [
        BadExecutable(testDescription: "missing", path: "/nowhere/at/all", reason: "No such file"),
        BadExecutable(testDescription: "not executable", path: "/etc/passwd", reason: "Permission denied"),
        BadExecutable(testDescription: "a folder", path: "/tmp", reason: "Permission denied"),
        BadExecutable(testDescription: "one that ends at once", path: "/bin/true", reason: "exit(0)"),
        BadExecutable(testDescription: "one that refuses its argument", path: "/bin/cat", reason: "exit(1)"),
        BadExecutable(
          testDescription: "one that writes garbage", script: "printf 'not a frame, surely' >&3; sleep 9",
          reason: "no result"),
        BadExecutable(
          testDescription: "one that writes half a frame", script: "printf '\\0\\0\\0\\11{' >&3", reason: "exit(0)"),
        BadExecutable(testDescription: "one that waits", script: "sleep 9", reason: "did not end within 0.3 s"),
        BadExecutable(
          testDescription: "one that closes the pipe and waits", script: "exec 3>&-; sleep 9", reason: "0.3 s"),
      ])
    func isSaidToBeNone(_ bad: BadExecutable) async throws {
      var path = bad.path ?? ""
      if let script = bad.script { path = try makeScript(script) }
      defer { if bad.script != nil { try? FileManager.default.removeItem(atPath: path) } }
      var examiner = Examiner(executable: path, timeout: 0.3)
      examiner.startTimeout = 0.3
      let large = Job(
        contract: "hostile", endpoint: "mixed", versions: ["good"], body: [UInt8](repeating: 0x20, count: 3_000_000))
      let join = Job(contract: "peculiar", endpoint: "items", version: "v1", join: "Shelved", bodies: [[], []])
      let facts = await examiner.examine(Batch([mixed("fine", versions: ["good"]), large, join]))
      for response in facts[..<2] {
        guard case .notExamined(let reason) = response.text else {
          Issue.record("\(response.text)")
          continue
        }
        #expect(reason.contains(bad.reason))
        #expect(response.versions.isEmpty)
      }
      #expect(facts[2].versions.first?.mappings.first?.execution.notRunReason?.contains(bad.reason) == true)
    }

    @Test(
      "built from other contracts gives a result for every version",
      arguments: [("unknown", "mixed", "good"), ("hostile", "mixed", "unknown"), ("hostile", "unknown", "good")])
    func unknownNames(_ contract: String, _ endpoint: String, _ version: String) async throws {
      let facts = try await hostileExaminer().examine(
        Job(contract: contract, endpoint: endpoint, versions: [version], body: Array("[]".utf8)))
      #expect(facts.text == .json)
      #expect(facts.shape != nil)
      #expect(facts.versions.map(\.version) == [version])
      #expect(facts.versions.first?.decoding.notRunReason?.contains("same contracts") == true)
    }

    @Test("A worker ends when its parent is gone, also in the middle of author code that does not end")
    func orphans() async throws {
      let job = mixed("hang", versions: ["hangs"])
      let order = WorkOrder(
        items: [WorkOrder.Item(job, dictionaryPaths: [])], finished: [], killed: [], jobs: [0], only: nil,
        crashingTrials: [], selections: [], memoryLimit: 1 << 30, processorLimit: 0, shapeBudget: 1 << 20)
      // Standard input that ends after the order is what a worker sees of a parent that dies.
      let (status, _) = try await run(input: try Frame.encode(order) + job.bodies[0], "3>/dev/null")
      #expect(status == WorkerExit.orphaned)
    }

    @Test("The subcommand, called by hand, says that it is for internal use", arguments: ["", "3>/dev/null"])
    func calledByHand(_ redirection: String) async throws {
      let (status, text) = try await run(input: [], redirection)
      #expect(status == WorkerExit.noOrder)
      #expect(text.split(separator: "\n").count == 1 && text.contains("for use by the command itself"))
    }

    @Test("Waiting for a worker that has closed its pipes takes no processor time")
    func waitingIsIdle() async throws {
      let script = try makeScript("exec 2>&- 3>&-; sleep 9")
      defer { try? FileManager.default.removeItem(atPath: script) }
      var process = try WorkerProcess(executable: script, arguments: [])
      let before = clock()
      let ending = process.converse(order: [[UInt8](repeating: 0, count: 1_000_000)], startTimeout: 1) { _ in .garbled
      }
      #expect(ending == .timedOut(seconds: 1))
      // XSI: a million of clock's units are a second.
      #expect(Double(clock() - before) / 1_000_000 < 0.5)
    }

    private func makeScript(_ text: String) throws -> String {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
      return file.path
    }

    /// Runs a worker by a shell: its exit code and standard error.
    private func run(input: [UInt8], _ redirection: String) async throws -> (status: Int32, text: String) {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try Data(input).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let script = "exec \"$0\" \(Examiner.subcommand) <\"$1\" \(redirection)"
      let ending = try await Program("/bin/sh", ["-c", script, hostileExecutable, file.path]).end()
      return (ending.code, ending.errors)
    }

    @Test("An empty batch starts nothing") func emptyBatch() async {
      #expect(await Examiner(executable: "/nowhere").examine(Batch([])).isEmpty)
    }
  }
}
