public import ContractKit
import DriftModel
import Foundation
import System

/// The inside of a worker process. It reads a work order, runs author code on the responses, and writes facts as soon
/// as they are known.
///
/// The order is: texts; judge, mappings and writes of every job; then explanation, shape and blame. A crash in author
/// code is a finding about the app. A crash in the last part is only a gap in our explanation.
public final class Worker {
  private let contracts: [String: Contract]
  private let pipe: WorkerPipe
  private let limits: ResourceLimits
  let order: WorkOrder
  private(set) var responses: [[JobResponse]]
  /// What each version's decoder said of a response, if it was asked in this process.
  var verdicts: [WorkUnit: Result<Void, any Error>] = [:]
  private var finished: Set<WorkUnit>
  private let killed: Set<WorkUnit>

  /// Runs the process as a worker until its work is done.
  ///
  /// Author code runs on the caller's actor. Call this from the program's `main`, where the stack is large.
  ///
  /// - Parameter contracts: The same contracts that the parent has. They are found by id, because closures cannot be
  ///   sent to another process.
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
      if isToBeExplained(job) { await explain(job) }
    }
  }

  // MARK: Journal

  func contract(of job: Int) -> Contract? { contracts[order.items[job].contract] }

  func isKilled(_ unit: WorkUnit) -> Bool { killed.contains(unit) }

  /// Whether this worker still has to do a unit.
  func isPending(_ unit: WorkUnit) -> Bool {
    if let only = order.only { return only == unit }
    return !finished.contains(unit) && !killed.contains(unit)
  }

  /// Marks a unit as not needed.
  func skip(_ unit: WorkUnit) { finished.insert(unit) }

  /// Journals a unit, runs it and writes its result, if it is pending.
  func perform(_ unit: WorkUnit, _ body: () async -> WorkerMessage) async {
    guard isPending(unit) else { return }
    write(.begun(unit))
    write(await body(), of: unit)
  }

  /// Writes a message. If it cannot be encoded, writes that the unit was skipped.
  func write(_ message: WorkerMessage, of unit: WorkUnit? = nil) {
    allowProcessor(for: message)
    defer { if let unit { endIfExhausted(after: unit) } }
    do {
      pipe.write(try Frame.encode(message))
    } catch {
      guard let unit, let frame = try? Frame.encode(WorkerMessage.skipped(unit, reason: describe(error))) else {
        return
      }
      pipe.write(frame)
    }
  }

  func recordLog(of unit: WorkUnit) -> RecordLog {
    RecordLog(selection: selection(of: unit)) { [self] in write(.reached(unit, $0)) }
  }

  /// The records of a unit to leave out; nil if none ended a worker.
  func selection(of unit: WorkUnit) -> RecordSelection? { order.selections.first { $0.unit == unit } }

  /// Seconds that the trials of one mapping may take here, if none of them ends the process.
  private static let maximumTrialSeconds = 60.0

  func trials(of unit: WorkUnit) -> TrialLog {
    let known = order.crashingTrials.filter { $0.unit == unit }
    let endings = known.filter { !$0.isLast }.map { ($0.digest, $0.ending) }
    return TrialLog(
      endings: Dictionary(endings, uniquingKeysWith: { first, _ in first }),
      last: Set(known.filter(\.isLast).map(\.digest)), bounds: TrialBounds(seconds: Self.maximumTrialSeconds),
      announce: { [self] digest in write(.trying(unit, digest)) })
  }

  // MARK: Limits

  /// Gives each unit its own processor time. Our own units get four times as much, as with the parent's timeout.
  private func allowProcessor(for message: WorkerMessage) {
    switch message {
    case .begun(let unit):
      limits.allowProcessor(seconds: order.processorLimit * (unit.phase.isAuthorsOwn ? 1 : 4))
    case .reached, .trying: limits.allowProcessor(seconds: order.processorLimit)
    default: break
    }
  }

  /// Ends this worker, so that another one goes on, if author code of a unit left too few descriptors open for the
  /// next.
  private func endIfExhausted(after unit: WorkUnit) {
    guard unit.phase.isAuthorsOwn, order.only == nil, limits.isShortOfDescriptors else { return }
    write(.exhausted)
    _exit(0)
  }

  // MARK: Text

  private func readText(_ job: Int) {
    let unit = WorkUnit(job, .text)
    let item = order.items[job]
    guard item.join == nil, responses[job].count == 1, !killed.contains(unit) else { return }
    // Each worker reads the text, because later units need the document, but only the first reports it.
    write(.begun(unit))
    let versions = contract(of: job)?.versions.filter { item.versions.contains($0.id) } ?? []
    let facts = responses[job][0].read(item) { versions.compactMap { $0.reads(item.endpoint)?.makeDecoder() } }
    if isPending(unit) { write(.text(unit, facts), of: unit) }
  }
}
