import Foundation
import JSONDocument
import TracingDecoder

/// Puts failures that are known one by one into payloads together, and compares what is found.
struct FailureInjector {
  struct Report {
    var documents = 0
    var injected = 0
    /// Failures that were not found although nothing was said to be hidden, and found ones that were not put in.
    var problems: [String] = []
    /// Documents in which something was said to be hidden.
    var hidden = 0
  }

  /// One value replaced, with the single failure that this alone causes.
  private struct Fault {
    let range: Range<Int>
    let text: [UInt8]
    let failure: DecodingFailure
  }

  private var random: SplitMix
  private static let values = [
    "null", "true", "7.5", #""x""#, "[]", "{}", "-1e400", "9999999999999999999999", "[[]]", #"{"id":{}}"#, #""2024""#,
  ]

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Makes `documents` payloads with two to six failures each.
  mutating func run(documents: Int) -> Report {
    var report = Report()
    let able = targets.filter { !$0.hasDictionary }
    for _ in 0..<(documents * 40) where report.documents < documents {
      guard let target = able.randomElement(using: &random), let seed = target.seeds.randomElement(using: &random)
      else { continue }
      inject(into: Array(seed.utf8), of: target, &report)
    }
    return report
  }

  private mutating func inject(into bytes: [UInt8], of target: Target, _ report: inout Report) {
    let decoder = JSONDecoder()
    guard let document = try? JSONDocument(bytes), target.trace(bytes, decoder)?.verdict == .decoded else { return }
    let wanted = Int.random(in: 2...6, using: &random)
    var faults: [Fault] = []
    let nodes = (try? JSONPath("$..*").nodes(in: document)) ?? []
    for _ in 0..<24 where faults.count < wanted {
      guard let node = nodes.randomElement(using: &random), let value = Self.values.randomElement(using: &random)
      else { return }
      let range = document.byteRange(of: node)
      guard !faults.contains(where: { $0.range.overlaps(range) }) else { continue }
      var changed = bytes
      changed.replaceSubrange(range, with: Array(value.utf8))
      guard let alone = target.trace(changed, decoder), alone.failures.count == 1, alone.hiddenBelow.isEmpty,
        let failure = alone.failures.first, failure.pointer.hasPrefix(document.pointer(to: node))
      else { continue }
      faults.append(Fault(range: range, text: Array(value.utf8), failure: failure))
    }
    guard faults.count > 1 else { return }
    var changed = bytes
    for fault in faults.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      changed.replaceSubrange(fault.range, with: fault.text)
    }
    guard let result = target.trace(changed, decoder) else { return }
    report.documents += 1
    report.injected += faults.count
    if let difference = target.difference(changed, decoder) { report.problems.append(difference) }
    if !result.hiddenBelow.isEmpty { report.hidden += 1 }
    let expected = Set(faults.map { Self.name($0.failure) })
    let found = Set(result.failures.map { Self.name($0) })
    let missing = result.hiddenBelow.isEmpty ? expected.subtracting(found) : []
    if !missing.isEmpty || !found.isSubset(of: expected) {
      let text = String(decoding: changed, as: UTF8.self)
      report.problems.append("\(target) \(text): missing \(missing), invented \(found.subtracting(expected))")
    }
  }

  private static func name(_ failure: DecodingFailure) -> String {
    "\(failure.pattern) \(failure.kind.rawValue) \(failure.requestedType)"
  }
}
