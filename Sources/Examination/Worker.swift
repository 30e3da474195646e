public import ContractKit
import DriftAnalysis
import Foundation
import JSONDocument
import PayloadShape

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The inside of a worker process: reads a work order, runs author code on the answers, writes facts as they are known.
///
/// Order: texts, then judge, mappings and writes of every job, then explanation, shape and blame. A death in the first part is
/// the app's; one in the second is a gap in our explanation.
public final class Worker {
  private let contracts: [String: Contract]
  private let order: WorkOrder
  private var answers: [[JobAnswer]]
  private let finished: Set<WorkUnit>
  private let killed: Set<WorkUnit>
  /// Mappings of this life that lost nothing, so that nobody needs to be blamed.
  private var lossless: Set<WorkUnit> = []

  /// Runs the process as a worker until its work is done.
  ///
  /// - Parameter contracts: The same contracts that the parent knows; closures do not cross the process, so they are found by id.
  /// - Returns: The exit code: 0, or 4 if no work order could be read.
  public static func run(contracts: [Contract]) async -> Int32 {
    guard let worker = Worker(contracts: contracts) else { return 4 }
    Thread.detachNewThread {
      // Standard input stays open while the parent lives; its end is the parent's.
      var byte: UInt8 = 0
      while true {
        let count = read(0, &byte, 1)
        if count == 0 || (count < 0 && errno != EINTR) { _exit(3) }
      }
    }
    await worker.work()
    worker.write(.ended)
    return 0
  }

