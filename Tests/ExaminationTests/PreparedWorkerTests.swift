import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests {
  @Suite("A worker that is prepared")
  struct PreparedWorkerTests {
    private let job = mixed("fine", versions: ["good"])

    @Test("gets the next batch, and later ones are given to others")
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

    @Test("is ended where no batch comes, and so is one that another takes the place of")
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

    @Test("and has died meanwhile is replaced, as one that dies at its start is")
    func hasDied() async throws {
      let examiner = hostileExaminer()
      let worker = try examiner.worker()
      kill(worker.pid, SIGKILL)
      examiner.reserve.put(worker)
      #expect(try await examiner.examine(job).version("good").decoding == .succeeded)
    }

    @Test("where none can be started, the batch says so")
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
