import DriftModel
import PayloadShape

extension Judgement {
  /// `loss-` findings of single members: swallowed errors and enum values that fell into a catch-all case.
  func lossFindings() -> [Finding] {
    var failures = MergedFailures()
    let newValues = Set(changes.filter { $0.kind == .valueAdded }.flatMap { [$0.path] + $0.paths })
    for version in versions {
      for failure in facts(of: version).flatMap({ $0.swallowed + $0.fallbacks }) {
        let isNew = failure.rule == .lossEnumFallback && newValues.contains(failure.pattern)
        failures.add(failure, of: version, costs: isNew ? .propertyLost : .none)
      }
    }
    return failures.findings(at: key)
  }
}
