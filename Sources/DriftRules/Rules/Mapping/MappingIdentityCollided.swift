import DriftModel

extension Rules {
  static let mappingIdentityCollided = Rule(
    .mappingIdentityCollided, about: .property, consequences: [.propertyLost, .none],
    meaning:
      "More records of one response than before have the same identity; an upsert would overwrite all but one.",
    remedy: "Check that the identity still distinguishes what the provider sends.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .identity
    $0.evidence = .identities
  }

  static func mappingIdentityCollidedSentence(_ collided: Int, _ run: MappingRun) -> String {
    "\(collided) of \(run.made) \(run.noun(run.made)) \(collided == 1 ? "shares its" : "share their") identity with another one; an upsert would overwrite it."
  }
}

extension Judgement {
  /// Records that always shared their identity are how the data is, so only more of them than before are at warning.
  func collidedIdentityFinding(_ run: MappingRun) -> Finding? {
    let collided = run.sum(\.collided.count)
    guard collided > 0 else { return nil }
    let (count, total) = run.comparable.reduce((0, 0)) { ($0.0 + $1.collided.count, $0.1 + $1.recordsOut) }
    let known = run.statistics?.identities
    let isMore = known.map { $0.total > 0 && count > MappingStatistics.tolerated(of: $0, in: total) } ?? false
    let isPending = isMore && self.isPending(.identities(run.key))
    return finding(
      .mappingIdentityCollided, costs: isMore && !isPending ? .propertyLost : .none, run.version,
      subject: "\(run.name) ", Rules.mappingIdentityCollidedSentence(collided, run)
    ) {
      run.fill(&$0, collided, of: run.made, examples: run.ran.map(\.collided.example))
      $0.hint = isPending ? known.map { Finding.pendingHint(after: $0) } : nil
      $0.state = isPending ? .pending : .open
    }
  }
}
