import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests {
  @Suite("A prepared worker")
  struct PreparedWorkerTests {
    private let job = mixed("fine", versions: ["good"])

    @Test("gets the next batch; later batches get other workers")
    func isUsed() async throws {
      var examiner = hostileExaminer()
      examiner.prepare()
      examiner.executable = "/nowhere/at/all"
      #expect(try await examiner.examine(job).version("good").decoding == .succeeded)
      guard case .notExamined(let reason) = try await examiner.examine(job).text else {
        Issue.record("a worker was used twice")
        return
      }
      #expect(reason.contains("No such file"))
    }

    @Test("is ended if no batch comes, or if another one replaces it")
    func isDismissed() async throws {
      let examiner = hostileExaminer()
      for _ in 0..<2 {
        examiner.prepare()
        let worker = try examiner.worker()
        let id = worker.pid
        #expect(kill(id, 0) == 0)
        examiner.reserve.put(worker)
        examiner.prepare()
        // Reaped as well, so that the number names nobody.
        #expect(kill(id, 0) != 0)
      }
      let worker = try examiner.worker()
      let id = worker.pid
      examiner.reserve.put(worker)
      examiner.dismiss()
      #expect(kill(id, 0) != 0)
    }

    @Test("that has ended is replaced, as one that ends at its start is")
    func hasDied() async throws {
      let examiner = hostileExaminer()
      let worker = try examiner.worker()
      kill(worker.pid, SIGKILL)
      examiner.reserve.put(worker)
      #expect(try await examiner.examine(job).version("good").decoding == .succeeded)
    }

    @Test("that cannot be started is reported by the batch")
    func cannotStart() async throws {
      let examiner = Examiner(executable: "/nowhere/at/all")
      examiner.prepare()
      guard case .notExamined(let reason) = try await examiner.examine(job).text else {
        Issue.record("examined by nobody")
        return
      }
      #expect(reason.contains("No such file"))
    }
  }
}
