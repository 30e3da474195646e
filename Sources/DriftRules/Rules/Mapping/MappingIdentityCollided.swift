import DriftModel

extension Rules {
  static let mappingIdentityCollided = Rule(
    .mappingIdentityCollided, about: .property, consequences: [.propertyLost],
    meaning: "Several records of one response have the same identity; an upsert would overwrite all but one.",
    remedy: "Check that the identity still distinguishes what the provider sends.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .identity
  }

  static func mappingIdentityCollidedSentence(_ collided: Int, _ run: MappingRun) -> String {
    "\(collided) of \(run.made) \(run.noun(run.made)) \(collided == 1 ? "shares its" : "share their") identity with another one; an upsert would overwrite it."
  }
}

extension Judgement {
  func collidedIdentityFinding(_ run: MappingRun) -> Finding? {
    let collided = run.sum(\.collided.count)
    guard collided > 0 else { return nil }
    return finding(
      .mappingIdentityCollided, costs: .propertyLost, run.version, subject: "\(run.name) ",
      Rules.mappingIdentityCollidedSentence(collided, run)
    ) { run.fill(&$0, collided, of: run.made, examples: run.ran.map(\.collided.example)) }
  }
}
