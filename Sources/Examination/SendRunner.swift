import ContractKit
import DriftAnalysis
import JSONDocument
import PayloadShape

/// Makes request bodies of the domain values that were just read, and looks at their shape; nothing is sent.
struct SendRunner {
  let send: AnySends

  /// Counts and the shape of all bodies together.
  func run(over values: [Any]) -> SendExamination {
    var facts = SendExamination(of: send)
    facts.execution = .succeeded
    for value in values {
      do {
        guard let body = try send.encode(value) else { continue }
        facts.offered += 1
        let shape = PayloadShape(of: try JSONDocument(Array(body)))
        facts.shape = facts.shape.map { $0.merged(with: shape) } ?? shape
        facts.made += 1
      } catch {
        facts.offered += 1
        facts.thrown.count(describe(error))
      }
    }
    return facts
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