  private init?(contracts: [Contract]) {
    self.contracts = Dictionary(contracts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    guard let prefix = Self.readInput(4) else { return nil }
    let length = prefix.reduce(0) { $0 << 8 | Int($1) }
    guard length <= Frame.limit, let body = Self.readInput(length),
      let order = try? JSONDecoder().decode(WorkOrder.self, from: Data(body))
    else { return nil }
    var answers: [[JobAnswer]] = []
    for item in order.items {
      var bodies: [JobAnswer] = []
      for length in item.lengths {
        guard let bytes = Self.readInput(length) else { return nil }
        bodies.append(JobAnswer(bytes: bytes))
      }
      answers.append(bodies)
    }
    self.order = order
    self.answers = answers
    finished = Set(order.finished)
    killed = Set(order.killed)
  }

  private func work() async {
    for job in order.items.indices where order.items[job].join == nil { readText(job) }
    for job in order.items.indices { await runAuthorCode(job) }
    guard order.only == nil else { return }
    for job in order.items.indices where order.items[job].join == nil && answers[job][0].isAccepted {
      await explain(job)
    }
  }

  /// Journals a unit, does it and writes its result; nothing for units that are done, or not the only one wanted.
  private func perform(_ unit: WorkUnit, _ body: () async -> WorkerMessage) async {
    guard isPending(unit) else { return }
    write(.begun(unit))
    write(await body())
  }

  private func isPending(_ unit: WorkUnit) -> Bool {
    guard !finished.contains(unit), !killed.contains(unit) else { return false }
    return order.only == nil || order.only == unit
  }

  // MARK: Text

  private func readText(_ job: Int) {
    let unit = WorkUnit(job, .text)
    let item = order.items[job]
    guard isPending(unit) else {
      // Done in an earlier life: parsed again without a word, since the explanation needs the document.
      if !killed.contains(unit) { answers[job][0].read(item) }
      return
    }
    write(.begun(unit))
    write(.text(unit, answers[job][0].read(item)))
  }

  // MARK: Author code

  private func runAuthorCode(_ job: Int) async {
    let item = order.items[job]
    guard let contract = contracts[item.contract] else { return }
    if let join = item.join {
      await runJoin(job, join, contract)
      return
    }
    guard answers[job][0].isAccepted else { return }
    for id in item.versions {
      guard let version = contract.version(id), let reads = version.reads(item.endpoint) else { continue }
      await run(version, reads, job)
    }
  }

  private func run(_ version: Version, _ reads: AnyReads, _ job: Int) async {
    let judge = WorkUnit(job, .judge, version: version.id)
    let mappings = reads.mappings.map { ($0, WorkUnit(job, .mapping, version: version.id, name: $0.name)) }
    let names = Set(reads.mappings.map(\.domainTypeName))
    let sends = version.sends.filter { names.contains($0.domainTypeName) }
      .map { ($0, WorkUnit(job, .send, version: version.id, name: $0.endpoint)) }
    guard !killed.contains(judge) else { return }
    let pending = [judge] + mappings.map(\.1) + sends.map(\.1)
    guard pending.contains(where: isPending) else { return }
    var value: Any?
    let decode = { [answer = answers[job][0]] () -> Execution in
      do {
        value = try decodeValue(reads.answerType, using: reads.makeDecoder(), from: answer.data)
        return .succeeded
      } catch {
        return .failed(message: describe(error))
      }
    }
    if isPending(judge) {
      write(.begun(judge))
      write(.judged(judge, typeName: reads.typeName, decode()))
    } else {
      _ = decode()
    }
    guard let value else { return }
    let context = order.items[job].context[version.id] ?? [:]
    var domainValues: [Any] = []
    let needsValues = sends.contains { isPending($0.1) }
    for (mapping, unit) in mappings where !killed.contains(unit) && (isPending(unit) || needsValues) {
      let isWanted = isPending(unit)
      if isWanted { write(.begun(unit)) }
      let runner = MappingRunner(mapping: mapping, context: MappingContext(context[mapping.name] ?? [:]))
      let result = await runner.run(on: value, document: answers[job][0].document)
      domainValues += result.domainValues
      if isWanted { write(.mapped(unit, result.examination)) }
      if result.examination.lost == 0, result.examination.properties.allSatisfy({ $0.lost == 0 }) {
        lossless.insert(WorkUnit(job, .blame, version: version.id, name: mapping.name))
      }
    }
    for (send, unit) in sends {
      await perform(unit) { .sent(unit, SendRunner(send: send).run(over: domainValues)) }
    }
  }

  private func runJoin(_ job: Int, _ name: String, _ contract: Contract) async {
    guard let id = order.items[job].versions.first,
      let join = contract.version(id)?.joins.first(where: { $0.name == name })
    else { return }
    let judge = WorkUnit(job, .judge, version: id)
    await perform(judge) { .judged(judge, typeName: join.typeNames.joined(separator: " + "), .succeeded) }
    let unit = WorkUnit(job, .join, version: id, name: name)
    let bodies = answers[job].map(\.data)
    await perform(unit) { .mapped(unit, await JoinRunner(join: join).run(on: bodies)) }
  }

  // MARK: Explanation

  private func explain(_ job: Int) async {
    let item = order.items[job]
    let answer = answers[job][0]
    var dictionaryPaths = Set(item.dictionaryPaths)
    let contract = contracts[item.contract]
    for id in item.versions {
      let unit = WorkUnit(job, .narrate, version: id)
      guard !killed.contains(WorkUnit(job, .judge, version: id)), let document = answer.document,
        let version = contract?.version(id), let reads = version.reads(item.endpoint)
      else { continue }
      await perform(unit) {
        let narration = narrate(reads, document: document, data: answer.data, runsOn: version.runsOn)
        dictionaryPaths.formUnion(narration.dictionaryPaths)
        return .narrated(unit, narration)
      }
    }
    if let document = answer.document {
      let unit = WorkUnit(job, .shape)
      await perform(unit) { .shaped(unit, PayloadShape(of: document, dictionaryPaths: dictionaryPaths)) }
    }
    for id in item.versions {
      guard !killed.contains(WorkUnit(job, .judge, version: id)), let document = answer.document,
        let version = contract?.version(id), let reads = version.reads(item.endpoint)
      else { continue }
      for mapping in reads.mappings where !killed.contains(WorkUnit(job, .mapping, version: id, name: mapping.name)) {
        let unit = WorkUnit(job, .blame, version: id, name: mapping.name)
        guard !lossless.contains(unit) else { continue }
        let context = MappingContext(item.context[id]?[mapping.name] ?? [:])
        let finder = BlameFinder(reads: reads, mapping: mapping, context: context, document: document)
        await perform(unit) { .blamed(unit, await finder.find()) }
      }
    }
  }

  // MARK: Pipe

  private func write(_ message: WorkerMessage) {
    guard let frame = try? Frame.encode(message) else { return }
    var rest = frame[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes -> Int in
        #if canImport(Glibc)
          Glibc.write(WorkerProcess.resultDescriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          Musl.write(WorkerProcess.resultDescriptor, bytes.baseAddress, bytes.count)
        #else
          Darwin.write(WorkerProcess.resultDescriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        _exit(3)  // nobody reads any more
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func readInput(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var at = 0
    while at < count {
      let got = bytes.withUnsafeMutableBytes { read(0, $0.baseAddress.map { $0 + at }, count - at) }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return nil }
      at += got
    }
    return bytes
  }
}

/// Decodes a type known only at run time.
func decodeValue(_ type: any Decodable.Type, using decoder: JSONDecoder, from data: Data) throws -> Any {
  func decode<T: Decodable>(_ type: T.Type) throws -> Any { try decoder.decode(type, from: data) }
  return try decode(type)
}

/// An error in one line, without the payload that Foundation's own text may quote.
func describe(_ error: any Error) -> String {
  func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
    let keys = context.codingPath + (last.map { [$0] } ?? [])
    return keys.isEmpty
      ? "the answer" : keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
  return switch error {
  case DecodingError.keyNotFound(let key, let context): "\(path(context, key)) is not there"
  case DecodingError.valueNotFound(let type, let context): "\(path(context)) is null, expected \(type)"
  case DecodingError.typeMismatch(let type, let context): "\(path(context)) is of another type, expected \(type)"
  case DecodingError.dataCorrupted(let context):
    "\(path(context)) cannot be used: \(shortened(context.debugDescription))"
  default: shortened("\(type(of: error)): \(error)")
  }
}

private func shortened(_ text: String) -> String {
  let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  return line.count <= 160 ? line : line.prefix(160) + "…"
}
