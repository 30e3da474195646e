import ContractKit
import DriftModel
import DriftRules
import Foundation

@testable import Examination

/// The domain values that one mapping or aggregate makes of a response, made in this very process.
struct DomainValues {
  /// By record: the text of each property.
  let properties: [[String: String]]
  /// By record: all that there is of it, elements of collections included.
  let contents: [[String]]

  /// Nil where the response does not decode, or a record is lost.
  init?(_ response: RecordedResponse, version id: String, mapping name: String, bodies: [[UInt8]], text: [UInt8]) async
  {
    guard let version = fiveContracts.first(where: { $0.id == response.contract })?.version(id) else { return nil }
    var values: [Any] = []
    let observed: [AnyProperty]
    if let join = version.joins.first(where: { $0.name == response.join }) {
      var bodies = bodies.map { Data($0) }
      bodies[response.part] = Data(text)
      guard let made = try? await join.combine(bodies) else { return nil }
      for value in made {
        guard let value else { return nil }
        values.append(value)
      }
      observed = join.properties
    } else {
      guard let reads = version.reads(response.endpoint),
        let mapping = reads.mappings.first(where: { $0.name == name }),
        let value = try? reads.decode(Data(text)),
        let records = mapping.records(value)
      else { return nil }
      let runner = MappingRunner(mapping: mapping, context: MappingContext(response.context[id]?[name] ?? [:]))
      for record in records {
        // A record that is dropped of every response stays in its place.
        if case .made(let domain) = await runner.outcome(of: record) {
          values.append(domain)
        } else {
          values.append(())
        }
      }
      observed = mapping.properties
    }
    let reader = PropertyReader(observed: observed)
    properties = values.map { value in
      let samples = reader.samples(of: value).map { ($0.name, "\($0.state) \($0.text)") }
      return Dictionary(samples, uniquingKeysWith: { first, _ in first })
    }
    contents = values.map { value in
      var text = ""
      dump(value, to: &text)
      // A dictionary has no order of its own.
      return text.split(separator: "\n").map(String.init).sorted()
    }
  }

  /// Names of the properties that differ in any record; those inside something that became nil are not there any more.
  func differences(from other: DomainValues) -> Set<String> {
    var names: Set<String> = []
    for (one, two) in zip(properties, other.properties) {
      for name in Set(one.keys).union(two.keys) where one[name] != two[name] { names.insert(name) }
    }
    return names
  }
}

extension PredictedCell {
  /// How the properties that are predicted to be others are not the ones that are.
  ///
  /// - Parameters:
  ///   - before: Of the response as it is, made twice.
  ///   - after: Of the response in which the perturbation happened, which lost no record.
  /// - Returns: One line; nil if they are.
  func disagreement(_ before: (DomainValues, DomainValues), _ after: DomainValues) -> String? {
    guard before.0.properties.count == after.properties.count else { return nil }
    let unsteady = before.0.differences(from: before.1)
    let found = after.differences(from: before.0).subtracting(unsteady)
    var predicted: Set<String> = []
    var certain: Set<String> = []
    for case .property(let name, let change) in effects {
      predicted.insert(name)
      if change == .changed || change == .becameRandom { certain.insert(name) }
    }
    let place = "\(version) \(mapping) \(pattern) \(perturbation)"
    guard found.isSubset(of: predicted) else {
      return "\(place): \(found.subtracting(predicted).sorted()) are others, which was not predicted"
    }
    let isSame = !unsteady.isEmpty || after.contents == before.0.contents
    if predicted.isEmpty, !isSame, before.0.contents == before.1.contents {
      return "\(place): something is another, and nothing was predicted"
    }
    // A default that happens to be what was there is one all the same, if the property is made of this very value.
    for case .property(let name, .defaulted) in effects where !found.contains(name) && !dependents.contains(name) {
      return "\(place): \(name) is the same, was predicted to fall to a default, and does not depend on this"
    }
    // Of a collection whose size is the same only the contents differ.
    guard certain.isSubset(of: found) || !isSame || !unsteady.isEmpty else {
      return "\(place): \(certain.subtracting(found).sorted()) are the same, and were predicted to be others"
    }
    return nil
  }
}
