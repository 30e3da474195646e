import ContractKit
import DriftModel
import JSONDocument

/// Runs one mapping on every record of a decoded response, and counts the results.
struct MappingRunner {
  let mapping: AnyMapping
  let context: MappingContext
  /// Whether properties and identities are looked at, for which each record is mapped twice.
  var isThorough = true
  /// Whether each domain value gets a digest.
  var digestsValues = false
  var log = RecordLog()

  struct Run {
    var examination: MappingExamination
    var domainValues: [Any] = []
    /// The position of each domain value's record.
    var recordIndices: [Int] = []
    /// The RFC 6901 pointer of the record at a position, if known.
    var pointer: (Int) -> String? = { _ in nil }
    /// The first record that was lost, and the first that was not.
    var records = Witnesses()
    /// By property: the first record in which it is lost, and the first in which it is not.
    var properties: [String: Witnesses] = [:]
  }

  /// Maps every record twice, to detect properties with random values. The values of the second run are discarded.
  func run(on value: Any, document: JSONDocument?) async -> Run {
    var run = Run(examination: MappingExamination(of: mapping))
    run.examination.execution = .succeeded
    let missing = mapping.context.keys.filter { context[$0] == nil }.sorted()
    guard missing.isEmpty else {
      run.examination.execution = .notRun(
        reason: "no value for \(missing.joined(separator: ", ")) from another response")
      return run
    }
    guard let records = mapping.records(value) else {
      let reason = "the decoded value is not what `each:` of \(mapping.name) expects"
      run.examination.execution = .failed(message: reason)
      return run
    }
    let nodes = document.flatMap { document in (try? JSONPath(mapping.recordsPath))?.nodes(in: document) }
    run.examination.elements = nodes.map { max($0.count, records.count) }
    run.examination.recordsIn = records.count
    var properties = PropertyTally(PropertyReader(observed: mapping.properties, opensLists: true))
    var identities: Set<[AnyHashable]> = []
    var (collided, unstable): (Int?, Int?) = (nil, nil)
    var broken: [String: Int] = [:]
    var made = 0
    // What records are merged into is another one in the second run, so that both find the same in it.
    let (first, again): (AnyMapping.Map, AnyMapping.Map)
    do { (first, again) = (try await mapping.begin(), try await mapping.begin()) } catch {
      run.examination.execution = .failed(message: describe(error))
      return run
    }
    let digest = digestsValues ? ValueDigest(observed: mapping.properties) : nil
    if digest != nil { run.examination.valueDigests = Array(repeating: "", count: records.count) }
    for (index, record) in records.enumerated() where log.begin(index, of: records.count) {
      switch await outcome(of: record, first) {
      case .made(let domain):
        run.records.kept = run.records.kept ?? index
        made += 1
        for rule in mapping.rules where !rule.holds(domain) {
          run.examination.brokenRules.count(rule.name)
          broken[rule.name] = broken[rule.name] ?? index
        }
        guard isThorough else { continue }
        run.domainValues.append(domain)
        run.recordIndices.append(index)
        var second: Any?
        if case .made(let value) = await outcome(of: record, again) { second = value }
        properties.add(domain, again: second, record: index)
        if let digest { run.examination.valueDigests[index] = digest.text(of: domain, again: second) }
        if let identity = mapping.identity?(domain) {
          if !identities.insert(identity).inserted {
            run.examination.collided.count += 1
            collided = collided ?? index
          }
          if let second, let other = mapping.identity?(second), other != identity {
            run.examination.unstable.count += 1
            unstable = unstable ?? index
          }
        }
      case .dropped:
        run.examination.dropped += 1
        run.records.lost = run.records.lost ?? index
      case .threw(let message):
        run.examination.threw += 1
        run.examination.thrown.count(message)
        run.records.lost = run.records.lost ?? index
      }
    }
    // The position of a record gives its location in the payload only if every element became a record.
    let pointer = { (index: Int) -> String? in
      guard let document, let nodes, nodes.count == records.count else { return nil }
      return document.pointer(to: nodes[index])
    }
    run.pointer = pointer
    run.examination.crashing = log.selection.flatMap { CrashingRecords($0, of: records.count, pointer) }
    run.examination.droppedExample = run.records.lost.flatMap(pointer)
    run.examination.recordsOut = made
    run.examination.collided.example = collided.flatMap(pointer)
    run.examination.unstable.example = unstable.flatMap(pointer)
    for index in run.examination.brokenRules.indices {
      run.examination.brokenRules[index].example = broken[run.examination.brokenRules[index].name].flatMap(pointer)
    }
    guard isThorough else { return run }
    run.examination.properties = properties.examinations(pointer)
    if let document, let nodes, nodes.count == records.count,
      run.examination.properties.contains(where: { $0.elements != nil })
    {
      var tally = ListTally(document)
      for index in run.recordIndices { tally.add(nodes[index]) }
      run.examination.lists = tally.elements
    }
    run.properties = properties.witnesses
    return run
  }

  func outcomes(of records: [Any]) async -> [RecordOutcome] {
    var outcomes: [RecordOutcome] = []
    do {
      let map = try await mapping.begin()
      for record in records { outcomes.append(await outcome(of: record, map)) }
    } catch {
      outcomes = records.map { _ in .threw(describe(error)) }
    }
    return outcomes
  }

  func outcome(of record: Any) async -> RecordOutcome { await outcomes(of: [record])[0] }

  private func outcome(of record: Any, _ map: AnyMapping.Map) async -> RecordOutcome {
    do {
      guard let domain = try await map(record, context) else { return .dropped }
      return .made(domain)
    } catch {
      return .threw(describe(error))
    }
  }
}

enum RecordOutcome {
  case made(Any)
  case dropped
  case threw(String)
}

/// The positions of two records, one with a loss and one without.
struct Witnesses {
  var lost: Int?
  var kept: Int?
}

extension MappingExamination {
  /// The examination of a mapping that was not run yet.
  init(of mapping: AnyMapping) {
    self.init(
      name: mapping.name, recordsPath: (try? JSONPath(mapping.recordsPath))?.pattern ?? mapping.recordsPath,
      recordType: mapping.recordTypeName,
      domainType: mapping.domainTypeName, execution: .notRun(reason: "it was not reached"))
  }
}

extension CrashingRecords {
  /// The records that were left out of `count`; nil if there are none. `pointer` gives a record's location.
  init?(_ selection: RecordSelection, of count: Int, _ pointer: (Int) -> String?) {
    guard selection.leavesOut else { return nil }
    let first = selection.crashing.min()
    self.init(
      count: selection.crashing.count, untried: selection.end.map { max(0, count - $0) } ?? 0, first: first,
      example: first.flatMap(pointer))
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
  /// Counts a message. Only the first twenty different ones are kept.
  mutating func count(_ message: String) {
    if let index = firstIndex(where: { $0.message == message }) {
      self[index].count += 1
    } else if count < 20 {
      append(Thrown(message: message, count: 1))
    }
  }
}
