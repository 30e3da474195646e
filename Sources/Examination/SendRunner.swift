import ContractKit
import DriftAnalysis
import Foundation
import JSONDocument
import PayloadShape

/// Makes request bodies of the domain values that were just read, and looks at their shape; nothing is sent.
struct SendRunner {
  let send: AnySends

  /// Counts and the shape of all bodies together.
  func run(over values: [Any]) -> SendExamination {
    var facts = SendExamination(
      endpoint: send.endpoint, typeName: send.typeName, isEssential: send.isEssential, execution: .succeeded)
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

/// Makes an aggregate of several answers, and counts what became of it.
struct JoinRunner {
  let join: AnyJoins

  /// Counts of the aggregate.
  func run(on bodies: [Data]) async -> MappingExamination {
    var facts = MappingExamination(
      name: join.name, recordsPath: "", recordType: join.typeNames.joined(separator: " + "),
      domainType: join.domainTypeName,
      execution: .succeeded)
    do {
      let values = try await join.combine(bodies)
      var properties = PropertyTally(observed: join.properties)
      for case .some(let value) in values {
        facts.recordsOut += 1
        properties.add(value, again: nil, pointer: nil)
      }
      facts.recordsIn = values.count
      facts.dropped = values.count - facts.recordsOut
      facts.properties = properties.examinations
    } catch {
      // An endpoint that does not decode is that endpoint's finding; the aggregate says no more than that it is missing.
      facts.execution = .notRun(reason: describe(error))
    }
    return facts
  }
}
