import Dispatch

/// Runs everything of one round, one piece after the other, on a thread of its own.
///
/// What a round does with a response costs what the provider makes it cost: decompressing, digests, masks, shapes, the comparison with
/// all before. On the cooperative pool, which has a thread for each processor, a few such responses would hold up every other round, the
/// scheduler and its signs of life. As the preferred executor of a round's task it takes all that the task runs, child tasks
/// too. Waiting takes no thread.
final class RoundQueue: TaskExecutor {
  /// A serial queue, for which libdispatch starts a thread whenever it has work, however many others are busy.
  private let queue = DispatchQueue(label: "driftwatch.round")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
