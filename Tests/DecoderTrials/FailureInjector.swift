import Foundation
import TracingDecoder

/// Puts failures that are known one by one into payloads together, and compares what is found.
package struct FailureInjector {
  /// What was put in and what was found.
  package struct Report: Sendable {
    package var documents = 0
    package var injected = 0
    /// Failures put in that were found at their paths.
    package var found = 0
    /// Documents in which something was said to be hidden, where not finding is no problem.
    package var hidden = 0
    /// Types with at least one such document.
    package var types: Set<String> = []
    /// Number of problems by type.
    package var problemTypes: [String: Int] = [:]
    /// The first failures that were not found although nothing was said to be hidden, and found ones that were not put in.
    package var problems: [String] = []

    package var problemCount: Int { problemTypes.values.reduce(0, +) }

    fileprivate mutating func note(_ problem: String, _ target: Target) {
      // One of each type, so that one defect does not hide the others.
      if problemTypes[target.description] == nil { problems.append(problem) }
      problemTypes[target.description, default: 0] += 1
    }
  }

  /// One value replaced, with the single failure that this alone causes.
  private struct Fault {
    let range: Range<Int>
    let text: [UInt8]
    let failure: DecodingFailure
  }

  private static let values = [
    "null", "true", "7.5", #""x""#, "[]", "{}", "-1e400", "9999999999999999999999", "[[]]", #"{"id":{}}"#, #""2024""#,
  ].map { Array($0.utf8) }

  package private(set) var report = Report()
  private let targets: [Target]
  private let seed: UInt64

  package init(targets: [Target] = Target.awkward + Target.contracts, seed: UInt64) {
    self.targets = targets.filter { !$0.keepsDecoder }
    self.seed = seed
  }

  /// Makes payloads with two to six failures each until there are `documents` of them; `progress` is told their number now
  /// and then.
  package mutating func run(documents: Int, progress: (Int) -> Void = { _ in }) {
    for index in 0..<(documents * 40) where report.documents < documents {
      var random = SplitMix(seed: seed, index: index)
      let target = targets[index % targets.count]
      guard let payload = target.seeds.randomElement(using: &random) else { continue }
      inject(into: payload, of: target, index, &random)
      if index.isMultiple(of: 64) { progress(report.documents) }
    }
  }

  private mutating func inject(into seed: Seed, of target: Target, _ index: Int, _ random: inout SplitMix) {
    let makeDecoder = target.ownDecoder ?? { JSONDecoder() }
    let whole = target.trace(seed.bytes, makeDecoder())
    guard whole?.verdict == .decoded else { return }
    let wanted = Int.random(in: 2...6, using: &random)
    var faults: [Fault] = []
    for _ in 0..<24 where faults.count < wanted {
      guard let site = seed.sites.randomElement(using: &random), let value = Self.values.randomElement(using: &random),
        !faults.contains(where: { $0.range.overlaps(site.value) })
      else { continue }
      var changed = seed.bytes
      changed.replaceSubrange(site.value, with: value)
      // Only what fails at the place of the change is independent of what fails elsewhere.
      guard let alone = target.trace(changed, makeDecoder()), alone.failures.count == 1, alone.hiddenBelow.isEmpty,
        let failure = alone.failures.first, failure.count == 1, failure.pointer.hasPrefix(site.pointer)
      else { continue }
      faults.append(Fault(range: site.value, text: value, failure: failure))
    }
    guard faults.count > 1 else { return }
    var changed = seed.bytes
    for fault in faults.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      changed.replaceSubrange(fault.range, with: fault.text)
    }
    judge(changed, target, faults, index, makeDecoder)
  }

  private mutating func judge(
    _ bytes: [UInt8], _ target: Target, _ faults: [Fault], _ index: Int, _ makeDecoder: () -> JSONDecoder
  ) {
    guard let result = target.trace(bytes, makeDecoder()) else { return }
    report.documents += 1
    report.injected += faults.count
    report.types.insert(target.description)
    let place = "document \(index), \(target), \(String(decoding: bytes.prefix(400), as: UTF8.self))"
    if let difference = target.compare(bytes, makeDecoder).difference { report.note("\(place): \(difference)", target) }
    if !result.hiddenBelow.isEmpty { report.hidden += 1 }
    let expected = Dictionary(faults.map { (Self.name($0.failure), 1) }, uniquingKeysWith: +)
    let found = Dictionary(result.failures.map { (Self.name($0), $0.count) }, uniquingKeysWith: +)
    let pointers = Set(faults.map(\.failure.pointer))
    let missing = expected.filter { found[$0.key, default: 0] < $0.value }
    let invented = found.filter { expected[$0.key, default: 0] < $0.value }
    let misplaced = result.failures.filter { !pointers.contains($0.pointer) }
    report.found += faults.count - missing.reduce(0) { $0 + $1.value - found[$1.key, default: 0] }
    if !missing.isEmpty && result.hiddenBelow.isEmpty || !invented.isEmpty || !misplaced.isEmpty {
      report.note(
        "\(place): missing \(missing.keys.sorted()), invented \(invented.keys.sorted()), "
          + "misplaced \(misplaced.map(\.pointer))", target)
    }
  }

  private static func name(_ failure: DecodingFailure) -> String {
    "\(failure.pattern) \(failure.kind.rawValue) \(failure.requestedType)"
  }
}
