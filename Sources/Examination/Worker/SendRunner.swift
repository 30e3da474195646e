import ContractKit
import DriftModel
import PayloadShape

/// Makes request bodies of the domain values that were just read, and learns their shape. Nothing is sent.
struct SendRunner {
  let send: AnySends
  var log = RecordLog()
  /// Whether the first body is returned.
  var keepsBody = false
  /// Bytes that the shape may take.
  var shapeBudget = PayloadShape.standardBudget

  /// The counts, and the shape of all bodies together.
  func run(over made: MadeValues) -> SendExamination {
    let values = made.values
    var facts = SendExamination(of: send)
    facts.execution = .succeeded
    facts.crashing = log.selection.flatMap { CrashingRecords($0, of: values.count, made.pointer) }
    facts.offered = facts.crashing?.count ?? 0
    var bodies = BodyShapes(budget: shapeBudget)
    for (index, value) in values.enumerated() where log.begin(index, of: values.count) {
      do {
        guard let body = try send.encode(value) else { continue }
        bodies.add(body)
      } catch {
        facts.thrown.count(describe(error))
      }
      facts.offered += 1
    }
    facts.shape = bodies.finish()
    facts.made = bodies.count
    for error in bodies.errors { facts.thrown.count(describe(error)) }
    if keepsBody { facts.body = bodies.first }
    return facts
  }
}

/// The domain values that all mappings of one version made of a response.
struct MadeValues {
  private(set) var values: [Any] = []
  private var runs: [(start: Int, recordIndices: [Int], pointer: (Int) -> String?)] = []

  mutating func add(_ run: MappingRunner.Run) {
    runs.append((values.count, run.recordIndices, run.pointer))
    values += run.domainValues
  }

  /// The RFC 6901 pointer of the record that a value was made of, if known.
  func pointer(_ index: Int) -> String? {
    guard let run = runs.last(where: { $0.start <= index }), run.recordIndices.indices.contains(index - run.start)
    else {
      return nil
    }
    return run.pointer(run.recordIndices[index - run.start])
  }
}

extension SendExamination {
  /// The examination of a write that was not run yet.
  init(of send: AnySends) {
    self.init(
      endpoint: send.endpoint, typeName: send.typeName, isEssential: send.isEssential,
      execution: .notRun(reason: "it was not reached"))
  }
}
