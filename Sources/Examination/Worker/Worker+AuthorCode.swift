import ContractKit
import DriftModel
import Foundation

extension Worker {
  /// Runs the judge, the mappings and the writes of every version that reads a response.
  func runAuthorCode(_ job: Int) async {
    let item = order.items[job]
    guard let contract = contract(of: job) else { return }
    if let join = item.join {
      await runJoin(job, join, contract)
      return
    }
    guard responses[job][0].isAccepted else { return }
    for id in item.versions {
      guard let version = contract.version(id), let reads = version.reads(item.endpoint) else { continue }
      await VersionRun(worker: self, job: job, version: version, reads: reads).run()
    }
  }

  private func runJoin(_ job: Int, _ name: String, _ contract: Contract) async {
    guard let id = order.items[job].versions.first,
      let join = contract.version(id)?.joins.first(where: { $0.name == name })
    else { return }
    let runner = JoinRunner(join: join)
    let judge = WorkUnit(job, .judge, version: id)
    write(
      .planned(
        VersionPlan(
          job: job, version: id, typeName: runner.template.recordType, mappings: [runner.template], sends: [])))
    // Each part is judged separately, as a response of its own endpoint.
    await perform(judge) { .judged(judge, .succeeded) }
    let unit = WorkUnit(job, .join, version: id, name: name)
    let bodies = responses[job].map(\.data)
    await perform(unit) { .mapped(unit, await runner.run(on: bodies)) }
  }
}

private struct VersionRun {
  let worker: Worker
  let job: Int
  let version: Version
  let reads: AnyReads
  private let judge: WorkUnit
  private let mappings: [(AnyMapping, WorkUnit)]
  private let sends: [(AnySends, WorkUnit)]
  private let writeBacks: [(AnyWritesBack, WorkUnit)]

  init(worker: Worker, job: Int, version: Version, reads: AnyReads) {
    (self.worker, self.job, self.version, self.reads) = (worker, job, version, reads)
    judge = WorkUnit(job, .judge, version: version.id)
    mappings = reads.mappings.map { ($0, WorkUnit(job, .mapping, version: version.id, name: $0.name)) }
    let made = Set(reads.mappings.map(\.domainTypeName))
    let writes = !worker.order.items[job].onlyReads
    sends = version.sends.filter { writes && made.contains($0.domainTypeName) }
      .map { ($0, WorkUnit(job, .send, version: version.id, name: $0.endpoint)) }
    writeBacks = version.writesBack.filter { writes && $0.endpoint == reads.endpoint }
      .map { ($0, WorkUnit(job, .writeBack, version: version.id, name: $0.target)) }
  }

  func run() async {
    let units = [judge] + mappings.map(\.1) + sends.map(\.1) + writeBacks.map(\.1)
    guard !worker.isKilled(judge), units.contains(where: worker.isPending) else { return }
    worker.write(
      .planned(
        VersionPlan(
          job: job, version: version.id, typeName: reads.typeName,
          mappings: mappings.map { MappingExamination(of: $0.0) }, sends: sends.map { SendExamination(of: $0.0) },
          writeBacks: writeBacks.map { WriteBackExamination(of: $0.0) })))
    guard let value = decode() else { return }
    let made = await map(value)
    for (send, unit) in sends {
      let log = worker.recordLog(of: unit)
      let keepsBody = worker.order.items[job].keepsBodies
      let runner = SendRunner(send: send, log: log, keepsBody: keepsBody, shapeBudget: worker.order.shapeBudget)
      await worker.perform(unit) {
        .sent(unit, runner.run(over: made))
      }
    }
    for (part, unit) in writeBacks {
      let response = worker.responses[job][0]
      await worker.perform(unit) {
        .wroteBack(unit, WriteBackRunner(part: part).run(on: response.data, document: response.document))
      }
    }
  }

  /// The decoded value. Each worker decodes it again, because values are not passed on, but only the first reports the
  /// verdict.
  private func decode() -> Any? {
    worker.write(.begun(judge))
    var value: Any?
    var execution = Execution.succeeded
    do {
      value = try reads.decode(worker.responses[job][0].data)
      worker.verdicts[judge] = .success(())
    } catch {
      worker.verdicts[judge] = .failure(error)
      execution = .failed(message: describe(error))
    }
    if worker.isPending(judge) { worker.write(.judged(judge, execution), of: judge) }
    return value
  }

  /// The values that the mappings make. Finished mappings run again if a write still needs their values.
  private func map(_ value: Any) async -> MadeValues {
    var made = MadeValues()
    let isNeeded = sends.contains { worker.isPending($0.1) }
    for (mapping, unit) in mappings where !worker.isKilled(unit) && (worker.isPending(unit) || isNeeded) {
      worker.write(.begun(unit))
      let context = worker.order.context(of: mapping, job: job, version: version.id)
      let isThorough = !worker.order.items[job].onlyReads
      let runner = MappingRunner(
        mapping: mapping, context: context, isThorough: isThorough,
        digestsValues: worker.order.items[job].digestsValues, log: worker.recordLog(of: unit))
      let run = await runner.run(on: value, document: worker.responses[job][0].document)
      made.add(run)
      if worker.isPending(unit) {
        worker.write(.mapped(unit, run.examination(of: mapping, in: version, reads)), of: unit)
      }
      if !run.examination.needsBlameTrials {
        worker.skip(WorkUnit(job, .blame, version: version.id, name: mapping.name))
      }
    }
    return made
  }
}

extension WorkOrder {
  /// The values that a mapping needs, from other responses or fixed in the contract.
  func context(of mapping: AnyMapping, job: Int, version: String) -> MappingContext {
    var values = items[job].context[version]?[mapping.name] ?? [:]
    for case (let name, .value(let value)) in mapping.context where values[name] == nil { values[name] = value }
    return MappingContext(values)
  }
}
