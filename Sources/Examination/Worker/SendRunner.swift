import ContractKit
import DriftModel
import JSONDocument
import PayloadShape

/// Makes request bodies of the domain values that were just read, and looks at their shape; nothing is sent from here.
struct SendRunner {
  let send: AnySends
  /// Told of each domain value; leaves out those that ended a worker.
  var log = RecordLog()
  /// Whether the first body is handed out.
  var keepsBody = false

  /// Counts and the shape of all bodies together.
  func run(over made: MadeValues) -> SendExamination {
    let values = made.values
    var facts = SendExamination(of: send)
    facts.execution = .succeeded
    facts.deadly = log.course.flatMap { DeadlyRecords($0, of: values.count, made.pointer) }
    facts.offered = facts.deadly?.count ?? 0
    for (index, value) in values.enumerated() where log.begin(index, of: values.count) {
      do {
        guard let body = try send.encode(value) else { continue }
        facts.offered += 1
        let shape = PayloadShape(of: try JSONDocument(Array(body)))
        facts.shape = facts.shape.map { $0.merged(with: shape) } ?? shape
        facts.made += 1
        if keepsBody, facts.body == nil { facts.body = String(decoding: body, as: UTF8.self) }
      } catch {
        facts.offered += 1
        facts.thrown.count(describe(error))
      }
    }
    return facts
  }
}

/// What the mappings of one version made of a response, together.
struct MadeValues {
  private(set) var values: [Any] = []
  private var runs: [(start: Int, places: [Int], pointer: (Int) -> String?)] = []

  /// Adds what one mapping made.
  mutating func add(_ run: MappingRunner.Run) {
    runs.append((values.count, run.places, run.pointer))
    values += run.domainValues
  }

  /// Where the record stands of which a value was made (RFC 6901), if that is known.
  func pointer(_ index: Int) -> String? {
    guard let run = runs.last(where: { $0.start <= index }), run.places.indices.contains(index - run.start) else {
      return nil
    }
    return run.pointer(run.places[index - run.start])
  }
}

extension SendExamination {
  /// The names of a write that was not run yet.
  init(of send: AnySends) {
    self.init(
      endpoint: send.endpoint, typeName: send.typeName, isEssential: send.isEssential,
      execution: .notRun(reason: "it was not reached"))
  }
}
