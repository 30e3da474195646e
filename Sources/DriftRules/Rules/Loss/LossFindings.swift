import DriftModel
import PayloadShape

extension Judgement {
  /// `loss-` findings of single members: errors that a type swallowed, and enum values that fell into a catch-all case.
  ///
  /// Types go on without values by design, as a union does that tries one type after the other, so that only more than ever before costs
  /// something. A new case of a closed set does at once.
  func lossFindings() -> [Finding] {
    var failures = MergedFailures()
    let newValues = Set(changes.filter { $0.kind == .valueAdded }.flatMap { [$0.path] + $0.paths })
    for version in versions {
      let facts = facts(of: version)
      for (response, fact) in facts.enumerated() {
        for failure in fact.fallbacks {
          failures.add(
            failure, of: version, in: response, costs: newValues.contains(failure.pattern) ? .propertyLost : .none)
        }
        for failure in fact.swallowed {
          let state = states[.swallowed(version: version.id, path: failure.pattern)]
          failures.add(failure, of: version, in: response, costs: state == .confirmed ? .propertyLost : .none)
        }
      }
      for fact in facts where fact.decoding.hasSucceeded { failures.addVisits(fact, of: version) }
    }
    return failures.findings(at: key).map { finding in
      var finding = finding
      if finding.rule == .lossErrorSwallowed, finding.level == .info, finding.subjects.contains(where: isPending) {
        finding.state = .pending
      }
      return finding
    }
  }
}
