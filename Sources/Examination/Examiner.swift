import ContractKit
import Dispatch
public import DriftAnalysis
import Foundation

/// Examines answers in a worker process, so that author code that crashes, hangs or exits is a finding and not our end.
///
/// The worker is an executable that knows the same contracts; it is started once for a batch, and once more after each death.
public struct Examiner: Sendable {
  /// The hidden subcommand under which an executable becomes a worker.
  public static let subcommand = "__examine"

  /// Path of the executable that is spawned.
  public var executable: String
  /// Seconds that one piece of author code may take; a timeout is confirmed once, alone, with twice as long.
  public var patience: Double
  /// Deaths in one batch after which the rest is not examined.
  public var maximumDeaths: Int

  /// An examiner.
  ///
  /// - Parameters:
  ///   - executable: What is spawned; by default the running executable.
  ///   - patience: Seconds that one piece of author code may take.
  ///   - maximumDeaths: Deaths in one batch after which the rest is not examined.
  public init(executable: String? = nil, patience: Double = 10, maximumDeaths: Int = 20) {
    self.executable = executable ?? ExecutableIdentity.path ?? "driftwatch"
    self.patience = patience
    self.maximumDeaths = maximumDeaths
  }

  /// Examines every job of the batch; the results are in the order of the jobs. Never throws: what failed stands in the result.
  @concurrent public func examine(_ batch: Batch) async -> [Examination] {
    guard !batch.jobs.isEmpty else { return [] }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: self.examineBlocking(batch)) }
    }
  }

  private func examineBlocking(_ batch: Batch) -> [Examination] {
    var results = ExaminationBuilder(jobs: batch.jobs)
    var deaths = 0
    var starts = 0
    while true {
      do {
        guard let (unit, ending) = try attempt(batch, only: nil, &results) else { break }
        guard let unit else {
          // It ended before it began anything: not author code's fault. Once may be chance.
          starts += 1
          guard starts < 2 else {
            results.abandon("the examination process ended at its start: \(words(ending))")
            break
          }
          continue
        }
        if case .timedOut = ending, unit.phase.isAuthorsOwn {
          try confirmTimeout(of: unit, batch, &results)
        } else {
          results.note(unit, death: words(ending), seconds: nil)
        }
        deaths += 1
        guard deaths < maximumDeaths else {
          results.abandon("the examination process died \(deaths) times; the rest was not examined")
          break
        }
      } catch {
        results.abandon("\(error)")
        break
      }
    }
    return results.examinations
  }

  /// Runs a worker until it is done (nil) or ends otherwise (the unit it was in, and how).
  private func attempt(
    _ batch: Batch, only: WorkUnit?, _ results: inout ExaminationBuilder
  ) throws -> (WorkUnit?, WorkerProcess.Ending)? {
    let items = batch.jobs.enumerated().map { WorkOrder.Item($1, dictionaryPaths: results.dictionaryPaths[$0]) }
    let order = WorkOrder(items: items, finished: Array(results.done), killed: Array(results.killed), only: only)
    var process = try WorkerProcess(executable: executable, arguments: [Self.subcommand])
    var current: WorkUnit?
    let decoder = JSONDecoder()
    // A unit that is confirmed alone gets twice the time; so does every first message, since the process has to start.
    let ending = try process.run(
      order: [Frame.encode(order)] + batch.jobs.flatMap(\.bodies), patience: only == nil ? patience : patience * 2
    ) { frame in
      guard let message = try? decoder.decode(WorkerMessage.self, from: frame) else {
        throw WorkerFailure.protocolBroken
      }
      switch message {
      case .begun(let unit): current = unit
      case .ended: return true
      default: results.add(message)
      }
      return false
    }
    if case .finished = ending { return nil }
    return (current, ending)
  }

  private func confirmTimeout(of unit: WorkUnit, _ batch: Batch, _ results: inout ExaminationBuilder) throws {
    guard let (_, ending) = try attempt(batch, only: unit, &results) else { return }
    if case .timedOut = ending {
      results.note(unit, death: nil, seconds: patience * 2)
    } else {
      results.note(unit, death: words(ending), seconds: nil)
    }
  }

  private func words(_ ending: WorkerProcess.Ending) -> String {
    switch ending {
    case .finished: "it finished"
    case .died(let reason): reason
    case .timedOut: "nothing came for \(Int(patience)) s"
    }
  }
}

extension WorkOrder.Item {
  init(_ job: Job, dictionaryPaths: [String]) {
    contract = job.contract
    endpoint = job.endpoint
    versions = job.versions
    links = job.links
    accept = job.acceptWhen.map(WorkOrder.Condition.init)
    isGraphQL = job.isGraphQL
    context = job.context
    join = job.join
    lengths = job.bodies.map(\.count)
    self.dictionaryPaths = dictionaryPaths
  }
}
