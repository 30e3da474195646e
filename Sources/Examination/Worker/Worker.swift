public import ContractKit
import DriftModel
import Foundation
import System

/// The inside of a worker process: reads a work order, runs author code on the responses, writes facts as they are known.
///
/// Order: texts, then judge, mappings and writes of every job, then explanation, shape and blame. A death in the first part is
/// the app's; one in the second is a gap in our explanation.
public final class Worker {
  private let contracts: [String: Contract]
  private let pipe: WorkerPipe
  private let limits: ResourceLimits
  let order: WorkOrder
  private(set) var responses: [[JobResponse]]
  private var finished: Set<WorkUnit>
  private let killed: Set<WorkUnit>

  /// Runs the process as a worker until its work is done.
  ///
  /// Author code runs on the caller's actor, so that this is called from the program's `main`, where the stack is large.
  ///
  /// - Parameter contracts: The same contracts that the parent knows; closures do not cross the process, so they are found by id.
  /// - Returns: The exit code: 0, or 4 if no work order could be read.
  public static func run(contracts: [Contract]) async -> Int32 {
    guard let pipe = WorkerPipe(), let (order, bodies) = pipe.readOrder() else {
      FileHandle.standardError.write(Data("\(Examiner.subcommand) is for use by the command itself\n".utf8))
      return WorkerExit.noOrder
    }
    let limits = ResourceLimits(memory: order.memoryLimit)
    pipe.endWithParent()
    let worker = Worker(contracts, pipe, limits, order, bodies)
    await worker.work()
    worker.write(.ended)
    return 0
  }

  private init(
    _ contracts: [Contract], _ pipe: WorkerPipe, _ limits: ResourceLimits, _ order: WorkOrder, _ bodies: [[[UInt8]]]
  ) {
    self.limits = limits
    self.contracts = Dictionary(contracts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.pipe = pipe
    self.order = order
    responses = bodies.map { $0.map(JobResponse.init) }
    finished = Set(order.finished)
    killed = Set(order.killed)
  }

  private func work() async {
    let jobs = order.only.map { [$0.job] } ?? order.jobs.filter(order.items.indices.contains)
    for job in jobs { readText(job) }
    for job in jobs where !order.items[job].isLineage { await runAuthorCode(job) }
    guard order.only == nil else { return }
    for job in jobs where order.items[job].isLineage { await findLineages(job) }
    for job in jobs where !order.items[job].isLineage && order.items[job].join == nil && responses[job][0].isAccepted {
      await explain(job)
    }
  }

  // MARK: Journal

  func contract(of job: Int) -> Contract? { contracts[order.items[job].contract] }

  func isKilled(_ unit: WorkUnit) -> Bool { killed.contains(unit) }

  /// Whether a unit is still to be done in this life.
  func isPending(_ unit: WorkUnit) -> Bool {
    if let only = order.only { return only == unit }
    return !finished.contains(unit) && !killed.contains(unit)
  }

  /// A unit that turned out to be needless.
  func skip(_ unit: WorkUnit) { finished.insert(unit) }

  /// Journals a unit, does it and writes its result; nothing for units that are done, or not the only one wanted.
  func perform(_ unit: WorkUnit, _ body: () async -> WorkerMessage) async {
    guard isPending(unit) else { return }
    write(.begun(unit))
    write(await body(), of: unit)
  }

  /// Writes a message; where it cannot be encoded, that it could not.
  func write(_ message: WorkerMessage, of unit: WorkUnit? = nil) {
    allowProcessor(for: message)
    defer { if let unit { endIfSpoilt(after: unit) } }
    do {
      pipe.write(try Frame.encode(message))
    } catch {
      guard let unit, let frame = try? Frame.encode(WorkerMessage.skipped(unit, reason: describe(error))) else {
        return
      }
      pipe.write(frame)
    }
  }

  /// What announces records of a unit and leaves out those that ended a worker.
  func recordLog(of unit: WorkUnit) -> RecordLog {
    RecordLog(course: course(of: unit)) { [self] in write(.reached(unit, $0)) }
  }

  /// What records of a unit did that ended a worker; nil: none did.
  func course(of unit: WorkUnit) -> RecordCourse? { order.courses.first { $0.unit == unit } }

  /// What announces the trials of a unit and knows those that ended a worker.
  func trials(of unit: WorkUnit) -> TrialLog {
    let deaths = order.deadlyTrials.filter { $0.unit == unit }.map { ($0.digest, $0.death) }
    return TrialLog(deaths: Dictionary(deaths, uniquingKeysWith: { first, _ in first })) { [self] digest in
      write(.trying(unit, digest))
    }
  }

  // MARK: Limits

  /// Each piece of work has its own processor time; what our part may take is as much more as the parent's patience with it is.
  private func allowProcessor(for message: WorkerMessage) {
    switch message {
    case .begun(let unit):
      limits.allowProcessor(seconds: order.processorLimit * (unit.phase.isAuthorsOwn ? 1 : 4))
    case .reached, .trying: limits.allowProcessor(seconds: order.processorLimit)
    default: break
    }
  }

  /// Asks for another process where the author's code of a unit left few descriptors to what comes next.
  private func endIfSpoilt(after unit: WorkUnit) {
    guard unit.phase.isAuthorsOwn, order.only == nil, limits.isShortOfDescriptors else { return }
    write(.spoilt)
    _exit(0)
  }

  // MARK: Text

  private func readText(_ job: Int) {
    let unit = WorkUnit(job, .text)
    let item = order.items[job]
    guard item.join == nil, responses[job].count == 1, !killed.contains(unit) else { return }
    // Read again in each life, since what follows needs the document; said once.
    write(.begun(unit))
    let versions = contract(of: job)?.versions.filter { item.versions.contains($0.id) } ?? []
    let facts = responses[job][0].read(item) { versions.compactMap { $0.reads(item.endpoint)?.makeDecoder() } }
    if isPending(unit) { write(.text(unit, facts), of: unit) }
  }
}
