import DriftModel
import JSONDocument
import PayloadShape

/// A batch of responses that no version reads: texts and shapes, for which our own code is all that runs.
///
/// It is done in this process, since a process of its own costs more than the work. The worker does it as well, with the same
/// result, beside work that needs one.
struct OwnWork {
  /// Bytes of a batch above which a worker does it: there it can be ended, and its memory is limited.
  static let maximumBytes = 256 << 10

  private var responses: [JobResponse] = []
  private var facts: [TextFacts] = []

  /// Reads the texts; nil for a batch that needs a worker, or may: author code, much to read, or a text that our own parser
  /// refuses, of which the judges' parser has to be asked.
  init?(_ batch: Batch) {
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

  /// Adds what a worker would have said; false if it was interrupted.
  func add(to results: inout ExaminationBuilder, isCancelled: () -> Bool) -> Bool {
    for (job, response) in responses.enumerated() {
      guard !isCancelled() else { return false }
      results.add(.text(WorkUnit(job, .text), facts[job]))
      guard response.isAccepted, let document = response.document else { continue }
      results.add(.shaped(WorkUnit(job, .shape), PayloadShape(of: document, dictionaryPaths: [])))
    }
    return true
  }
}
