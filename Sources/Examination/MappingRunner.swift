import ContractKit
import DriftAnalysis
import JSONDocument

/// Runs one mapping over every record of a decoded answer, and counts what became of them.
struct MappingRunner {
  let mapping: AnyMapping
  let context: MappingContext

  /// The counts, and the domain values that were made.
  func run(on value: Any, document: JSONDocument?) async -> (examination: MappingExamination, domainValues: [Any]) {
    var facts = MappingExamination(
      name: mapping.name, recordsPath: mapping.recordsPath, recordType: mapping.recordTypeName,
      domainType: mapping.domainTypeName, execution: .succeeded)
    guard let records = mapping.records(value) else {
      facts.execution = .failed(message: "the decoded value is not what `each:` of \(mapping.name) expects")
      return (facts, [])
    }
    let missing = mapping.context.keys.filter { context[$0] == nil }.sorted()
    guard missing.isEmpty else {
      facts.execution = .notRun(reason: "no value for \(missing.joined(separator: ", ")) from another answer")
      return (facts, [])
    }
    let nodes = document.flatMap { document in (try? JSONPath(mapping.recordsPath))?.nodes(in: document) }
    facts.elements = nodes.map { max($0.count, records.count) }
    facts.recordsIn = records.count
    // Only where every element became a record does the position of a record tell its place in the payload.
    let pointer = { (index: Int) -> String? in
      guard let document, let nodes, nodes.count == records.count else { return nil }
      return document.pointer(to: nodes[index])
    }
    var domainValues: [Any] = []
    var properties = PropertyTally(observed: mapping.properties)
    var identities: [[AnyHashable]: Int] = [:]
    for (index, record) in records.enumerated() {
      switch await outcome(of: record) {
      case .made(let domain):
        domainValues.append(domain)
        let again = await outcome(of: record)
        var second: Any?
        if case .made(let value) = again { second = value }
        properties.add(domain, again: second, pointer: pointer(index))
        if let identity = mapping.identity?(domain) {
          identities[identity, default: 0] += 1
          if let second, let other = mapping.identity?(second), other != identity { facts.unstable += 1 }
        }
        for rule in mapping.rules where !rule.holds(domain) { facts.brokenRules.count(rule.name) }
      case .dropped:
        facts.dropped += 1
        facts.droppedExample = facts.droppedExample ?? pointer(index)
      case .threw(let message):
        facts.threw += 1
        facts.thrown.count(message)
        facts.droppedExample = facts.droppedExample ?? pointer(index)
      }
    }
    facts.recordsOut = domainValues.count
    facts.collided = identities.values.reduce(0) { $0 + max(0, $1 - 1) }
    facts.properties = properties.examinations
    return (facts, domainValues)
  }

  enum RecordOutcome {
    case made(Any)
    case dropped
    case threw(String)
  }

  func outcome(of record: Any) async -> RecordOutcome {
    do {
      guard let domain = try await mapping.map(record, context) else { return .dropped }
      return .made(domain)
    } catch {
      return .threw(describe(error))
    }
  }
}

extension [BrokenRule] {
  fileprivate mutating func count(_ name: String) {
    if let index = firstIndex(where: { $0.name == name }) {
      self[index].count += 1
    } else {
      append(BrokenRule(name: name, count: 1))
    }
  }
}

extension [Thrown] {
  /// Counts a message; only the first twenty different ones are kept.
  mutating func count(_ message: String) {
    if let index = firstIndex(where: { $0.message == message }) {
      self[index].count += 1
    } else if count < 20 {
      append(Thrown(message: message, count: 1))
    }
  }
}
