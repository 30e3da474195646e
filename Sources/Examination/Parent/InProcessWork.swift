import DriftModel
import JSONDocument
import PayloadShape

/// A batch of responses that no version reads, so that only our own code runs on them: texts and shapes.
///
/// It is done in this process, because starting a worker costs more than the work. A worker gives the same result.
struct InProcessWork {
  /// Larger batches go to a worker, where the work can be ended and its memory is limited.
  static let maximumBytes = 256 << 10

  private var responses: [JobResponse] = []
  private var facts: [TextFacts] = []
  private let shapeBudget: Int

  /// Reads the texts. Nil if the batch needs a worker: for author code, for a large batch, or for a text that our own
  /// parser refuses, because then the author's decoder must be asked.
  init?(_ batch: Batch, shapeBudget: Int = PayloadShape.standardBudget) {
    self.shapeBudget = shapeBudget
    let isOurs = batch.jobs.allSatisfy { job in
      job.versions.isEmpty && job.join == nil && !job.isLineage && job.bodies.count == 1
    }
    guard isOurs, batch.jobs.reduce(0, { $0 + $1.bodies[0].count }) <= Self.maximumBytes else { return nil }
    for job in batch.jobs {
      var response = JobResponse(job.bodies[0])
      guard let facts = response.read(itself: WorkOrder.Item(job, dictionaryPaths: [])) else { return nil }
      responses.append(response)
      self.facts.append(facts)
    }
  }

  /// Adds the messages that a worker would send; false if interrupted.
  func add(to results: inout ExaminationBuilder, isCancelled: () -> Bool) -> Bool {
    for (job, response) in responses.enumerated() {
      guard !isCancelled() else { return false }
      results.add(.text(WorkUnit(job, .text), facts[job]))
      guard response.isAccepted, let document = response.document else { continue }
      results.add(.shaped(WorkUnit(job, .shape), PayloadShape(of: document, budget: shapeBudget)))
    }
    return true
  }
}
