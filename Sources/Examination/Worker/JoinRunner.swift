import ContractKit
import DriftModel
import Foundation

/// Makes an aggregate of several responses, and counts the results.
struct JoinRunner {
  let join: AnyJoins

  /// The examination before the aggregate is made.
  var template: MappingExamination {
    MappingExamination(
      name: join.name, recordsPath: "", recordType: join.typeNames.joined(separator: " + "),
      domainType: join.domainTypeName, execution: .notRun(reason: "it was not reached"))
  }

  /// Makes the aggregate twice, to detect properties with random values.
  func run(on bodies: [Data]) async -> MappingExamination {
    var facts = template
    do {
      let values = try await join.combine(bodies)
      let again = (try? await join.combine(bodies)) ?? []
      facts.execution = .succeeded
      var properties = PropertyTally(PropertyReader(observed: join.properties))
      for (index, value) in values.enumerated() {
        guard let value else { continue }
        facts.recordsOut += 1
        properties.add(value, again: again.count == values.count ? again[index] : nil, record: index)
      }
      facts.recordsIn = values.count
      facts.dropped = values.count - facts.recordsOut
      facts.properties = properties.examinations { _ in nil }
    } catch let error as DecodingError {
      // A response that does not decode is a finding of its own endpoint, so the aggregate only counts as not run.
      facts.execution = .notRun(reason: describe(error))
    } catch {
      facts.execution = .failed(message: describe(error))
    }
    return facts
  }
}
